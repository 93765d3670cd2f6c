/** Renders a page whole: crawlers, caches and the policy made of its scripts all want it complete. */
import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { createApi } from './api.ts';
import { apiContext } from './page-loader.ts';

/**
 * The page is read before it is alive. Named in the head, its scripts would take the line from letters and pictures; so
 * they are asked for, all at once, when the page has been painted with its first pictures; after a second at the latest.
 */
const PRELOAD_LINKS = /(?:<link rel="modulepreload" href="[^"]+"[^>]*>)+/;
const HREF_ATTRIBUTE = /href="([^"]+)"/g;
const ENTRY_SCRIPT_TAG = '<script type="module" async="">';
/** The framework's last script: imports, a line that names what they gave, and the entry, which finds it there. */
const IMPORT_STATEMENTS = /^import "[^"]+";\n(?:import \* as \w+ from "[^"]+";\n?)+/;
const WAIT_FOR_FIRST_PAINT = `await new Promise((go) => {
  setTimeout(go, 1000);
  new PerformanceObserver(async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((it) => it.decode()));
    go();
  }).observe({ type: 'paint', buffered: true });
});`;

/** The framework's script of imports, as one that waits. `preloads` are the links to what it needs. */
function deferEntryScript(script: string, preloads: string): string {
  const hrefs = [...preloads.matchAll(HREF_ATTRIBUTE)].map(([, href]) => href);
  const preload = `for (const href of ${JSON.stringify(hrefs)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;
  return script.replace(IMPORT_STATEMENTS, (imports) => {
    // Static ones would not wait.
    const modules = [...imports.matchAll(/import (?:\* as (\w+) from )?("[^"]+");/g)];
    const names = modules.map(([, name = '']) => name).join(', ');
    const dynamicImports = modules.map(([, , url]) => `import(${url})`).join(', ');
    return `${WAIT_FOR_FIRST_PAINT}\n${preload}\nconst [${names}] = await Promise.all([${dynamicImports}]);`;
  });
}

/** The server gives its in-process fetch, and the pages' loaders find an api made of it. */
export function provideApi(context: RouterContextProvider, fetcher: Parameters<typeof createApi>[0]): void {
  context.set(apiContext, createApi(fetcher));
}

/** JSON that may stand in a script: nothing in it ends the script or begins a comment. */
const serializeForScript = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What the loaders gave, for the browser to begin with, as the framework hands it over (StreamTransfer), but in one piece. */
const renderHydrationScript = (data: string) =>
  `<script>{const it=window.__reactRouterContext.streamController;it.enqueue(${serializeForScript(data)});it.close()}</script>`;

/** The page stands beside an empty body: as a body it would be encoded, only to be read back into a text. */
class HtmlResponse extends Response {
  readonly html: string;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}

/** At once, not as a stream, which costs half as much again (`npm run bench -- render`) and gains nothing for a page sent whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  const data = serverHandoffStream ? await text(serverHandoffStream) : '';
  const { 0: preloads, index: head } = PRELOAD_LINKS.exec(html) ?? { 0: '', index: 0 };
  const last = html.lastIndexOf(ENTRY_SCRIPT_TAG) + ENTRY_SCRIPT_TAG.length;
  const end = html.lastIndexOf('</body>');
  const page = [
    `<!DOCTYPE html>${html.slice(0, head)}`,
    html.slice(head + preloads.length, last),
    deferEntryScript(html.slice(last, end), preloads),
    renderHydrationScript(data),
    html.slice(end),
  ];
  headers.set('content-type', 'text/html; charset=utf-8');
  return new HtmlResponse(page.join(''), { status, headers });
}
