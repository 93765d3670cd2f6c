/** An upload far above any limit, from another process, and how much of it this process keeps in memory. */
import { fork } from 'node:child_process';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes in use, without garbage: Node leaves tens of MB of read buffers, however little is kept. */
export function measureBuffers(): number {
  // Twice: buffers are freed concurrently with a collection, and only the next one waits until they are counted.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

interface UploadOptions {
  port: number;
  path: string;
  token: string;
  /** Whether the request has a Content-Length. */
  tellsLength: boolean;
}

interface UploadResult {
  /** Of the upload, and of a call after it on the same connection. */
  statuses: number[];
  text: string;
  /** Pieces of 64 kB. */
  sent: number;
  error: string | null;
}

/** The responses to 50 MB; `look` is called when all but the last piece has arrived. */
export function upload50Mb({ port, path: url, token, tellsLength }: UploadOptions, look: () => void): Promise<UploadResult> {
  const script = path.join(import.meta.dirname, '../faults/large-upload.ts');
  const child = fork(script, [String(port), url, token, tellsLength ? 'yes' : '']);
  return new Promise((resolve, reject) => {
    child.on('message', (said) => {
      if (said !== 'paused') return resolve(said as UploadResult);
      // What is still on its way through the sockets arrives meanwhile.
      setTimeout(() => {
        look();
        child.send('go on');
      }, 200);
    });
    child.once('exit', (code) => reject(new Error(`the uploader ended with ${code} and no answer`)));
  });
}
