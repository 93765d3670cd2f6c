/** `npm run sbom`: writes reports/sbom.json, a CycloneDX document of all that is shipped, and prints the licences. Exit code 1 if one isn't allowed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAllowed, listShippedPackages } from './licenses.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FILE = 'reports/sbom.json';

const shipped = listShippedPackages(root);
const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
mkdirSync(path.join(root, path.dirname(FILE)), { recursive: true });
writeFileSync(path.join(root, FILE), sbom);

for (const [license, packages] of [...Map.groupBy(shipped, (it) => it.license ?? 'none')].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${String(packages.length).padStart(4)}  ${license}`);
const refused = shipped.filter(({ name, license }) => !isAllowed(name, license));
for (const { name, version, license } of refused)
  console.log(`Not allowed (tools/sbom/licenses.ts): ${name} ${version}: ${license ?? 'no licence'}`);
console.log(`written: ${FILE}, ${shipped.length} packages`);
process.exitCode = refused.length ? 1 : 0;
