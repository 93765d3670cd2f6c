/**
 * Keeps the browser files of the previous build: open tabs, and pages from another instance of that version,
 * request them by their hashed names. Files of older builds are deleted.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface AssetLists {
  /** Of the last build. */
  current: string[];
  /** Of the last build with different files. */
  previous: string[];
}

const getAssetsDir = (root: string) => path.join(root, 'build/client/assets');
/** Outside of the folders that a build empties. */
const getStashDir = (root: string) => path.join(root, 'build/previous-assets');
const getListFile = (root: string) => path.join(root, 'build/assets.json');

function readLists(root: string): AssetLists {
  const file = getListFile(root);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AssetLists) : { current: [], previous: [] };
}

/** Called before a build if the last one was complete: puts its files aside. */
export function stashAssets(root: string): void {
  const assets = getAssetsDir(root);
  if (!existsSync(assets)) return;
  const stash = getStashDir(root);
  rmSync(stash, { recursive: true, force: true });
  cpSync(assets, stash, { recursive: true });
  // A build of a version that kept no lists.
  if (!existsSync(getListFile(root))) writeFileSync(getListFile(root), JSON.stringify({ current: readdirSync(assets), previous: [] }));
}

/** Called after a build: adds the files of the one before to its own. */
export function restoreAssets(root: string): void {
  const assets = getAssetsDir(root);
  const stash = getStashDir(root);
  mkdirSync(stash, { recursive: true });
  const current = readdirSync(assets);
  const lists = readLists(root);
  const names = new Set(current);
  // The same files for browsers, such as after a change of the server only: the previous files stay the previous ones.
  const isSame = lists.current.length === names.size && lists.current.every((name) => names.has(name));
  const previous = (isSame ? lists.previous : lists.current).filter((name) => existsSync(path.join(stash, name)));
  for (const name of previous) if (!names.has(name)) cpSync(path.join(stash, name), path.join(assets, name));
  writeFileSync(getListFile(root), JSON.stringify({ current, previous }));
  rmSync(stash, { recursive: true, force: true });
}
