/** A feed as a compressed file that is written, stored and sent piece by piece, so that neither making nor sending it needs memory for all of it. */
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { KILOBYTE } from '../../../contract/values.ts';

/** In bytes: how much is held in memory, and written by one statement. */
const PIECE_SIZE = 256 * KILOBYTE;

/** Stores a piece; the first has the number 0. */
type Store = (piece: Buffer, number: number) => Promise<void>;

interface FeedFile {
  write: (text: string) => Promise<void>;
  /** Returns how many bytes were stored. */
  end: () => Promise<number>;
}

export function openFeedFile(store: Store): FeedFile {
  const gzip = createGzip();
  let waiting: Buffer[] = [];
  let [bytes, size, count] = [0, 0, 0];
  gzip.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    bytes += chunk.length;
  });

  async function flush(least: number): Promise<void> {
    if (bytes < least || !bytes) return;
    const piece = Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
    size += piece.length;
    await store(piece, count);
    count += 1;
  }

  return {
    write: async (text) => {
      if (!gzip.write(text)) await once(gzip, 'drain');
      await flush(PIECE_SIZE);
    },
    end: async () => {
      gzip.end();
      await once(gzip, 'end');
      await flush(0);
      return size;
    },
  };
}
