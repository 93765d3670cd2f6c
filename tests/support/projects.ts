/** Which test files run on which database: read by vitest.config.ts and by tools/specification. */

/** `npm run test:all`: every server test on both databases, every combination of screen, width and theme, load and kills at full size. */
export const isFullRun = process.env.FULL === 'on';

/**
 * For processes with an embedded database, which is WebAssembly: compiled by the quick compiler alone, it takes half the processor time, as
 * code that runs for seconds only doesn't earn what the optimizing one costs. A full run and benchmarks use both, as merchants do.
 */
export const NODE_FLAGS = process.env.VITEST && !isFullRun ? ['--liftoff-only'] : [];

/** A test with this tag runs in a full run only; `test.runIf` has to check `isFullRun` too, as it ignores tags. */
export const FULL_TAG = 'full';

/** Tests that need root and Debian's packages: `npm run test:cluster`, and a part of a full run. */
export const runsCluster = isFullRun || process.env.CLUSTER === 'on';

export const CLUSTER_TESTS = 'tests/cluster/';

/** How many test files run at once. Each worker has a database, and for browser tests a shop and a browser. */
export const WORKER_COUNT = 4;

/** If several tests share a list by turns: the items for this one. In a full run each test gets all of them. */
export function takeTurn<T>(items: readonly T[], turn: number, tests: number): T[] {
  return items.filter((_item, index) => isFullRun || index % tests === turn % tests);
}

/** The first cases of a promise; all of them in a full run. */
export function takeFirst<const T>(cases: readonly T[], count = 1): readonly T[] {
  return isFullRun ? cases : cases.slice(0, count);
}

/** `npx vitest run src/server/shop/orders/lifecycle` runs the files that it names on both databases. */
const namesFiles = process.argv.slice(2).some((argument) => argument.startsWith('src/'));

export const runsAllOnEmbedded = isFullRun || namesFiles;

/** Tests without a database run once. */
export const UNIT_TESTS = [
  'src/contract/**/*.test.ts',
  'src/web/**/*.test.{ts,tsx}',
  'src/server/platform/{log,settings}/*.test.ts',
  'src/server/platform/process/{concurrency-limit,data-dir}.test.ts',
  'src/server/shop/database/slug.test.ts',
  'src/server/shop/team/login/user-agent.test.ts',
  'src/server/shop/integrity/backup/backup-file.test.ts',
  'src/server/cli/usage.test.ts',
  'src/server/shop/content/pages/markdown.test.ts',
  'src/server/shop/catalog/import/formats/html-to-markdown.test.ts',
  'src/server/platform/database/compile-sql.test.ts',
  'src/server/shop/messages/emails/email-templates.test.ts',
  'src/server/platform/http/{csv,public-fetch}.test.ts',
  'src/server/shop/orders/{checkout/cart-sums,lifecycle/order.state,payments/{check-payment,payment-code}}.test.ts',
  'src/server/shop/payments/stripe/{stripe,stripe-failures,stripe.contract}.test.ts',
  'src/server/shop/pricing/{cart-totals,taxes,without-tax}.test.ts',
  'src/server/shop/balances/plan-balance.test.ts',
  'src/server/platform/cache/{cache-entry,dependencies,fast-path,open-response-cache}.test.ts',
  'src/server/shop/seed/product-images.test.ts',
  'src/server/shop/content/seo/redirect-line.test.ts',
  'src/server/platform/storage/{folder-store,shared-assets}.test.ts',
  'tests/*.test.ts',
  'tools/**/*.test.ts',
];

/** All others of these run on PostgreSQL. */
export const SERVER_TESTS = ['src/**/*.test.ts', 'tests/security/**/*.test.ts'];

/**
 * These run on the embedded database too in every `npm test`, since the databases may differ there: SQL that only one of them
 * would plan, cast or sort in that way; transactions and locks on a single connection; what a process leaves on disk. The others run
 * on it in `npm run test:all`, and the browser tests (tests/e2e) all run on it.
 */
export const EMBEDDED_TESTS = [
  'src/server/shop/integrity/audit/audit-chain.test.ts',
  'src/server/shop/catalog/listing/{analyze-catalog,price-counts,product-list}.test.ts',
  'src/server/shop/catalog/search/{search,synonyms}.test.ts',
  'src/server/{platform,shop}/database/*.test.ts',
  'src/server/shop/orders/{checkout/checkout,downloads/license-keys,downloads/order-downloads,lifecycle/order}.test.ts',
  'src/server/shop/reports/dashboard-stats.test.ts',
  'src/server/shop/messages/webhooks/events.test.ts',
  'src/server/platform/cache/{dropped-responses,invalidation,response-cache}.test.ts',
];
