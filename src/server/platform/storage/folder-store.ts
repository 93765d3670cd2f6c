/**
 * Files in a folder, two levels deep: `abcd….webp` is `ab/cd/abcd….webp`. A million files in one folder would be slow to list, to back up
 * and, on some file systems, to open. Earlier versions stored all files at the top, where they are found too, until `tidy` moves them.
 */
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FoundFile, type ListedFile, type NewFile, type ObjectStore, PAGE_SIZE, waitForAll } from './object-store.ts';

/** Prefix of a file while it is written; such files aren't found. */
const TEMP_PREFIX = '.';
const FOLDER_PATTERN = /^[0-9a-f]{2}$/;

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
const ignoreMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  // Not with `wx`: a move that was killed while writing this file writes it again.
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes renames durable: without it a power failure can undo them. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows can't sync directories.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `pattern`: files with other names aren't found, listed or deleted. Names must begin with four hexadecimal digits. */
export function openFolderStore(root: string, pattern: RegExp): ObjectStore {
  const getFolder = (name: string) => path.join(name.slice(0, 2), name.slice(2, 4));
  const isKnown = (name: string) => pattern.test(name);
  /** Where a file may be, in this order: a file that is moved to its folder between the first two checks is found by the third. */
  const listPaths = (name: string) => [path.join(getFolder(name), name), name, path.join(getFolder(name), name)];

  /** Creates the folder of these files, durably. */
  async function makeFolder(folder: string): Promise<void> {
    const directory = path.join(root, folder);
    const first = await mkdir(directory, { recursive: true });
    if (first === undefined) return;
    await syncDirectory(path.dirname(directory));
    await syncDirectory(root);
  }

  async function put(files: readonly NewFile[]): Promise<void> {
    const targets = files.map(({ name, bytes }) => {
      const folder = getFolder(name);
      return { folder, bytes, temp: path.join(root, folder, TEMP_PREFIX + name), final: path.join(root, folder, name) };
    });
    const folders = new Set(targets.map(({ folder }) => folder));
    await waitForAll([...folders].map(makeFolder));
    await waitForAll(targets.map(({ temp, bytes }) => writeDurably(temp, bytes)));
    await waitForAll(targets.map(({ temp, final }) => rename(temp, final)));
    await waitForAll([...folders].map((folder) => syncDirectory(path.join(root, folder))));
  }

  async function find(name: string): Promise<FoundFile | null> {
    if (!isKnown(name)) return null;
    for (const candidate of listPaths(name)) {
      const stats = await stat(path.join(root, candidate)).catch(ignoreMissing);
      if (stats?.isFile()) return { root, path: candidate };
    }
    return null;
  }

  async function read(name: string): Promise<Buffer | null> {
    for (const candidate of listPaths(name)) {
      const bytes = await readFile(path.join(root, candidate)).catch(ignoreMissing);
      if (bytes) return bytes;
    }
    return null;
  }

  async function remove(names: readonly string[]): Promise<void> {
    const paths = names.flatMap((name) => {
      const finalName = name.startsWith(TEMP_PREFIX) ? name.slice(TEMP_PREFIX.length) : name;
      const folder = getFolder(finalName);
      return [path.join(folder, finalName), finalName, path.join(folder, TEMP_PREFIX + finalName), TEMP_PREFIX + finalName].filter(
        (it) => finalName === name || path.basename(it) === name,
      );
    });
    await waitForAll(paths.map((it) => rm(path.join(root, it), { force: true }).catch(ignoreMissing)));
  }

  /** The paths of all files, relative to `root`: those at the top and two levels down. */
  async function* walk(folder = '', depth = 0): AsyncGenerator<string> {
    const entries = await opendir(path.join(root, folder)).catch(ignoreMissing);
    if (!entries) return;
    for await (const entry of entries) {
      if (entry.isFile() && depth !== 1) yield path.join(folder, entry.name);
      if (entry.isDirectory() && depth < 2 && FOLDER_PATTERN.test(entry.name)) yield* walk(path.join(folder, entry.name), depth + 1);
    }
  }

  function toListed(relativePath: string): ListedFile | null {
    const name = path.basename(relativePath);
    const isUnfinished = name.startsWith(TEMP_PREFIX);
    if (!isKnown(isUnfinished ? name.slice(TEMP_PREFIX.length) : name)) return null;
    const getModifiedAt = async () => (await stat(path.join(root, relativePath)).catch(ignoreMissing))?.mtime ?? null;
    return { name, isUnfinished, getModifiedAt };
  }

  async function* list(): AsyncGenerator<ListedFile[]> {
    let page: ListedFile[] = [];
    for await (const relativePath of walk()) {
      const file = toListed(relativePath);
      if (!file) continue;
      page.push(file);
      if (page.length < PAGE_SIZE) continue;
      yield page;
      page = [];
    }
    if (page.length) yield page;
  }

  async function tidy(): Promise<void> {
    const entries = await opendir(root).catch(ignoreMissing);
    if (!entries) return;
    for await (const { name } of entries) {
      if (!isKnown(name)) continue;
      await makeFolder(getFolder(name));
      // Missing, because another process has moved it.
      await rename(path.join(root, name), path.join(root, getFolder(name), name)).catch(ignoreMissing);
    }
  }

  return { kind: 'folder', put, find, read, delete: remove, list, tidy };
}
