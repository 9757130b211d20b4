"""How long a call holds its caller up at worst, with the derivation as evidence.

Sources: the ``…ClusterInvoker`` classes of dubbo-cluster 2.7.12 and 3.2.16; ``AsyncToSyncInvoker``: only synchronous
calls wait inside the loop of repetitions.
"""

from __future__ import annotations

from collections.abc import Iterable

from linter.facts.duration import FOREVER, Duration
from linter.facts.value import Evidence, Unknown, Value
from linter.record import NamedTuple
from linter.systems.dubbo.releases import PARKS_FOR_EVER
from linter.versions.version import Version

_ONCE = ("failfast", "failsafe", "failback", "available", "forking", "mergeable")
"""Clusters that wait for one timeout: they try once, or several providers at the same time, or again later."""
_ASSUMED = Evidence("assumes that every attempt runs into its timeout; making connections and filters are not counted")
_NOT_HELD = Evidence("the call is asynchronous: nobody waits for it, but it stays in memory until its timeout")


class Call(NamedTuple):
    """What counts for the calls of one method, or of all that have nothing of their own (``method`` is empty)."""

    method: str
    timeout: Value
    retries: Value


def blocked(
    version: Value, protocol: str | Unknown, asynchronous: Value, cluster: Value, calls: Iterable[Call]
) -> Value:
    """The longest of ``calls``; unknown where one may be longer."""
    if isinstance(asynchronous.data, Unknown):
        return Value(asynchronous.data)
    if asynchronous.data is True:
        return Value(Duration(0), evidence=(Evidence(_NOT_HELD.text, asynchronous.place),))
    release = version.data
    if protocol == "dubbo" and isinstance(release, Version) and PARKS_FOR_EVER[0] <= release < PARKS_FOR_EVER[1]:
        why = f"in {release} a caller is not woken when its connection closes (#12484, fixed in {PARKS_FOR_EVER[1]})"
        return Value(FOREVER, evidence=(Evidence(why),))
    found = [_whole(call, cluster) for call in calls]
    doubt = next((one for one in found if isinstance(one.data, Unknown)), None)
    if doubt is not None:
        return doubt
    return max(found, key=lambda one: one.data if isinstance(one.data, Duration) else Duration(0))


def _whole(call: Call, cluster: Value) -> Value:
    timeout, retries, how = call.timeout.data, call.retries.data, cluster.data
    for part in (timeout, how):
        if isinstance(part, Unknown):
            return Value(part)
    if not isinstance(timeout, Duration) or not isinstance(how, str):
        return Value(Unknown("its timeout can't be told"))
    of = f" of `{call.method}`" if call.method else ""
    first = call.timeout.step(f"for one attempt{of}")
    if how in _ONCE:
        return Value(timeout, evidence=(first, Evidence(f"`{how}` waits for one timeout", cluster.place), _ASSUMED))
    if how != "failover":
        return Value(Unknown(f"how long the cluster `{how}` tries is not known"))
    if isinstance(retries, Unknown) or not isinstance(retries, int):
        return Value(retries if isinstance(retries, Unknown) else Unknown("its retries can't be told"))
    times = max(retries, 0) + 1
    words = f"{times} attempts, with {retries} repetitions{call.retries.notes}" if times > 1 else "1 attempt"
    return Value(timeout * times, evidence=(first, Evidence(words, call.retries.place), _ASSUMED))
