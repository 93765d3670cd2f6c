/**
 * `npm run prune`, after a build: leaves in node_modules only what the built shop needs. `npm prune --omit=dev` removes the development dependencies;
 * this also removes what the build has bundled (`bundledByBuild` in package.json), and what only those needed, and Node's headers.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  bundledByBuild: string[];
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Where Node would find it: in the importing package's own node_modules, then further up. */
function findPackage(packages: Record<string, LockedPackage>, from: string, name: string): string | null {
  for (let directory = from; ; directory = directory.slice(0, Math.max(0, directory.lastIndexOf('/node_modules/')))) {
    const key = directory ? `${directory}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[key]) return key;
    if (!directory) return null;
  }
}

/** The folders of production's packages, from the lock file: those that the built shop needs, and those that it bundles. */
export function listProductionPackages(root: string): { needed: string[]; bundled: string[] } {
  const { dependencies, optionalDependencies, bundledByBuild } = readJson(path.join(root, 'package.json')) as Manifest;
  const { packages } = readJson(path.join(root, 'package-lock.json')) as { packages: Record<string, LockedPackage> };
  const needed = new Set<string>();
  const add = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const key = findPackage(packages, from, name);
      if (!key || needed.has(key)) continue;
      needed.add(key);
      const locked = packages[key];
      add(key, Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies, ...locked?.peerDependencies }));
    }
  };
  add('', [...Object.keys(dependencies).filter((it) => !bundledByBuild.includes(it)), ...Object.keys(optionalDependencies)]);
  const production = Object.keys(packages).filter((key) => key && !packages[key]?.dev);
  return { needed: production.filter((key) => needed.has(key)), bundled: production.filter((key) => !needed.has(key)) };
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..');
  execFileSync('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  for (const folder of listProductionPackages(root).bundled) rmSync(path.join(root, folder), { recursive: true, force: true });
  // Headers in C, 67 MB: nothing is compiled.
  for (const folder of globSync('node_modules/node-*/include', { cwd: root })) rmSync(path.join(root, folder), { recursive: true });
}
