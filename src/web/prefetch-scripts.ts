/**
 * Loads the scripts of the shop's other pages at the first interaction, and not before, so that nothing competes with the first page.
 * Without them, a click made offline would lose the current page, because the router reloads if a page's script can't be fetched. The
 * manifest in `window` is the framework's own; docs/decisions/0019 says why <PrefetchPageLinks> can't replace this.
 */
export interface Manifest {
  routes: Record<string, { parentId?: string; path?: string; module: string; imports?: string[]; clientLoaderModule?: string }>;
}

function preloadRoutes({ routes }: Manifest): void {
  const files = new Set(
    Object.values(routes).flatMap(({ module, imports = [], clientLoaderModule }) => [module, ...imports, clientLoaderModule ?? module]),
  );
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'];

export function preloadRoutesOnInteraction(manifest: Manifest): void {
  const controller = new AbortController();
  const start = () => {
    controller.abort();
    preloadRoutes(manifest);
  };
  for (const eventName of INTERACTION_EVENTS) addEventListener(eventName, start, { signal: controller.signal, passive: true });
}
