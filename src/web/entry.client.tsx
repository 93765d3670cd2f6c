/** Hydrates the page in the browser; the boot script imports it when the page's modules are loaded. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { preloadRoutesOnInteraction } from './prefetch-scripts.ts';
import { THEME_SCRIPT } from './state/theme.ts';

interface TrustedTypes {
  createPolicy: (name: string, rules: Record<'createHTML' | 'createScript', (text: string) => string>) => unknown;
}

/**
 * Trusted Types forbid writing HTML or scripts as text (the policy's `require-trusted-types-for`). React does so in one case: where
 * something changed the page before it hydrated, React renders it anew, makes script elements by innerHTML with exactly this text, and
 * fills the theme's script again. Those two texts are let through, and nothing else.
 */
const SCRIPT_ELEMENT = '<script></script>';
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
const allowOnly = (allowed: string) => (text: string) => (text === allowed ? text : '');
trustedTypes?.createPolicy('default', { createHTML: allowOnly(SCRIPT_ELEMENT), createScript: allowOnly(THEME_SCRIPT) });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

preloadRoutesOnInteraction();
