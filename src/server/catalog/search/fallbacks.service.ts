/** Where no product has all words of a search: synonyms, then corrected words, then fewer words. docs/decisions/0048 says why so. */
import { type NearQueries, countMatches } from './near-matches.repository.ts';
import { buildNearQueries, COUNT_LIMIT, type CountedSlot, pickWords } from './near-matches.ts';
import type { SearchQueries } from './search.repository.ts';
import { buildSlots, listRepairs, loadSlotQueries, type Slot, type SlotQueries } from './slots.ts';
import { createTermLoader, joinWithAnd, type LoadTerm, type SearchContext } from './terms.ts';

/** How one kind of search looks for products. */
export interface SearchAttempt<T> {
  /** By all of the words. */
  find: (queries: SearchQueries) => Promise<T>;
  /** By some of the words. */
  findNear: (queries: NearQueries) => Promise<T>;
  isEmpty: (found: T) => boolean;
}

interface LoadedSlot extends Slot {
  isHead: boolean;
  queries: SlotQueries;
}

/** `found` is what a search for all words has found: nothing. */
export async function searchFurther<T>(
  context: SearchContext,
  terms: readonly string[],
  { find, findNear, isEmpty }: SearchAttempt<T>,
  found: T,
): Promise<T> {
  const loadTerm = await createTermLoader(context);
  let slots = await loadSlots(context, terms, loadTerm, true);
  if (slots.some(({ alternatives }) => alternatives.length > 1)) {
    const bySynonyms = await find(queryAll(slots));
    if (!isEmpty(bySynonyms)) return bySynonyms;
  }
  let counts = await countSlots(context, slots);
  // Two words that together are nothing may be something each.
  if (slots.some(({ words }, index) => words.length > 1 && !counts[index])) {
    slots = await loadSlots(context, terms, loadTerm, false);
    counts = await countSlots(context, slots);
  }
  if (counts.includes(0)) {
    slots = await Promise.all(slots.map((slot, index) => (counts[index] ? slot : repairSlot(context, slot, index === slots.length - 1, loadTerm))));
    const repaired = await find(queryAll(slots));
    if (!isEmpty(repaired)) return repaired;
    counts = await countSlots(context, slots);
  }
  const counted = slots.map(({ words, queries, isHead }, index): CountedSlot => ({ ...queries, text: words.join(' '), isHead, count: counts[index] ?? 0 }));
  const near = buildNearQueries(pickWords(counted));
  return near ? findNear(near) : found;
}

async function loadSlots(context: SearchContext, terms: readonly string[], loadTerm: LoadTerm, withPairs: boolean): Promise<LoadedSlot[]> {
  const slots = await buildSlots(context, terms, withPairs);
  const stopWords = await Promise.all(slots.map(async ({ words: [word = ''], words }) => words.length === 1 && (await loadTerm(word)).isStopWord));
  const head = findHead(stopWords);
  const loaded = await Promise.all(
    slots.map(async (slot, index) => ({ ...slot, isHead: index === head, queries: await loadSlotQueries(slot, loadTerm) })),
  );
  const significant = loaded.filter((_, index) => !stopWords[index]);
  return significant.length ? significant : loaded;
}

/** What a thing is stands last, but before what it is for: `small pan for the oven`. */
function findHead(stopWords: readonly boolean[]): number {
  const first = stopWords.indexOf(false);
  const next = stopWords.indexOf(true, first);
  return (next < 0 ? stopWords.length : next) - 1;
}

const queryAll = (slots: readonly LoadedSlot[]): SearchQueries => {
  const named = joinWithAnd(slots.map(({ queries }) => queries.named));
  return { anywhere: joinWithAnd(slots.map(({ queries }) => queries.anywhere)), named, whole: named, shortName: null };
};

const countSlots = (context: SearchContext, slots: readonly LoadedSlot[]) =>
  countMatches(
    context.db,
    slots.map(({ queries }) => queries.anywhere),
    COUNT_LIMIT,
  );

async function repairSlot(context: SearchContext, slot: LoadedSlot, isLast: boolean, loadTerm: LoadTerm): Promise<LoadedSlot> {
  const [word = ''] = slot.words;
  const repaired = { ...slot, alternatives: [[word], ...(await listRepairs(context, word))], isHalfTyped: isLast };
  return { ...repaired, queries: await loadSlotQueries(repaired, loadTerm) };
}
