/**
 * npm run bench                           cached responses, start-up time and memory (program `cached-responses`)
 * npm run bench -- requests               filters and searches, uncached
 * npm run bench -- facets                 lists filtered by options, at 1,000,000 variants
 * npm run bench -- categories             lists of branches of a tree, at 100,000 products
 * npm run bench -- collections            collections by rule, at 100,000 products
 * npm run bench -- render                 server rendering, uncached
 * npm run bench -- search-quality         how often a search finds what was meant
 * npm run bench -- checkout               orders per second
 * npm run bench -- pages-during-checkouts cached responses while checkouts go through, and with one core busy
 * npm run bench -- click-ids              cached pages requested with click ids
 * npm run bench -- price-change           the second after an admin changes a price
 * npm run bench -- logins                 a cached page while people log in
 * npm run bench -- orders                 lists, overview, verify and jobs at a million orders
 * npm run bench -- product-table          the admin's table of a million products
 * npm run bench -- product-import         a file of 100,000 rows, uploaded, checked and imported
 * npm run bench -- instances              the load of 1 to 100 instances on one database
 * npm run bench -- monitoring             the cached home page with a log line for each response, and with metrics
 * npm run bench -- emails                 emails a minute to a slow mail server
 * npm run bench -- variants               a product of 2,048 variants: its calls, its page and its form
 * npm run bench -- feeds                  the feeds for Google and Meta of 100,000 products
 * npm run bench -- lighthouse             Lighthouse on a simulated phone
 *
 * Each writes its section of bench/results.md. Settings (SECONDS, ROUNDS, TARGET, PRODUCTS, …) are listed at the top of each program.
 */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  'cached-responses': () => import('./cached-responses.ts'),
  checkout: () => import('./checkout.ts'),
  render: () => import('./render.ts'),
  facets: () => import('./facets.ts'),
  categories: () => import('./categories.ts'),
  collections: () => import('./collections.ts'),
  requests: () => import('./requests.ts'),
  'search-quality': () => import('./search-quality.ts'),
  'pages-during-checkouts': () => import('./pages-during-checkouts.ts'),
  'click-ids': () => import('./click-ids.ts'),
  'price-change': () => import('./price-change.ts'),
  logins: () => import('./logins.ts'),
  orders: () => import('./orders.ts'),
  'product-table': () => import('./product-table.ts'),
  'product-import': () => import('./product-import.ts'),
  instances: () => import('./instances.ts'),
  monitoring: () => import('./monitoring.ts'),
  emails: () => import('./emails.ts'),
  variants: () => import('./variants.ts'),
  feeds: () => import('./feeds.ts'),
  lighthouse: () => import('./lighthouse.ts'),
};

const programName = process.argv[2] ?? 'cached-responses';
const program = PROGRAMS[programName];
if (program) {
  await program();
} else {
  const isHelp = programName === 'help';
  console.log(`${isHelp ? '' : `There is no program ${programName}. `}Programs: ${Object.keys(PROGRAMS).join(', ')}`);
  process.exitCode = isHelp ? 0 : 2;
}

export {};
