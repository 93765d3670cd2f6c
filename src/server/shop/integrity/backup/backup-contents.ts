/** Lists what was put into a backup (its manifest), and checks what is read from one against that list. */
import { createHash } from 'node:crypto';
import { BackupError, HEADER_FILE, Header, MANIFEST_FILE, Manifest, parseFileName, parseJson, SEQUENCES_FILE } from './backup-format.ts';

const describeFile = (name: string, bytes: Buffer) => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const countLines = (bytes: Buffer) => {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
};

/** Collects what is put into one. */
export function createManifest(): { add: (name: string, bytes: Buffer) => void; finish: (rows: ReadonlyMap<string, number>) => Manifest } {
  const files: Manifest['files'] = [];
  let images = 0;
  return {
    add: (name, bytes) => {
      files.push(describeFile(name, bytes));
      if (parseFileName(name)?.kind === 'image') images += 1;
    },
    finish: (rows) => ({ tables: [...rows].map(([name, count]) => ({ name, rows: count })), images, files }),
  };
}

/** Checks that each file comes once and matches the manifest, which comes last, and that each table has as many rows as it says. */
export function createContentCheck(): { add: (name: string, bytes: Buffer) => void; finish: () => { header: Header; manifest: Manifest } } {
  const found = new Map<string, Manifest['files'][number]>();
  const rows = new Map<string, number>();
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  const refuse = (what: string): never => {
    throw new BackupError('damaged', `The backup is damaged: ${what}`);
  };

  function add(name: string, bytes: Buffer): void {
    if (manifest || found.has(name)) refuse('something comes twice, or after its end');
    if (name === MANIFEST_FILE) {
      manifest = parseJson(Manifest, bytes);
      return;
    }
    if (name === HEADER_FILE) header = parseJson(Header, bytes);
    found.set(name, describeFile(name, bytes));
    const kind = parseFileName(name);
    if (kind?.kind === 'table') rows.set(kind.table, (rows.get(kind.table) ?? 0) + countLines(bytes));
  }

  function finish(): { header: Header; manifest: Manifest } {
    if (!manifest || !header || !found.has(SEQUENCES_FILE)) throw new BackupError('cut_short', 'The backup is cut short');
    if (manifest.files.length !== found.size) refuse('it has not the files that it lists');
    for (const { name, size, sha256 } of manifest.files) {
      const file = found.get(name);
      if (file?.size !== size || file.sha256 !== sha256) refuse(`${name} is not what it was`);
    }
    for (const { name, rows: count } of manifest.tables) if ((rows.get(name) ?? 0) !== count) refuse(`${name} has not all of its rows`);
    const images = [...found.keys()].filter((it) => parseFileName(it)?.kind === 'image').length;
    if (manifest.images !== images) refuse('it has not the images that it lists');
    const listed = manifest.tables.map((it) => it.name).join();
    if (listed !== header.tables.map((it) => it.name).join()) refuse('it has not the tables that it lists');
    for (const name of rows.keys())
      if (!manifest.tables.some((it) => it.name === name)) refuse('it has rows of a table that it does not list');
    return { header, manifest };
  }

  return { add, finish };
}
