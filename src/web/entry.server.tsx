/** Renders a page whole: crawlers, caches and the policy made of its scripts all want it complete. */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { createApi } from './api.ts';
import { apiContext } from './load.ts';

export const streamTimeout = 10_000;

/**
 * The page is read before it is alive. Named in the head, its scripts would take the line from letters and pictures; so
 * they come when the last element of the body asks for them, after the style sheet.
 */
const SCRIPT_AHEAD = /<link rel="modulepreload"[^>]*>/g;

/** The server gives its in-process fetch, and the pages' loaders find an api made of it. */
export function provideApi(context: RouterContextProvider, fetcher: Parameters<typeof createApi>[0]): void {
  context.set(apiContext, createApi(fetcher));
}

export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const tooLate = setTimeout(() => abort(), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        clearTimeout(tooLate);
        const chunks: Buffer[] = [];
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk);
            done();
          },
          final(done) {
            headers.set('content-type', 'text/html; charset=utf-8');
            const html = Buffer.concat(chunks).toString().replace(SCRIPT_AHEAD, '');
            resolve(new Response(html, { status: finalStatus, headers }));
            done();
          },
        });
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(tooLate);
        reject(error);
      },
      onError(error) {
        finalStatus = 500;
        console.error(error);
      },
    });
  });
}
