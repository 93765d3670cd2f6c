/**
 * Loads the scripts of the customers' other pages at the first interaction, and not before, so that nothing competes with the first page.
 * Without them, a click made offline would lose the current page, because the router reloads if a page's script can't be fetched. The
 * manifest in `window` is the framework's own; docs/decisions/0019 says why <PrefetchPageLinks> can't replace this.
 */
interface Manifest {
  routes: Record<string, { module: string; imports?: string[]; clientLoaderModule?: string }>;
}

const isAdminRoute = (id: string) => id.startsWith('pages/admin/') || id === 'admin';

function preloadRoutes(): void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
  if (!manifest) return;
  const routes = Object.entries(manifest.routes).filter(([id]) => !isAdminRoute(id));
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

const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'];

export function preloadRoutesOnInteraction(): void {
  const controller = new AbortController();
  const start = () => {
    controller.abort();
    preloadRoutes();
  };
  for (const eventName of INTERACTION_EVENTS) addEventListener(eventName, start, { signal: controller.signal, passive: true });
}
