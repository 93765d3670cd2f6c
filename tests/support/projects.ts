/** Which test files run on which database: read by vitest.config.ts and by tools/specification. */

/** `npm run test:all`: every server test on both databases, every combination of screen, width and theme, rushes and kills in full size. */
export const isFullRun = process.env.FULL === 'on';

/** A test with this tag runs in a full run only; one of `test.runIf` has to ask `isFullRun`, too, as it runs whatever its tags say. */
export const FULL_TAG = 'full';

/** What takes root and Debian's packages: `npm run test:cluster`, and a part of a full run. */
export const runsCluster = isFullRun || process.env.CLUSTER === 'on';

export const CLUSTER_TESTS = 'tests/cluster/';

/** How many test files run at once. Each worker has a database, and for journeys a shop and a browser. */
export const WORKER_COUNT = 4;

/** Where several tests share a list by turns: the items of this one. In a full run each test has all of them. */
export function takeTurn<T>(items: readonly T[], turn: number, tests: number): T[] {
  return items.filter((_item, index) => isFullRun || index % tests === turn % tests);
}

/** Of the cases of one promise the first ones; all of them in a full run. */
export function takeFirst<const T>(cases: readonly T[], count = 1): readonly T[] {
  return isFullRun ? cases : cases.slice(0, count);
}

/** `npx vitest run src/server/order` runs the files that it names on both databases. */
const namesFiles = process.argv.slice(2).some((argument) => argument.startsWith('src/'));

export const runsAllOnEmbedded = isFullRun || namesFiles;

/** They open no database, so they run once. */
export const UNIT_TESTS = [
  'src/contract/**/*.test.ts',
  'src/web/**/*.test.{ts,tsx}',
  'src/server/{concurrency-limit,config,config-secrets,data-dir-lock,data-dir-permissions,log-stream,serialize-error,setup-warnings,slug}.test.ts',
  'src/server/auth/user-agent.test.ts',
  'src/server/backup/backup-file.test.ts',
  'src/server/cli/usage.test.ts',
  'src/server/content/markdown.test.ts',
  'src/server/database/compile-sql.test.ts',
  'src/server/email/email-templates.test.ts',
  'src/server/http/{csv,public-fetch}.test.ts',
  'src/server/order/{cart-sums,order.state,check-payment}.test.ts',
  'src/server/payment/stripe/{stripe,stripe-failures,stripe.contract}.test.ts',
  'src/server/pricing/cart-totals.test.ts',
  'src/server/response-cache/{cache-entry,dependencies,fast-path,open-response-cache}.test.ts',
  'src/server/seed/product-images.test.ts',
  'src/server/seo/redirect-line.test.ts',
  'src/server/storage/{folder-store,shared-assets,storage-config}.test.ts',
  'tests/*.test.ts',
  'tools/**/*.test.ts',
];

/** All others of these run on PostgreSQL. */
export const SERVER_TESTS = ['src/**/*.test.ts', 'tests/security/**/*.test.ts'];

/**
 * Run on the embedded database too in every `npm test`, since the two may differ in what they are about: SQL that only one of them
 * would plan, cast or sort in that way; transactions and locks on a single connection; what a process leaves on disk. The others run
 * on it in `npm run test:all`, and the browser's journeys (tests/e2e) all run on it.
 */
export const EMBEDDED_TESTS = [
  'src/server/audit/audit-chain.test.ts',
  'src/server/catalog/listing/{price-counts,product-list}.test.ts',
  'src/server/catalog/search/{analyze-catalog,search,synonyms}.test.ts',
  'src/server/database/*.test.ts',
  'src/server/order/{checkout,order}.test.ts',
  'src/server/reports/dashboard-stats.test.ts',
  'src/server/webhook/events.test.ts',
  'src/server/response-cache/{dropped-responses,invalidation,response-cache}.test.ts',
];
