/** Hydrates the page in the browser; the boot script imports it when the page's modules are loaded. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { findArea, pickAreaRoutes } from './areas.ts';
import { THEME_SCRIPT } from './state/theme.ts';

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

interface TrustedTypes {
  createPolicy: (name: string, rules: Record<'createHTML' | 'createScript', (text: string) => string>) => unknown;
}

/**
 * The policy `require-trusted-types-for` forbids writing HTML or scripts as text. React does so in one case: if something changed the page
 * before it was hydrated, React renders it again, creates script elements by innerHTML with exactly this text, and fills in the theme's
 * script. Only these two texts are allowed.
 */
const SCRIPT_ELEMENT = '<script></script>';
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
const allowOnly = (allowed: string) => (text: string) => (text === allowed ? text : '');
trustedTypes?.createPolicy('default', { createHTML: allowOnly(SCRIPT_ELEMENT), createScript: allowOnly(THEME_SCRIPT) });

const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
const { __reactRouterRouteModules: modules = {} } = window as { __reactRouterRouteModules?: object };
const area = findArea(Object.keys(modules));
// While developing, Vite sends the table of both areas.
if (import.meta.env.DEV && manifest) Object.assign(manifest, pickAreaRoutes(manifest, area));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (manifest && area === 'shop') preloadRoutesOnInteraction(manifest);
