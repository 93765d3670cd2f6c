/**
 * The script that brings a page alive, in place of React Router's <Scripts>. That one names the page's modules in the head, where on a
 * slow line they take bandwidth from the font and the images; this one asks for them once the page has been painted.
 */
import { createContext, useContext } from 'react';
import type { EntryContext } from 'react-router';

interface ServerScript {
  text: string;
  nonce: string;
}

/** Given by entry.server.tsx; null in the browser, where the script has run already. */
export const BootScriptContext = createContext<ServerScript | null>(null);

/** Waits for the first paint and the images that were asked for first; a second at most, as a background tab never paints. */
const WAIT_FOR_FIRST_PAINT = `await new Promise((resolve) => {
  setTimeout(resolve, 1000);
  new PerformanceObserver(async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((it) => it.decode()));
    resolve();
  }).observe({ type: 'paint', buffered: true });
});`;

/** Sets what <HydratedRouter> looks for in `window`, as <Scripts> does, and then starts entry.client.tsx. */
const START = `for (const href of boot.preloads) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
for (const url of boot.first) await import(url);
const loadRoute = async ([id, urls]) => [id, Object.assign({}, ...(await Promise.all(urls.map((it) => import(it)))))];
window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(Object.entries(boot.routes).map(loadRoute)));
window.__reactRouterContext = { ...boot.context, stream: new Blob([boot.data]).stream() };
await import(boot.entry);`;

/** JSON that may stand in a script: nothing in it ends the script or begins a comment. */
const toScriptJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `data`: what the page's loaders gave, as the framework encodes it. */
export function buildBootScript({ manifest, serverHandoffString = '{}', staticHandlerContext }: EntryContext, data: string): string {
  const routes = staticHandlerContext.matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? []);
  const listModules = (it: (typeof routes)[number]) =>
    [it.clientActionModule, it.clientLoaderModule, it.clientMiddlewareModule, it.hydrateFallbackModule, it.module].filter(
      (url) => url !== undefined,
    );
  const boot = {
    preloads: [
      ...new Set([
        manifest.url,
        manifest.entry.module,
        ...manifest.entry.imports,
        ...routes.flatMap((it) => [...listModules(it), ...(it.imports ?? [])]),
      ]),
    ],
    first: [...(manifest.hmr ? [manifest.hmr.runtime] : []), manifest.url],
    routes: Object.fromEntries(routes.map((it) => [it.id, listModules(it)])),
    entry: manifest.entry.module,
    context: JSON.parse(serverHandoffString) as unknown,
    data,
  };
  return `const boot = ${toScriptJson(boot)};\n${WAIT_FOR_FIRST_PAINT}\n${START}`;
}

/** Marks a script as this project's own while the page is rendered (script-policy.ts). Every inline script needs it. */
export function useScriptNonce(): string | undefined {
  return useContext(BootScriptContext)?.nonce;
}

export function BootScript() {
  const script = useContext(BootScriptContext);
  return (
    <script type="module" nonce={script?.nonce} suppressHydrationWarning>
      {script?.text ?? ''}
    </script>
  );
}
