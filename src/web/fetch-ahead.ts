/**
 * Brings the scripts of the shoppers' other pages with the first sign that somebody is there, and not before: the first
 * page comes alone. Without them a click made offline would cost the page one is on: the router reloads where a page's
 * script can't be fetched.
 */
interface Manifest {
  routes: Record<string, { module: string; imports?: string[]; clientLoaderModule?: string }>;
}

const isForAdmins = (id: string) => id.startsWith('pages/admin/') || id === 'admin-area';

function preload(): void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
  if (!manifest) return;
  const routes = Object.entries(manifest.routes).filter(([id]) => !isForAdmins(id));
  const files = new Set(
    routes.flatMap(([, { module, imports = [], clientLoaderModule }]) => [module, ...imports, clientLoaderModule ?? module]),
  );
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'];

export function fetchAhead(): void {
  const stop = new AbortController();
  const start = () => {
    stop.abort();
    preload();
  };
  for (const sign of SIGNS) addEventListener(sign, start, { signal: stop.signal, passive: true });
}
