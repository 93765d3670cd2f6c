/**
 * The script that starts a page's JavaScript, in place of React Router's <Scripts>. That one names the page's modules in the head, where on a
 * slow line they take bandwidth from the font and the images; this one asks for them once the page has been painted.
 */
import { createContext, useContext } from 'react';
import type { EntryContext } from 'react-router';

interface BootTexts {
  /** The same on every page, so that it is hashed once for all their policies (content-security-policy.ts). What differs stands beside it as data. */
  script: string;
  /** Which modules to load, and what the framework needs to start in the browser. */
  boot: string;
  /** The results of the page's loaders. */
  loaderData: string;
}

/** Given by entry.server.tsx; null in the browser, where the script has run already. */
export const BootScriptContext = createContext<(BootTexts & { nonce: string }) | null>(null);

/**
 * Remembers clicks and entries made before the page is hydrated, each button once, however often it is pressed. Links, forms and popovers
 * work without scripts. It listens at the window, after React, so that nothing is done twice.
 */
const REMEMBER_INPUT = `const early = new Map();
const isAlive = () => document.querySelector('.toaster:popover-open');
onclick = oninput = ({ type, target }) => {
  const it = type === 'input' ? target : target.closest('[type=button]:not([popovertarget])');
  if (!it || isAlive()) return;
  early.set(it, [it.value, it.checked]);
  it.ariaBusy = true;
};`;

/**
 * Repeats them once the page is hydrated, which the open toaster shows. React compares a checkbox with its last known state, so it is set
 * back before it is clicked. The result of one is rendered before the next.
 */
const REPLAY_INPUT = `const replay = async () => {
  if (!isAlive()) return setTimeout(replay, 50);
  onclick = oninput = null;
  for (const [it, [value, checked]] of early) {
    it.ariaBusy = null;
    it.value = value;
    it.checked = !checked;
    if (/button|radio|checkbox/.test(it.type)) it.click();
    else for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
};
replay();`;

/** Waits for the first paint and the first images; a second at most, because a background tab never paints. */
const WAIT_FOR_FIRST_PAINT = `await new Promise((resolve) => {
  setTimeout(resolve, 1000);
  new PerformanceObserver(async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority=high]')].map((it) => it.decode()));
    resolve();
  }).observe({ type: 'paint', buffered: true });
});`;

/** Sets what <HydratedRouter> looks for in `window`, as <Scripts> does, and then starts entry.client.tsx. */
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
 * Escapes `<`, which in JSON occurs only within strings, so that no text in the data can end the script. The JSON that the framework makes of
 * the loaders' data is escaped like this too.
 */
const toScriptText = (json: string) => json.replaceAll('<', '\\u003c');

/** `loaderData`: the results of the page's loaders, as the framework encodes them. */
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
    script: [REMEMBER_INPUT, WAIT_FOR_FIRST_PAINT, START, REPLAY_INPUT].join('\n').replaceAll(/\n +/g, '\n'),
    boot: toScriptText(JSON.stringify(boot)),
    loaderData: toScriptText(loaderData),
  };
}

/** Marks a script as this project's own while the page is rendered (content-security-policy.ts). Every inline script needs it. */
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
