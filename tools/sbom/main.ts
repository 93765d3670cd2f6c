/** `npm run sbom`: writes reports/sbom.json, a CycloneDX document of all that is shipped, and says under which licences. Ends with 1 where one isn't allowed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAllowed } from './licenses.ts';
import { listShippedPackages, type ShippedPackage } from './shipped-packages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FILE = 'reports/sbom.json';

const toHashes = (integrity = ''): { alg: string; content: string }[] =>
  integrity.startsWith('sha512-') ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] : [];

const toComponent = ({ name, version, license, integrity }: ShippedPackage) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
  hashes: toHashes(integrity),
  licenses: license ? [{ expression: license }] : [],
});

const shipped = listShippedPackages(root);
const installed = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }),
) as { components: object[] };
installed.components.push(...shipped.filter((it) => it.isBundled).map(toComponent));
mkdirSync(path.join(root, path.dirname(FILE)), { recursive: true });
writeFileSync(path.join(root, FILE), `${JSON.stringify(installed, null, 2)}\n`);

for (const [license, packages] of [...Map.groupBy(shipped, (it) => it.license ?? 'none')].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${String(packages.length).padStart(4)}  ${license}`);
const refused = shipped.filter(({ name, license }) => !isAllowed(name, license));
for (const { name, version, license } of refused)
  console.log(`Not allowed (tools/sbom/licenses.ts): ${name} ${version}: ${license ?? 'no licence'}`);
console.log(`written: ${FILE}, ${installed.components.length} packages`);
process.exitCode = refused.length ? 1 : 0;
