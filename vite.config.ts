import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { bundledByBuild, dependencies } from './package.json' with { type: 'json' };

/**
 * Vite's helper for dynamic imports loads what they need in advance. Here they need nothing that isn't loaded by then (see `groups`), so
 * the helper stays out of the bundle.
 */
const stripPreloadHelper: Plugin = {
  name: 'strip-preload-helper',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    order: 'pre',
    handler: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  },
};

/**
 * The browser's files: a few large ones instead of fifty small ones, each of which would be a request. The libraries, the layout with the
 * home page, the other pages for looking, those of text, those for buying, and those of an account with the library that loads their data.
 * Admin pages stay files of their own, which customers never load; so does `uqr`, for the one page that draws a code, and so does the entry: it
 * runs as soon as it is loaded, which must not be before the page's own modules are.
 */
const groups = [
  // Of schemas alone, which the browser doesn't have: without a group of its own this list would come along with what they stand beside.
  { name: 'currencies', test: /src\/contract\/currencies\.ts/, priority: 6 },
  { name: 'libraries', test: /node_modules\/(?!uqr|@tanstack)|\0/, priority: 5 },
  { name: 'shop', test: /src\/web\/(root|storefront\/(home\/home|content-page\/catch-all))\.tsx/, priority: 4 },
  { name: 'browse', test: /src\/web\/storefront\/(category\/categor(y|ies)|search\/search|product\/product)\.tsx/, priority: 3 },
  { name: 'texts', test: /src\/web\/storefront\/content-page\/content-page\.tsx/, priority: 3 },
  {
    name: 'buy',
    test: /src\/web\/(storefront\/(cart\/cart|checkout\/checkout-\w+)|account\/(login\/login|register|[\w-]+-password|forget-password\/forget-password|confirm-email))\.tsx/,
    priority: 2,
  },
  // Whoever buys doesn't need it; who has an account, or works here, does.
  { name: 'load', test: /src\/web\/shared\/hooks\/use-load\.ts/, priority: 1 },
  // Of the account the files that stand directly in its folder, those that bear their folder's name, and that of an order.
  {
    name: 'account',
    test: /src\/web\/(storefront\/guest-order\/guest-order|account\/([\w-]+|([\w-]+)\/\3|orders\/order))\.tsx/,
    priority: 0,
  },
];

/**
 * Schemas stand beside the calls in src/contract, and the browser imports the calls alone: what nobody imports is left out, since these functions
 * only make a value. A new function that makes schemas is named here, too; `refuseSchemas` says so.
 */
const SCHEMA_MAKERS = ['Type', 'dollars', 'Nullable', 'SingleLine', 'AttributeText', 'clearable'];

const refuseSchemas: Plugin = {
  name: 'refuse-schemas',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []));
    if (!modules.some(([id, { renderedLength }]) => id.includes('/node_modules/typebox/') && renderedLength > 0)) return;
    const makers = /\b(?:_Object_|Optional|Union|Integer|Enum|Refine)\(/;
    const found = modules.filter(([id, { code }]) => id.includes('/src/contract/') && makers.test(code ?? '')).map(([id]) => id);
    this.error(
      `The browser would load schemas. Import them as types, and name in SCHEMA_MAKERS what makes them. Look into: ${found.join(' ')}`,
    );
  },
};

/** Seven letters of the hash instead of eight: each page carries the names of its files. Fewer are refused from 65 chunks on. */
const outputFileNames = { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' };

/** What a process or a thread of the server begins with. */
const SERVER_PROGRAMS = [
  'src/main.ts',
  'src/server/cli/shop.ts',
  'src/server/platform/process/require-node.ts',
  'src/server/shop/team/passwords/hash-thread.ts',
  'src/server/shop/catalog/import/reading/read-thread.ts',
];

/**
 * The server's programs, and one of `npm run bench`. Chunks lie beside them, so that src/server/platform/process/asset-path.ts finds its files in
 * build/server. Dependencies stay in node_modules, except for those that package.json lists in `bundledByBuild`: as part of a few large files
 * their many small modules load in a tenth of the time, and React is its production version whatever NODE_ENV says.
 */
const server: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true, external: Object.keys(dependencies).filter((it) => !bundledByBuild.includes(it)) },
  build: {
    target: 'esnext',
    rolldownOptions: {
      input: [...SERVER_PROGRAMS, 'bench/baseline-render.ts'],
      output: { chunkFileNames: '[name].js' },
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [stripPreloadHelper, refuseSchemas, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: false,
    target: 'es2023',
    // All of these know light-dark(); compiled for older browsers it would follow the system alone, not the theme switch.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  // While developing, a package that Vite finds on the first visit alone makes it answer that visit's scripts by 504.
  optimizeDeps: { include: ['react-hot-toast/headless'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Numbers and words of other modules are inlined wherever they are used, sums of them in further passes: 200 bytes less on the first visit.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          treeshake: {
            propertyReadSideEffects: false,
            manualPureFunctions: SCHEMA_MAKERS,
            moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }],
          },
          output: { codeSplitting: { groups }, ...outputFileNames },
        },
      },
    },
    // While developing, Node runs the server's own sources.
    ...(command === 'build' && { ssr: server }),
  },
}));
