# docker build -t deadpeer . && docker run --rm -v "$PWD:/work:ro" deadpeer check
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /opt/deadpeer && /opt/deadpeer/bin/pip install --no-cache-dir --disable-pip-version-check '.[jvm]'

FROM python:3.13-slim
COPY --from=build /opt/deadpeer /opt/deadpeer
ENV PATH=/opt/deadpeer/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["deadpeer"]
CMD ["check"]
