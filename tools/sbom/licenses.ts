/** What the shop ships, and which licences are allowed. A person reads a new licence before it is added here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** They require their text to be kept, and nothing of the shop's own code. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'PSF-2.0', 'CC0-1.0', 'Unlicense'],
  // Fonts may be served with a page, under their own licence.
  'OFL-1.1',
]);

/** Allowed for one package only. Sharp loads libvips as a separate library, which can be replaced: the LGPL requires no more. */
const ALLOWED_OF: readonly [RegExp, string][] = [[/^@img\/sharp-/, 'LGPL-3.0-or-later']];

/** Of packages that name none in their package.json, and come with its text: read by a person, and only for that version. */
const READ_FROM_TEXT: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

function isAllowedId(name: string, id: string): boolean {
  return ALLOWED.has(id) || ALLOWED_OF.some(([pattern, allowed]) => allowed === id && pattern.test(name));
}

/** `license`: an SPDX expression as package.json has it. Of `A OR B` one is enough, of `A AND B` each counts. */
export function isAllowed(name: string, license: string | undefined): boolean {
  if (!license) return false;
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => isAllowedId(name, id.trim())));
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX. */
  license: string | undefined;
  /** Subresource integrity of its archive in the registry. */
  integrity: string | undefined;
}

interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
}

/** All dependencies of package.json with their own, whether the build bundles them or they stay in node_modules. */
export function listShippedPackages(root: string): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([key, { dev }]) => key && !dev)
    .map(([key, { version, license, integrity }]) => {
      const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? READ_FROM_TEXT[`${name}@${version}`], integrity };
    });
}
