/** Writes a backup file from a database, the image files and the files that are sold. */
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SqlRunner } from '../../../platform/database/sql-runner.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import type { Stores } from '../../../platform/storage/open-storage.ts';
import { createManifest } from './backup-contents.ts';
import { MANIFEST_FILE, type Manifest, type StoredKind, storedEntryName } from './backup-format.ts';
import { dumpDatabase } from './dump-database.ts';
import { encrypt } from './encryption.ts';
import { packTar, type TarEntry } from './tar.ts';

/** What isn't in the database: images, and files that are sold. */
export type FileStores = Record<StoredKind, Pick<Stores, 'folder' | 's3'>>;

async function* readFiles(kind: StoredKind, store: ObjectStore, isElsewhere: (name: string) => Promise<boolean>): AsyncGenerator<TarEntry> {
  for await (const page of store.list()) {
    for (const { name, isUnfinished } of page) {
      if (isUnfinished || (await isElsewhere(name))) continue;
      // Null: deleted meanwhile, which happens only to images that no product has used for a day, and files that nobody may fetch.
      const bytes = await store.read(name);
      if (bytes) yield { name: storedEntryName(kind, name), bytes };
    }
  }
}

async function* readAllFiles(stores: FileStores): AsyncGenerator<TarEntry> {
  for (const kind of ['image', 'download'] as const) {
    const { folder, s3 } = stores[kind];
    yield* readFiles(kind, folder, async () => false);
    if (s3) yield* readFiles(kind, s3, async (name) => (await folder.find(name)) !== null);
  }
}

/** The database comes first: images that its rows name still exist afterwards, because replaced ones are kept for a day. */
async function* listEntries(runner: SqlRunner, stores: FileStores, onDone: (manifest: Manifest) => void): AsyncGenerator<TarEntry> {
  const rows = new Map<string, number>();
  const contents = createManifest();
  for (const source of [dumpDatabase(runner, rows), readAllFiles(stores)])
    for await (const entry of source) {
      contents.add(entry.name, entry.bytes);
      yield entry;
    }
  const manifest = contents.finish(rows);
  yield { name: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify(manifest)) };
  onDone(manifest);
}

async function* compress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip();
  let failure: unknown;
  pipeline(Readable.from(chunks), gzip, (error) => {
    failure = error;
  });
  try {
    yield* gzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw failure ?? error;
  }
}

/** Writes the file durably or not at all: after any error it is deleted again. */
async function writeFileDurably(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipe(Readable.from(chunks), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    const handle = await open(file, 'r+');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Except if the name belongs to another file.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await rm(file, { force: true });
    throw error;
  }
}

export async function writeBackup(
  file: string,
  { runner, stores, passphrase }: { runner: SqlRunner; stores: FileStores; passphrase: string | null },
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const archive = compress(
    packTar(
      listEntries(runner, stores, (it) => {
        manifest = it;
      }),
    ),
  );
  await writeFileDurably(file, passphrase === null ? archive : encrypt(archive, passphrase));
  if (!manifest) throw new Error('The backup is incomplete');
  return manifest;
}
