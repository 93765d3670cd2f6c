/**
 * Brings the scripts of the shoppers' other pages once this one stands and the browser is idle. Without them a click made
 * offline would cost the page one is on: the router reloads where a page's script can't be fetched.
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

export function fetchAhead(): void {
  // Not every browser knows idleness; two seconds after the load is as good.
  const later = () => ('requestIdleCallback' in window ? requestIdleCallback(preload) : setTimeout(preload, 2000));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
