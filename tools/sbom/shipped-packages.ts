/**
 * What is shipped: what a production install has, and what the build puts into its own files. React, the router, the font and others are
 * development dependencies for that reason, so `npm sbom --omit dev` alone would leave them out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX. */
  license: string | undefined;
  /** Subresource integrity of its archive in the registry. */
  integrity: string | undefined;
  isBundled: boolean;
}

interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)(?! type)[^'";]*['"]([^'"./][^'"]*)['"]|import\(['"]([^'"./][^'"]*)['"]\)|@(?:import|plugin) ['"]([^'"./][^'"]*)['"]/g;

/** They do the building, and serve `npm run dev`: nothing of them is in what is built. */
const BUILDERS = ['vite', '@react-router/dev'];

const toPackageName = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** Packages that the shop's own files name; tests aside. */
function listImported(root: string): Set<string> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (it) => /\.(ts|tsx|css)$/.test(it) && !/\.test\.tsx?$/.test(it),
  );
  const specifiers = files.flatMap((file) =>
    [...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(IMPORT)].map((it) => it[1] ?? it[2] ?? it[3] ?? ''),
  );
  return new Set(specifiers.map(toPackageName));
}

/** Where Node would find it: in the packages of the one that asks, then further up. */
function resolve(packages: Record<string, LockedPackage>, from: string, name: string): string | null {
  for (let directory = from; ; directory = directory.slice(0, Math.max(0, directory.lastIndexOf('/node_modules/')))) {
    const key = directory ? `${directory}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[key]) return key;
    if (!directory) return null;
  }
}

export function listShippedPackages(root: string): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const bundled = new Set<string>();
  const add = (key: string | null) => {
    if (!key || bundled.has(key) || !packages[key]?.dev) return;
    bundled.add(key);
    for (const name of Object.keys(packages[key].dependencies ?? {})) add(resolve(packages, key, name));
  };
  for (const name of listImported(root)) if (name in devDependencies && !BUILDERS.includes(name)) add(`node_modules/${name}`);
  return Object.entries(packages)
    .filter(([key, { dev }]) => key && (!dev || bundled.has(key)))
    .map(([key, { version, license, integrity, dev = false }]) => ({
      name: key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      integrity,
      isBundled: dev,
    }));
}
