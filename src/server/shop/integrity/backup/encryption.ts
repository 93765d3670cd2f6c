/**
 * A stream under a passphrase: AES-256-GCM in chunks, with a key by scrypt. Each chunk's nonce holds its number and whether it is the last
 * one (the STREAM construction), and the file's header is authenticated with each, so that nothing can be changed, reordered, left out, added
 * or cut off without the reader finding it at that chunk.
 *
 *     header: 16 bytes of text that name the format, 16 of salt, 7 that begin each nonce · chunks: 64 KiB, enciphered, and 16 of tag
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { KILOBYTE } from '../../../../contract/values.ts';
import { BackupError } from './backup-format.ts';

const MAGIC = Buffer.from('SHOPBACKUP-AES1\n');
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + PREFIX_BYTES;
const CHUNK = 64 * KILOBYTE;
const TAG_BYTES = 16;
/** 128 MB and a quarter of a second for each guess. Part of the format: a file that asked for more could take all memory. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function makeNonce(header: Buffer, index: number, isLast: boolean): Buffer {
  if (index >= 2 ** 32) throw new Error("A backup can't be larger than 256 TB");
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 0, HEADER_BYTES - PREFIX_BYTES);
  nonce.writeUInt32BE(index, PREFIX_BYTES);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of exactly `size` bytes; the last one may be shorter, and there always is one. */
async function* toPieces(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; all.length - start > size; start += size) yield { bytes: all.subarray(start, start + size), isLast: false };
    waiting = [all.subarray(start)];
    length = all.length - start;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

export const isEncrypted = (firstBytes: Buffer): boolean => firstBytes.subarray(0, MAGIC.length).equals(MAGIC);

export async function* encrypt(chunks: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const header = Buffer.concat([MAGIC, salt, randomBytes(PREFIX_BYTES)]);
  const key = await deriveKey(passphrase, salt, 32, COST);
  yield header;
  let index = 0;
  for await (const { bytes, isLast } of toPieces(chunks, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, makeNonce(header, index, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

function decipher(bytes: Buffer, key: Buffer, nonce: Buffer, header: Buffer): Buffer | null {
  if (bytes.length < TAG_BYTES) return null;
  try {
    const decipheriv = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(header);
    decipheriv.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    return Buffer.concat([decipheriv.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipheriv.final()]);
  } catch {
    return null;
  }
}

async function* skip(chunks: AsyncIterable<Buffer>, size: number, keep: (header: Buffer) => void): AsyncGenerator<Buffer> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first === null) yield chunk;
    else {
      first = Buffer.concat([first, chunk]);
      if (first.length < size) continue;
      keep(first.subarray(0, size));
      const rest = first.subarray(size);
      first = null;
      if (rest.length) yield rest;
    }
  }
  if (first !== null) throw new BackupError('cut_short', 'The backup is cut short');
}

export async function* decrypt(chunks: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0);
  const body = skip(chunks, HEADER_BYTES, (it) => {
    header = Buffer.from(it);
  });
  let key: Buffer | undefined;
  let index = 0;
  for await (const { bytes, isLast } of toPieces(body, CHUNK + TAG_BYTES)) {
    key ??= await deriveKey(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES), 32, COST);
    const plain = decipher(bytes, key, makeNonce(header, index, isLast), header);
    if (!plain && index === 0) throw new BackupError('wrong_passphrase', 'The passphrase is wrong, or the backup was changed');
    if (!plain) throw new BackupError('damaged', `The backup was changed or cut short in its part ${index + 1}`);
    yield plain;
    index += 1;
  }
}
