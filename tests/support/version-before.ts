/** The version before this one: its sources by the commit that tests/fixtures/version-before.json names, with the packages of this version. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from './shop-process.ts';

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Formerly the package `node`, now one for each platform: the Node that runs this. */
function findInstalledVersion(name: string): string {
  if (name === 'node') return process.versions.node;
  const file = path.join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : 'none';
}

/** Packages installed in another major version than it was written for. */
function listUnfitPackages({ dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) => {
    const installed = findInstalledVersion(name);
    return installed.split('.')[0] === version.split('.')[0] ? [] : [`${name} ${version} (installed: ${installed})`];
  });
}

/** Without git, in an unpacked archive and in a shallow clone, older commits are missing. */
const hasHistory = () => git('rev-parse', '--is-shallow-repository').stdout?.toString().trim() === 'false';

/** Its folder, or why it isn't available. Throws if a complete clone lacks the commit: then the fixture is wrong, and would never be tried. */
export function unpackVersionBefore(): { folder: string } | { whyNot: string } {
  const { commit } = JSON.parse(readFileSync(path.join(root, 'tests/fixtures/version-before.json'), 'utf8')) as { commit: string };
  const manifest = git('show', `${commit}:package.json`);
  if (manifest.status !== 0) {
    expect(hasHistory(), `tests/fixtures/version-before.json names ${commit}, which isn't in this whole clone`).toBe(false);
    return { whyNot: `${commit} isn't in this clone: git fetch --unshallow` };
  }
  const unfit = listUnfitPackages(JSON.parse(String(manifest.stdout)) as Manifest);
  if (unfit.length) return { whyNot: `it needs ${unfit.join(', ')}` };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-version-before-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit).stdout });
  if (status !== 0) throw new Error(String(stderr));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return { folder };
}
