/**
 * npm run bench                    cached responses, start-up time and memory (program `throughput`)
 * npm run bench -- requests        filters and searches, uncached
 * npm run bench -- facets          lists filtered by options, at 1,000,000 variants
 * npm run bench -- render          server rendering, uncached
 * npm run bench -- search-quality  how often a search finds what was meant
 * npm run bench -- checkout        orders per second
 * npm run bench -- selling         cached responses while checkouts go through, and beside a busy core
 * npm run bench -- campaign        pages under click ids
 * npm run bench -- change          the second after an admin's change
 * npm run bench -- logins          a cached page while people log in
 * npm run bench -- orders          lists, overview, verify and jobs at a million orders
 * npm run bench -- product-table   the admin's table of a million products
 * npm run bench -- product-import  a file of 100,000 rows, uploaded, checked and imported
 * npm run bench -- instances       what 1 to 100 instances ask of one database beside their visitors
 * npm run bench -- monitoring      the cached home page with a line of log for each response, and with metrics
 * npm run bench -- emails          emails a minute to a mail server that takes its time
 * npm run bench -- lighthouse      Lighthouse on a simulated phone
 *
 * Each writes its section of bench/results.md. Settings (SECONDS, ROUNDS, TARGET, PRODUCTS, …) are named at the top of each program.
 */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  throughput: () => import('./cached-responses.ts'),
  checkout: () => import('./checkout.ts'),
  render: () => import('./render.ts'),
  facets: () => import('./facets.ts'),
  requests: () => import('./requests.ts'),
  'search-quality': () => import('./search-quality.ts'),
  selling: () => import('./selling.ts'),
  campaign: () => import('./campaign.ts'),
  change: () => import('./change.ts'),
  logins: () => import('./logins.ts'),
  orders: () => import('./orders.ts'),
  'product-table': () => import('./product-table.ts'),
  'product-import': () => import('./product-import.ts'),
  instances: () => import('./instances.ts'),
  monitoring: () => import('./monitoring.ts'),
  emails: () => import('./emails.ts'),
  lighthouse: () => import('./lighthouse.ts'),
};

const programName = process.argv[2] ?? 'throughput';
const program = PROGRAMS[programName];
if (!program) {
  console.error(`There is no program ${programName}. Programs: ${Object.keys(PROGRAMS).join(', ')}`);
  process.exit(2);
}
await program();

export {};
