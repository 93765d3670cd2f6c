/**
 * `npm run bench [-- program]`: `rates` (answers kept ready, the start, the memory) where none is named, `requests` (filters and searches),
 * `render` (pages made anew), `search-quality` (what is found), `checkout` (orders a second) or `lighthouse` (what a phone feels).
 */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  rates: () => import('./cached-responses.ts'),
  checkout: () => import('./checkout.ts'),
  render: () => import('./render.ts'),
  requests: () => import('./requests.ts'),
  'search-quality': () => import('./search-quality.ts'),
  lighthouse: () => import('./lighthouse.ts'),
};

const programName = process.argv[2] ?? 'rates';
const program = PROGRAMS[programName];
if (!program) {
  console.error(`There is no program ${programName}. Programs: ${Object.keys(PROGRAMS).join(', ')}`);
  process.exit(2);
}
await program();

export {};
