import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchAhead } from './fetch-ahead.ts';

interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => unknown;
}

/**
 * Where something changed the page before it hydrated, React builds it anew and makes its script elements by way of
 * innerHTML with this very text. The page's policy would forbid that and leave it blank; any other HTML stays out.
 */
const SCRIPT_ELEMENT = '<script></script>';
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === SCRIPT_ELEMENT ? html : '') });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

fetchAhead();
