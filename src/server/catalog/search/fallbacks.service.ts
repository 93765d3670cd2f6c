/** Where no product has all words of a search: synonyms, then corrected words, then fewer words. docs/decisions/0048 says why so. */
import { countMatches, type MatchCount, type NearQueries } from './near-matches.repository.ts';
import { buildNearQueries, COUNT_LIMIT, type CountedSlot, ESTIMATE_FROM, pickWords } from './near-matches.ts';
import type { SearchQueries } from './search.repository.ts';
import { buildSlots, listRepairs, loadSlotQueries, type Slot, type SlotQueries } from './slots.ts';
import { createTermLoader, isWord, joinWithAnd, type LoadTerm, type SearchContext } from './terms.ts';

/** How one kind of search looks for products. */
export interface SearchAttempt<T> {
  /** By all of the words. */
  find: (queries: SearchQueries) => Promise<T>;
  /** By some of the words. */
  findNear: (queries: NearQueries) => Promise<T>;
  isEmpty: (found: T) => boolean;
}

interface LoadedSlot extends Slot, SlotQueries {
  text: string;
  isHead: boolean;
  isLast: boolean;
}
type CountedWord = LoadedSlot & CountedSlot;

/** `found` is what a search for all words has found: nothing. */
export async function searchFurther<T>(
  context: SearchContext,
  terms: readonly string[],
  { find, findNear, isEmpty }: SearchAttempt<T>,
  found: T,
): Promise<T> {
  // Signs have no synonyms, and aren't misspelt.
  if (!terms.some(isWord)) return found;
  const loadTerm = await createTermLoader(context);
  let slots = await loadSlots(context, terms, loadTerm, true);
  if (slots.some(({ alternatives }) => alternatives.length > 1)) {
    const bySynonyms = await find(queryAll(slots));
    if (!isEmpty(bySynonyms)) return bySynonyms;
  }
  let counted = await countSlots(context, slots);
  // Two words that together are nothing may be something each.
  if (counted.some(({ words, count }) => words.length > 1 && !count)) {
    slots = await loadSlots(context, terms, loadTerm, false);
    counted = await countSlots(context, slots);
  }
  if (counted.some(isUnknown)) {
    const repaired = await Promise.all(counted.filter(isUnknown).map((slot) => repairSlot(context, slot, loadTerm)));
    const recounted = await countSlots(context, repaired);
    counted = counted.map((slot) => (isUnknown(slot) ? (recounted.shift() ?? slot) : slot));
    if (!counted.some(isUnknown)) {
      const byCorrections = await find(queryAll(counted));
      if (!isEmpty(byCorrections)) return byCorrections;
    }
  }
  const near = buildNearQueries(pickWords(counted));
  return near ? findNear(near) : found;
}

const isUnknown = ({ count }: MatchCount) => count === 0;

async function loadSlots(context: SearchContext, terms: readonly string[], loadTerm: LoadTerm, withPairs: boolean): Promise<LoadedSlot[]> {
  const slots = await buildSlots(context, terms, withPairs);
  const stopWords = await Promise.all(
    slots.map(async ({ words: [word = ''], words }) => words.length === 1 && (await loadTerm(word)).isStopWord),
  );
  const head = findHead(stopWords);
  const loaded = await Promise.all(
    slots.map(async (slot, index) => ({
      ...slot,
      ...(await loadSlotQueries(slot, loadTerm)),
      text: slot.words.join(' '),
      isHead: index === head,
      isLast: index === slots.length - 1,
    })),
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
  const named = joinWithAnd(slots.map((it) => it.named));
  return { anywhere: joinWithAnd(slots.map((it) => it.anywhere)), named, whole: named, shortName: null };
};

async function countSlots({ db }: SearchContext, slots: readonly LoadedSlot[]): Promise<CountedWord[]> {
  const counts = await countMatches(
    db,
    slots.map((it) => it.anywhere),
    COUNT_LIMIT,
    ESTIMATE_FROM,
  );
  return slots.map((slot, index) => ({ ...slot, ...(counts[index] ?? { count: 0, cost: 0 }) }));
}

async function repairSlot(context: SearchContext, slot: CountedWord, loadTerm: LoadTerm): Promise<CountedWord> {
  const [word = ''] = slot.words;
  const repaired = { ...slot, alternatives: [[word], ...(await listRepairs(context, word))], isHalfTyped: slot.isLast };
  return { ...repaired, ...(await loadSlotQueries(repaired, loadTerm)) };
}
