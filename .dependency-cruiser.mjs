/**
 * The walls between folders: who may import whom, and that nothing goes in circles. `npm run boundaries` checks them. Each comment says what to
 * do instead of the import that it forbids; docs/decisions/0022 says why this tool.
 */

/** The rooms of src/server, from top to bottom. Each may import those further down and none further up, so they can't form a circle. */
const SERVER_ROOMS = [
  'cli',
  'shop/reports/metrics',
  'shop/seed',
  'shop/feeds',
  'shop/imports',
  'shop/content/seo',
  'shop/reports',
  'shop/law',
  'shop/law/texts',
  'shop/law/checks',
  'shop/customers/privacy',
  'shop/integrity/versions',
  'shop/messages/webhooks',
  'shop/integrity/backup',
  'shop/integrity',
  'shop/orders',
  'shop/orders/test-orders',
  'shop/orders/guests',
  'shop/orders/checkout',
  'shop/orders/statements',
  'shop/orders/payments',
  'shop/orders/delays',
  'shop/orders/refunds',
  'shop/orders/shipping',
  'shop/orders/export',
  'shop/orders/requests',
  'shop/orders/downloads',
  'shop/orders/lifecycle',
  'shop/orders/documents',
  'shop/orders/rows',
  'shop/connections',
  'shop/payments',
  'shop/balances',
  'shop/pricing',
  'shop/catalog',
  'shop/catalog/bulk-edit',
  'shop/catalog/product-table',
  'shop/catalog/import/runs',
  'shop/catalog/import/rows',
  'shop/catalog/import/images',
  'shop/catalog/import/reading',
  'shop/catalog/import/formats',
  'shop/catalog/import',
  'shop/catalog/collections',
  'shop/catalog/listing',
  'shop/catalog/search',
  'shop/catalog/downloads',
  'shop/catalog/rules',
  'shop/catalog/products',
  'shop/catalog/bundles',
  'shop/catalog/categories',
  'shop/catalog/brands',
  'shop/catalog/safety',
  'shop/inventory',
  'shop/content/pages',
  'shop/opening',
  'shop/team/roles',
  'shop/team/api-keys',
  'shop/customers/list',
  'shop/customers/accounts',
  'shop/customers/companies',
  'shop/team',
  'shop/messages/emails',
  'shop/integrity/audit',
  'shop/settings',
  'shop/fields',
  'shop/customers/addresses',
  'shop/content/media',
  'shop/database',
  'platform/jobs',
  'platform/http',
  'platform/storage',
  'platform/cache',
  'platform/database',
  'platform/monitoring',
  'platform/settings',
  'platform/process',
  'platform/log',
  'platform/secrets',
];

/** A room's files, without those of the rooms inside it that are listed themselves. */
const filesOf = (room) => {
  const inner = SERVER_ROOMS.filter((it) => it.startsWith(`${room}/`)).map((it) => it.slice(room.length + 1));
  return `^src/server/${room}/${inner.length ? `(?!(${inner.join('|')})/)` : ''}`;
};

const serverLayers = SERVER_ROOMS.slice(1).map((room, index) => ({
  name: `server-layers-${room.replaceAll('/', '-')}`,
  comment: `${room}/ is used by what it would import here. Move what both need further down, or let app.ts or main.ts hand it in.`,
  from: { path: filesOf(room) },
  to: {
    path: SERVER_ROOMS.slice(0, index + 1)
      .map(filesOf)
      .join('|'),
    // A room above may say how its settings look.
    ...(room === 'platform/settings' && { dependencyTypesNot: ['type-only'] }),
  },
}));

const unlistedRoom = {
  name: 'server-rooms-are-listed',
  comment: 'This folder is not in SERVER_ROOMS above. Put it there, below what uses it and above what it uses.',
  from: { path: `^src/server/(?!(${SERVER_ROOMS.join('|')})/)[^/]+/.*/` },
  to: {},
};

const SQL = '/drizzle-orm/|^drizzle-orm|^src/server/shop/database/schema/';

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
    // Rooms of the server have their order above; the pages of one area may lead to each other.
    from: { path: '^src/(contract|web/(kit|shared|state))' },
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
    from: { path: '^src/', pathNot: '^src/(web/routes|server/platform/http/pages/vite-dev)[.]ts$' },
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
    comment:
      'The browser needs calls, types and choices. Import a schema as a type; the build refuses one that comes along (vite.config.ts).',
    from: { path: '^src/web/' },
    to: { path: '/typebox/|^src/contract/(fields|nouns)[.]ts$', dependencyTypesNot: ['type-only'] },
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
  unlistedRoom,
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
    from: { path: '^src/', pathNot: '[.]repository[.]ts$|^src/server/(platform|shop)/database/' },
    to: { path: SQL, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-its-port-knows-a-provider',
    comment: 'Only payment/<provider>/ knows the package of a payment provider. Go through the port, shop/payments/provider.ts.',
    from: { path: '^src/', pathNot: '^src/server/shop/payments/stripe/' },
    to: { path: '/node_modules/stripe/|^stripe' },
  },
  {
    name: 'kit-knows-no-shop',
    comment: 'A part of the kit takes words and data as properties. What knows the shop belongs into shared/.',
    from: { path: '^src/web/kit/' },
    to: { path: '^src/(contract|web/(storefront|account|admin|shared|state|api[.]))' },
  },
  {
    name: 'shared-imports-no-pages',
    comment: 'Pages are made of what is shared. Move what both need into shared/.',
    from: { path: '^src/web/shared/' },
    to: { path: '^src/web/(storefront|account|admin)/' },
  },
  {
    name: 'shoppers-load-no-admin',
    comment: 'Nothing of the admin area comes to a shopper. Move what both need into shared/.',
    from: { path: '^src/web/(storefront|account)/' },
    to: { path: '^src/web/admin/' },
  },
  {
    name: 'state-knows-no-screen',
    comment: 'State must not depend on what shows it. Let the component or hook read the state instead.',
    from: { path: '^src/web/state/' },
    to: { path: '^src/web/(storefront|account|admin|shared|kit)/' },
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
