import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** What an endpoint says that no page asks it. */
const SERVER_ONLY_FIELDS = new Set(['summary', 'params', 'query', 'reply', 'bodyLimit']);

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Every `endpoint({…})` below a node. */
function* findEndpoints(node: unknown): Generator<AstNode> {
  if (Array.isArray(node)) for (const it of node) yield* findEndpoints(it);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, callee, arguments: args } = node as AstNode;
  if (type === 'CallExpression' && (callee as AstNode).name === 'endpoint') return yield* args as AstNode[];
  for (const it of Object.values(node)) yield* findEndpoints(it);
}

/**
 * In the browser a call is its method and its path. What it is for and what its schemas are stays on the server, and with
 * nobody asking for the schemas, they are left out of the build, TypeBox first.
 */
const stripContract: Plugin = {
  name: 'bare-contract',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: { order: 'pre', handler: (id) => (id === 'typebox' ? path.resolve(import.meta.dirname, 'src/web/no-schemas.ts') : null) },
  transform(code, id) {
    if (!/\/src\/contract\/\w+\.ts$/.test(id)) return null;
    let stripped = code;
    for (const { properties } of [...findEndpoints(this.parse(code))].reverse()) {
      for (const { start, end, key, value } of [...(properties as AstNode[])].reverse()) {
        const name = String((key as AstNode).name);
        if (SERVER_ONLY_FIELDS.has(name)) stripped = stripped.slice(0, start) + stripped.slice(end).replace(/^\s*,/, '');
        if (name === 'body') stripped = `${stripped.slice(0, (value as AstNode).start)}true${stripped.slice((value as AstNode).end)}`;
      }
    }
    return { code: stripped, map: null };
  },
};

/** What is imported later needs nothing beside itself that isn't there: Vite's helper for such imports stays out. */
const stripPreloadHelper: Plugin = {
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
  { name: 'shop', test: /src\/web\/(root|pages\/storefront\/home)\.tsx/, priority: 3 },
  { name: 'browse', test: /src\/web\/pages\/storefront\/(category|categories|search|product|content-page|not-found)\.tsx/, priority: 2 },
  { name: 'buy', test: /src\/web\/pages\/(storefront|account)\/[^/]+\.tsx/, priority: 1 },
];

/** Six letters tell versions of a file apart as well as eight, and every name stands in the list that each page brings. */
const outputFileNames = { entryFileNames: 'assets/[name]-[hash:6].js', chunkFileNames: 'assets/[name]-[hash:6].js' };

export default defineConfig({
  plugins: [stripContract, stripPreloadHelper, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
    // All of these know light-dark(): written out for older ones it would follow the system alone, not the theme switch.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { treeshake: { propertyReadSideEffects: false }, output: { codeSplitting: { groups }, ...outputFileNames } },
      },
    },
  },
});
