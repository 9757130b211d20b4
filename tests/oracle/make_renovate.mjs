// What Renovate makes of the rules that `deadpeer emit renovate` writes: `renovate/expected.tsv`.
//
// Usage, in a folder with `npm install --ignore-scripts renovate@39.264.1`:
//   python -m linter emit renovate … > rules.json; node config-validator.js --strict rules.json
//   node make_renovate.mjs rules.json 2.7.9 2.7.10 …
// Each row is a package, a version, and whether the rule for that package lets Renovate propose it.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(path.join(process.cwd(), "package.json"));
const dist = path.join(process.cwd(), "node_modules", "renovate", "dist");
const { filterVersions } = require(path.join(dist, "workers/repository/process/lookup/filter.js"));
const { matchRegexOrGlobList } = require(path.join(dist, "util/string-match.js"));
const { get } = require(path.join(dist, "modules/versioning/index.js"));

const [file, ...dependencies] = process.argv.slice(2);
for (const dependency of dependencies) {
  const at = dependency.lastIndexOf("@");
  const [name, version] = [dependency.slice(0, at), dependency.slice(at + 1)];
  const rules = JSON.parse(fs.readFileSync(file, "utf8")).packageRules;
  const rule = rules.find((one) => matchRegexOrGlobList(name, one.matchPackageNames));
  const versioning = get("maven");
  const config = { allowedVersions: rule?.allowedVersions, ignoreUnstable: false, ignoreDeprecated: false, respectLatest: false };
  const kept = filterVersions(config, "0.0.1", "9.0.0", [{ version }], versioning);
  console.log([name, version, kept.length ? "allowed" : "kept away"].join("\t"));
}
