/** Reads a backup file from start to end, part by part: decrypts, decompresses and unpacks it. Nothing in it is trusted. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { KILOBYTE, MEGABYTE } from '../../../../contract/values.ts';
import { createContentCheck } from './backup-contents.ts';
import {
  BackupError,
  type FileKind,
  getMaxSize,
  HEADER_FILE,
  Header,
  MANIFEST_FILE,
  type Manifest,
  parseFileName,
  parseJson,
  SEQUENCES_FILE,
  Sequences,
  type StoredKind,
} from './backup-format.ts';
import { decrypt, isEncrypted } from './encryption.ts';
import { unpackTar } from './tar.ts';

/** Gzip usually shrinks a shop's rows to a tenth, hardly ever to a hundredth; 1,000 is what it reaches with zeros alone. */
const MAX_RATIO = 400;
const RATIO_FROM = 64 * MEGABYTE;

const ZLIB_CUT_SHORT = 'Z_BUF_ERROR';

/** Refuses a file that unpacks to far more than its size. */
async function* decompress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let failure: unknown;
  pipeline(Readable.from(chunks), gunzip, (error) => {
    failure = error;
  });
  let size = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > RATIO_FROM && size > MAX_RATIO * gunzip.bytesWritten)
        throw new BackupError('damaged', 'The backup unpacks to far more than any shop has');
      yield chunk;
    }
  } catch (error) {
    const cause = failure ?? error;
    if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) throw cause;
    if (cause.code === ZLIB_CUT_SHORT) throw new BackupError('cut_short', 'The backup is cut short', { cause });
    throw new BackupError('damaged', 'The backup is damaged, or no backup', { cause });
  }
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function openPlain(file: string, passphrase: string | null): Promise<AsyncIterable<Buffer>> {
  const firstBytes = await readFirstBytes(file).catch((cause) => {
    throw new BackupError('target', `${file} can't be read`, { cause });
  });
  const chunks = createReadStream(file, { highWaterMark: 256 * KILOBYTE }) as AsyncIterable<Buffer>;
  if (!isEncrypted(firstBytes)) return chunks;
  if (passphrase === null) throw new BackupError('no_passphrase', 'The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase');
  return decrypt(chunks, passphrase);
}

export interface BackupReader {
  header?: (header: Header) => Promise<void>;
  rows?: (table: string, bytes: Buffer) => Promise<void>;
  sequences?: (sequences: Sequences) => Promise<void>;
  file?: (kind: StoredKind, file: string, bytes: Buffer) => Promise<void>;
}

export interface BackupContents {
  header: Header;
  manifest: Manifest;
}

/**
 * Hands over each part as it is read, and compares everything with the manifest at the end. So nothing is certain until this returns: a
 * caller that writes parts reads the whole file once before, without writing.
 */
export async function readBackup(file: string, passphrase: string | null, reader: BackupReader = {}): Promise<BackupContents> {
  const contents = createContentCheck();
  let header: Header | undefined;
  const handOver = async (kind: FileKind, name: string, bytes: Buffer) => {
    if (name === HEADER_FILE) {
      header = parseJson(Header, bytes);
      await reader.header?.(header);
    } else if (!header) throw new BackupError('damaged', 'The backup is damaged: it does not begin with what it is of');
    if (name === SEQUENCES_FILE) await reader.sequences?.(parseJson(Sequences, bytes));
    if (kind.kind === 'table') await reader.rows?.(kind.table, bytes);
    if (kind.kind === 'image' || kind.kind === 'download') await reader.file?.(kind.kind, kind.file, bytes);
  };
  for await (const { name, bytes } of unpackTar(decompress(await openPlain(file, passphrase)), getMaxSize)) {
    const kind = parseFileName(name);
    if (!kind) throw new BackupError('damaged', 'The backup holds a file of a name that no backup has');
    contents.add(name, bytes);
    if (name !== MANIFEST_FILE) await handOver(kind, name, bytes);
  }
  return contents.finish();
}
