/**
 * Tar archives, so that a backup can be inspected and packed again with any machine's own tools. modern-tar knows the format; what is ours is
 * what a backup may hold: plain files, none larger than its reader allows, and nothing behind the archive's end.
 */
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { BackupError } from './backup-format.ts';

export interface TarEntry {
  name: string;
  bytes: Buffer;
}

/** Ends only after the entries have ended, so that a caller who stops early can close the database at once. */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const { readable, controller } = createTarPacker();
  const fill = async () => {
    for await (const { name, bytes } of entries) {
      const writer = controller.add({ name, size: bytes.length, mode: 0o600, mtime: new Date(0) }).getWriter();
      await writer.write(bytes);
      await writer.close();
    }
    controller.finalize();
  };
  const filled = fill().catch((error: unknown) => controller.error(error));
  try {
    for await (const { buffer, byteOffset, length } of readable) yield Buffer.from(buffer, byteOffset, length);
  } finally {
    await filled;
  }
}

/** The errors of the format in the operator's words; `failure` is one of what the archive is read from. */
function toBackupError(error: unknown, failure: unknown): unknown {
  if (failure || error instanceof BackupError) return failure ?? error;
  const message = error instanceof Error ? error.message : '';
  if (message.includes('truncated')) return new BackupError('cut_short', 'The backup is cut short', { cause: error });
  if (message.includes('EOF')) return new BackupError('damaged', 'The backup goes on behind its end', { cause: error });
  return new BackupError('damaged', 'The backup is damaged, or no backup', { cause: error });
}

/** `getMaxSize` is called before a file's bytes are read, and throws for names that don't belong in a backup. */
export async function* unpackTar(chunks: AsyncIterable<Buffer>, getMaxSize: (name: string) => number): AsyncGenerator<TarEntry> {
  let failure: unknown;
  async function* read(): AsyncGenerator<Buffer<ArrayBuffer>> {
    try {
      yield* chunks as AsyncIterable<Buffer<ArrayBuffer>>;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    for await (const { header, body } of ReadableStream.from(read()).pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, size, type } = header;
      if (type !== 'file') throw new BackupError('damaged', 'The backup holds something that is no plain file');
      if (size > getMaxSize(name)) throw new BackupError('damaged', 'The backup holds a file that is larger than any of a shop');
      yield { name, bytes: Buffer.concat(await Array.fromAsync(body)) };
    }
  } catch (error) {
    throw toBackupError(error, failure);
  }
}
