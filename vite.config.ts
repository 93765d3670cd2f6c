import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,/g;

/** In the browser a call is its method and its path: what it is for, and what TypeBox makes of its schemas, stays on the server. */
const bareContract: Plugin = {
  name: 'bare-contract',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'typebox' ? path.resolve(import.meta.dirname, 'src/web/no-schemas.ts') : null),
  transform: (code, id) => (/\/src\/contract\/\w+\.ts$/.test(id) ? { code: code.replace(SUMMARY, ''), map: null } : null),
};

/**
 * A few files rather than fifty small ones, each of which is a way to the server: the libraries, the frame with the
 * first page, the other pages of people who look, and those of people who buy. What only admins need stays by itself.
 */
const groups = [
  { name: 'libraries', test: /node_modules|\0/, priority: 4 },
  { name: 'shop', test: /src\/web\/(root|entry\.client|pages\/store\/home)\.tsx/, priority: 3 },
  { name: 'browse', test: /src\/web\/pages\/store\/(category|categories|search|product|text|not-found)\.tsx/, priority: 2 },
  { name: 'buy', test: /src\/web\/pages\/(store|account)\/[^/]+\.tsx/, priority: 1 },
];

export default defineConfig({
  plugins: [bareContract, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    // All of these know light-dark(): written out for older ones it would follow the system alone, not the theme switch.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  environments: {
    client: { build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false }, output: { codeSplitting: { groups } } } } },
  },
});
