import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { preloadRoutesOnInteraction } from './prefetch-scripts.ts';
import { THEME_SCRIPT } from './state/theme.ts';

interface TrustedTypes {
  createPolicy: (name: string, rules: Record<'createHTML' | 'createScript', (text: string) => string>) => unknown;
}

/**
 * Where something changed the page before it hydrated, React builds it anew and makes its script elements by way of
 * innerHTML with this very text, and gives the head's own script its text. The page's policy would forbid that and leave
 * it blank; anything else stays out.
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
