/**
 * Reads and writes tar archives (POSIX ustar), so that a backup can be inspected with any machine's own tools. Only regular files with
 * short names are supported, which is all that backups need. Anything else in an archive is refused, and so is a file that is larger than
 * its reader allows.
 */
import { BackupError } from './backup-error.ts';

export interface TarEntry {
  name: string;
  bytes: Buffer;
}

const BLOCK = 512;
const MAX_NAME = 100;
const EMPTY = Buffer.alloc(0);
const END = Buffer.alloc(2 * BLOCK);

const FIELDS = {
  name: [0, MAX_NAME],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const;
type Field = keyof typeof FIELDS;

const toPadding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of the header's bytes, with the checksum field counted as spaces. */
function computeChecksum(header: Buffer): number {
  const [start, length] = FIELDS.checksum;
  let sum = 32 * length;
  for (const [index, byte] of header.entries()) if (index < start || index >= start + length) sum += byte;
  return sum;
}

const formatChecksum = (header: Buffer) => `${computeChecksum(header).toString(8).padStart(6, '0')}\0 `;

function makeHeader({ name, bytes }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`The name ${name} is too long for an archive`);
  const header = Buffer.alloc(BLOCK);
  const write = (field: Field, text: string) => header.write(text, FIELDS[field][0], 'latin1');
  write('name', name);
  write('mode', '0000600\0');
  write('uid', '0000000\0');
  write('gid', '0000000\0');
  write('size', `${bytes.length.toString(8).padStart(11, '0')}\0`);
  write('mtime', '00000000000\0');
  write('type', '0');
  write('magic', 'ustar\x0000');
  write('checksum', formatChecksum(header));
  return header;
}

export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield makeHeader(entry);
    yield entry.bytes;
    const padding = toPadding(entry.bytes.length);
    if (padding) yield Buffer.alloc(padding);
  }
  yield END;
}

/** Reads exact numbers of bytes from a stream; `null` at its end. */
function createReader(chunks: AsyncIterable<Buffer>): (size: number) => Promise<Buffer | null> {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = EMPTY;
  return async (size) => {
    const parts = [rest];
    let length = rest.length;
    while (length < size) {
      const { done, value } = await iterator.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(Math.min(size, length));
    if (length >= size) return all.subarray(0, size);
    if (length > 0) throw new BackupError('cut_short', 'The backup is cut short');
    return null;
  };
}

function readField(header: Buffer, field: Field): string {
  const [start, length] = FIELDS[field];
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? length : end);
}

function readHeader(header: Buffer, getMaxSize: (name: string) => number): { name: string; size: number } {
  const name = readField(header, 'name');
  const octal = readField(header, 'size').trim();
  const [start, length] = FIELDS.checksum;
  const isWhole = header.toString('latin1', start, start + length) === formatChecksum(header);
  if (!isWhole || readField(header, 'magic') !== 'ustar') throw new BackupError('damaged', 'The backup is damaged, or no backup');
  if (readField(header, 'type') !== '0' || !/^[0-7]{1,11}$/.test(octal))
    throw new BackupError('damaged', 'The backup holds something that is no plain file');
  const size = Number.parseInt(octal, 8);
  if (size > getMaxSize(name)) throw new BackupError('damaged', 'The backup holds a file that is larger than any of a shop');
  return { name, size };
}

/** `getMaxSize` is called before a file's bytes are read, and throws for names that don't belong in a backup. */
export async function* unpackTar(chunks: AsyncIterable<Buffer>, getMaxSize: (name: string) => number): AsyncGenerator<TarEntry> {
  const read = createReader(chunks);
  for (;;) {
    const header = await read(BLOCK);
    if (!header) throw new BackupError('cut_short', 'The backup is cut short');
    if (header.every((it) => it === 0)) break;
    const { name, size } = readHeader(header, getMaxSize);
    const bytes = size ? await read(size) : EMPTY;
    const padding = toPadding(size);
    if (!bytes || (padding && !(await read(padding)))) throw new BackupError('cut_short', 'The backup is cut short');
    yield { name, bytes };
  }
  // Reads to the very end, where decompression and decryption notice missing or additional bytes.
  const end = await read(BLOCK);
  if (!end) throw new BackupError('cut_short', 'The backup is cut short');
  if (!end.every((it) => it === 0) || (await read(1))) throw new BackupError('damaged', 'The backup goes on behind its end');
}
