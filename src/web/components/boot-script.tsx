/**
 * The script that hydrates a page, instead of React Router's <Scripts>. <Scripts> names the page's modules in the head, where on a slow
 * connection they compete with the font and the images; this one requests them once the page has been painted.
 */
import { createContext, useContext } from 'react';
import type { EntryContext } from 'react-router';

interface BootTexts {
  /** The same on every page, so that its hash is computed once (script-policy.ts). Data that differs is in separate elements. */
  script: string;
  /** The modules to load, and the framework's initial state in the browser. */
  boot: string;
  /** The data of the page's loaders. */
  loaderData: string;
}

/** Provided by entry.server.tsx; null in the browser, where the script has run already. */
export const BootScriptContext = createContext<(BootTexts & { nonce: string }) | null>(null);

/** Waits for the first paint and the most important images, but at most for a second, because a background tab never paints. */
const WAIT_FOR_FIRST_PAINT = `await new Promise((resolve) => {
  setTimeout(resolve, 1000);
  new PerformanceObserver(async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((it) => it.decode()));
    resolve();
  }).observe({ type: 'paint', buffered: true });
});`;

/** Sets what <HydratedRouter> expects in `window`, as <Scripts> does, and then starts entry.client.tsx. */
const START = `const readText = (id) => document.getElementById(id).textContent;
const { first, entry, imports, routes, context } = JSON.parse(readText('boot'));
const preload = (href) => document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
new Set([...first, entry, ...imports, ...Object.values(routes).flat()]).forEach(preload);
for (const url of first) await import(url);
const loadRoute = async ([id, urls]) => [id, Object.assign({}, ...(await Promise.all(urls.map((it) => import(it)))))];
window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(Object.entries(routes).map(loadRoute)));
window.__reactRouterContext = { ...context, stream: new Blob([readText('loader-data')]).stream() };
await import(entry);`;

/**
 * In JSON, and in the framework's encoding of loader data, `<` only occurs within strings. Escaped, it can't end the script element that
 * contains it.
 */
const toScriptText = (json: string) => json.replaceAll('<', '\\u003c');

/** `loaderData`: what the page's loaders gave, as the framework encodes it. */
export function buildBootTexts(
  { manifest, serverHandoffString = '{}', staticHandlerContext }: EntryContext,
  loaderData: string,
): BootTexts {
  const matchedRoutes = staticHandlerContext.matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? []);
  const listModules = (it: (typeof matchedRoutes)[number]) =>
    [it.clientActionModule, it.clientLoaderModule, it.clientMiddlewareModule, it.hydrateFallbackModule, it.module].filter(
      (url) => url !== undefined,
    );
  const boot = {
    first: [...(manifest.hmr ? [manifest.hmr.runtime] : []), manifest.url],
    entry: manifest.entry.module,
    imports: [...new Set([...manifest.entry.imports, ...matchedRoutes.flatMap((it) => it.imports ?? [])])],
    routes: Object.fromEntries(matchedRoutes.map((it) => [it.id, listModules(it)])),
    context: JSON.parse(serverHandoffString) as unknown,
  };
  return {
    script: `${WAIT_FOR_FIRST_PAINT}\n${START}`,
    boot: toScriptText(JSON.stringify(boot)),
    loaderData: toScriptText(loaderData),
  };
}

/** Marks a script as this project's own while the page is rendered (script-policy.ts). Every inline script needs it. */
export function useScriptNonce(): string | undefined {
  return useContext(BootScriptContext)?.nonce;
}

export function BootScript() {
  const texts = useContext(BootScriptContext);
  return (
    <>
      <script type="application/json" id="boot" suppressHydrationWarning>
        {texts?.boot ?? ''}
      </script>
      <script type="application/json" id="loader-data" suppressHydrationWarning>
        {texts?.loaderData ?? ''}
      </script>
      <script type="module" nonce={texts?.nonce} suppressHydrationWarning>
        {texts?.script ?? ''}
      </script>
    </>
  );
}
