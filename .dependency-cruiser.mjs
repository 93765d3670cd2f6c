/**
 * The walls between folders: who may import whom, and that nothing goes in circles. `npm run boundaries` checks them. Each comment says what to
 * do instead of the import that it forbids; docs/decisions/0022 says why this tool.
 */

/** The folders of src/server. Each may import those further down and none further up, so they can't form a circle. */
const SERVER_FOLDERS = [
  'cli',
  'metrics',
  'jobs',
  'seed',
  'seo',
  'reports',
  'privacy',
  'versions',
  'webhook',
  'backup',
  'order',
  'payment',
  'pricing',
  'catalog',
  'inventory',
  'content',
  'team',
  'api-keys',
  'account',
  'auth',
  'email',
  'audit',
  'settings',
  'http',
  'address',
  'images',
  'storage',
  'response-cache',
  'database',
  'telemetry',
];

const serverLayers = SERVER_FOLDERS.slice(1).map((folder, index) => ({
  name: `server-layers-${folder}`,
  comment: `${folder}/ is used by what it would import here. Move what both need further down, or let app.ts, bootstrap.ts or main.ts hand it in.`,
  from: { path: `^src/server/${folder}/` },
  to: { path: `^src/server/(${SERVER_FOLDERS.slice(0, index + 1).join('|')})/` },
}));

const unlistedFolder = {
  name: 'server-folders-are-listed',
  comment: 'This folder is not in SERVER_FOLDERS above. Put it there, below what uses it and above what it uses.',
  from: { path: `^src/server/(?!(${SERVER_FOLDERS.join('|')})/)[^/]+/` },
  to: {},
};

const SQL = '/drizzle-orm/|^drizzle-orm|^src/server/database/schema/';

const rules = [
  {
    name: 'no-circular-files',
    comment: 'Files that import each other can only be read together. Move what both need into a third file.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circular-folders',
    comment: 'Folders that import each other are one folder. Move what both need further down, or let the upper one hand it in.',
    scope: 'folder',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'source-imports-no-tests',
    comment: 'Tests use the shop, not the other way round. Move what both need into src/.',
    from: { path: '^src/' },
    to: { path: '^(tests|bench|tools)/' },
  },
  {
    name: 'source-imports-no-dev-dependencies',
    comment: 'What the shop runs on is a dependency in package.json, also where the build bundles it, so that audits and scanners see it.',
    from: { path: '^src/', pathNot: '^src/(web/routes|server/http/vite-dev)[.]ts$' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'contract-imports-typebox-only',
    comment: 'Both halves load the contract, so it may import neither of them, nor Node, nor any other package.',
    from: { path: '^src/contract/' },
    to: { pathNot: '^src/contract/|/typebox/' },
  },
  {
    name: 'schemas-stay-on-the-server',
    comment: "The browser needs an endpoint's method, path and types, not its schemas. Import them with `import type`.",
    from: { path: '^src/(web|contract/[^/]+$)' },
    to: { path: '^src/contract/schemas/|/typebox/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web-imports-no-server',
    comment: 'The web reaches the server by calls only: describe one in src/contract and make it through src/web/api.ts.',
    from: { path: '^src/web/' },
    to: { path: '^src/(server/|main)' },
  },
  {
    name: 'server-imports-no-web',
    comment: 'The server must run without the web. Only main.ts knows both; let it hand in what the server needs.',
    from: { path: '^src/server/' },
    to: { path: '^src/(web/|main)' },
  },
  ...serverLayers,
  unlistedFolder,
  {
    name: 'only-app-imports-routes',
    comment: 'Routes are registered in app.ts. Move what else is needed of them into a service.',
    from: { path: '^src/', pathNot: '^src/server/app[.]ts$' },
    to: { path: '[.]routes[.]ts$' },
  },
  {
    name: 'repositories-import-no-services',
    comment: 'A repository only finds and stores. Decide in the service and hand the decision in.',
    from: { path: '[.]repository[.]ts$' },
    to: { path: '[.]service[.]ts$' },
  },
  {
    name: 'only-repositories-write-sql',
    comment: 'SQL is written in *.repository.ts and in database/. Add a function there and call it.',
    from: { path: '^src/', pathNot: '[.]repository[.]ts$|^src/server/database/' },
    to: { path: SQL, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-its-port-knows-a-provider',
    comment: 'Only payment/<provider>/ knows the package of a payment provider. Go through the port, payment/provider.ts.',
    from: { path: '^src/', pathNot: '^src/server/payment/stripe/' },
    to: { path: '/node_modules/stripe/|^stripe' },
  },
  {
    name: 'ui-knows-no-shop',
    comment: 'A part of the kit takes words and data as properties. What knows the shop belongs into components/.',
    from: { path: '^src/web/ui/' },
    to: { path: '^src/(contract|web/(pages|components|hooks|state|messages|api[.]))' },
  },
  {
    name: 'components-import-no-pages',
    comment: 'Pages are made of components. Move what both need into components/.',
    from: { path: '^src/web/(components|hooks)/' },
    to: { path: '^src/web/pages/' },
  },
  {
    name: 'state-knows-no-screen',
    comment: 'State must not depend on what shows it. Let the component or hook read the state instead.',
    from: { path: '^src/web/state/' },
    to: { path: '^src/web/(pages|components|hooks|ui)/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    // Tests may import everything.
    exclude: '[.]test[.]tsx?$',
    doNotFollow: { path: '^node_modules|^(tests|bench|tools)/' },
  },
};
