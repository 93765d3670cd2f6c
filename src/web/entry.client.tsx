/** Hydrates the page in the browser; the boot script imports it when the page's modules are loaded. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { findArea, pickAreaRoutes } from './areas.ts';
import { type Manifest, preloadRoutesOnInteraction } from './prefetch-scripts.ts';
import { THEME_SCRIPT } from './state/theme.ts';

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
