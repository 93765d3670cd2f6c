import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** What an endpoint says that no page asks it. */
const UNASKED = new Set(['summary', 'params', 'query', 'reply', 'bodyLimit']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Every `endpoint({…})` below a node. */
function* endpointsIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const it of node) yield* endpointsIn(it);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, callee, arguments: given } = node as Node;
  if (type === 'CallExpression' && (callee as Node).name === 'endpoint') return yield* given as Node[];
  for (const it of Object.values(node)) yield* endpointsIn(it);
}

/**
 * In the browser a call is its method and its path. What it is for and what its schemas are stays on the server, and with
 * nobody asking for the schemas, they are left out of the build, TypeBox first.
 */
const bareContract: Plugin = {
  name: 'bare-contract',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: { order: 'pre', handler: (id) => (id === 'typebox' ? path.resolve(import.meta.dirname, 'src/web/no-schemas.ts') : null) },
  transform(code, id) {
    if (!/\/src\/contract\/\w+\.ts$/.test(id)) return null;
    let bare = code;
    for (const { properties } of [...endpointsIn(this.parse(code))].reverse()) {
      for (const { start, end, key, value } of [...(properties as Node[])].reverse()) {
        const name = String((key as Node).name);
        if (UNASKED.has(name)) bare = bare.slice(0, start) + bare.slice(end).replace(/^\s*,/, '');
        if (name === 'body') bare = `${bare.slice(0, (value as Node).start)}true${bare.slice((value as Node).end)}`;
      }
    }
    return { code: bare, map: null };
  },
};

/** What is imported later needs nothing beside itself that isn't there: Vite's helper for such imports stays out. */
const bareImports: Plugin = {
  name: 'bare-imports',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    order: 'pre',
    handler: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  },
};

/**
 * A few files rather than fifty small ones, each of which is a way to the server: the libraries, the frame with the
 * first page, the other pages of people who look, and those of people who buy. What only admins need stays by itself, and so
 * does the entry: it starts as soon as it is there, which must not be before the page's own modules are.
 */
const groups = [
  { name: 'libraries', test: /node_modules|\0/, priority: 4 },
  { name: 'shop', test: /src\/web\/(root|pages\/store\/home)\.tsx/, priority: 3 },
  { name: 'browse', test: /src\/web\/pages\/store\/(category|categories|search|product|text|not-found)\.tsx/, priority: 2 },
  { name: 'buy', test: /src\/web\/pages\/(store|account)\/[^/]+\.tsx/, priority: 1 },
];

/** Six letters tell versions of a file apart as well as eight, and every name stands in the list that each page brings. */
const names = { entryFileNames: 'assets/[name]-[hash:6].js', chunkFileNames: 'assets/[name]-[hash:6].js' };

export default defineConfig({
  plugins: [bareContract, bareImports, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
    // All of these know light-dark(): written out for older ones it would follow the system alone, not the theme switch.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  environments: {
    client: {
      build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false }, output: { codeSplitting: { groups }, ...names } } },
    },
  },
});
