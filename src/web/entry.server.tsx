/** Renders a page whole: crawlers, caches and the policy made of its scripts all want it complete. */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { createApi } from './api.ts';
import { apiContext } from './load.ts';

export const streamTimeout = 10_000;

/**
 * The page is read before it is alive. Named in the head, its scripts would take the line from letters and pictures; so
 * they are asked for, all at once, when the page has been painted with its first pictures; after a second at the latest.
 */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** The framework's last script: imports, a line that names what they gave, and the entry, which finds it there. */
const START = /(<script type="module" async="">)(import "[^"]+";\n(?:import \* as \w+ from "[^"]+";\n?)+)/;
const PAINTED = `await new Promise((go) => {
  setTimeout(go, 1000);
  new PerformanceObserver(async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((it) => it.decode()));
    go();
  }).observe({ type: 'paint', buffered: true });
});`;

function startLate(html: string): string {
  const hrefs = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const preload = `for (const href of ${JSON.stringify(hrefs)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;
  return html.replace(PRELOAD, '').replace(START, (_whole, tag: string, imports: string) => {
    // Static ones would not wait.
    const modules = [...imports.matchAll(/import (?:\* as (\w+) from )?("[^"]+");/g)];
    const names = modules.map(([, name = '']) => name).join(', ');
    const calls = modules.map(([, , address]) => `import(${address})`).join(', ');
    return `${tag}${PAINTED}\n${preload}\nconst [${names}] = await Promise.all([${calls}]);`;
  });
}

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
            const html = startLate(Buffer.concat(chunks).toString());
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
