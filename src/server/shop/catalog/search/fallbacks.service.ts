/**
 * For a search that finds no product with all of its words: tries their synonyms anywhere, then corrected words, then fewer words. The reasons
 * are in docs/decisions/0048.
 */
import { countMatches, DESCRIPTION_SHARE, type MatchCount, type NearQueries } from './near-matches.repository.ts';
import { listRewrites, loadSegmentQueries, type Segment, type SegmentQueries, segmentQuery } from './query-segments.ts';
import type { SearchQueries } from './search.repository.ts';
import { createTermLoader, isWord, joinWithAnd, type LoadTerm, type SearchContext } from './terms.ts';

export interface CountedSegment extends SegmentQueries, MatchCount {
  /** As typed. */
  text: string;
  /** Whether it names the product, like the last word of `red teapot`. */
  isHead: boolean;
}

/** Matching products are counted up to this number; words with more are all considered common. */
export const COUNT_LIMIT = 1000;
/** Words that more products have, by the planner's estimate, aren't counted at all. */
export const ESTIMATE_FROM = 10_000;
/** A word that more products have is only searched for in names or together with a rarer word: alone it says little and takes long. */
const COMMON_FROM = 30_000;
/** With more words there are too many combinations to search for. */
const MAX_WORDS = 4;
const HEAD_FACTOR = 1.5;

/** Rare words get a higher score than common ones. */
const weigh = ({ count, isHead }: CountedSegment) => (isHead ? HEAD_FACTOR : 1) / (1 + Math.log(1 + count));

/** The most informative words, in their order. */
export function pickWords(segments: readonly CountedSegment[]): CountedSegment[] {
  const known = segments.filter(({ count }) => count > 0);
  const picked = known.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, MAX_WORDS);
  return known.filter((segment) => picked.includes(segment));
}

/** Converts a query for names to one for the index, in which words of names begin with `=`. */
const toNameLexemes = (named: string) => named.replace(/'((?:[^']|'')+)'/g, "'=$1'");

interface Attempt {
  query: string;
  /** Bit mask of the words. */
  words: number;
  /** The best score of a product that it can find. */
  score: number;
  /** How many index entries it reads. */
  cost: number;
}

/**
 * How many index entries all combinations together may read, which takes some ten milliseconds. Combinations beyond that are skipped, except
 * a single word in short names, which are marked in the index.
 */
const MAX_COST = 25_000;

function listAttempts(words: readonly (CountedSegment & { weight: number })[]): Attempt[] {
  const masks = Array.from({ length: (1 << words.length) - 1 }, (_, index) => index + 1);
  return masks.flatMap((mask) => {
    const members = words.filter((_, index) => (mask >> index) & 1);
    const score = members.reduce((sum, { weight }) => sum + weight, 0);
    const cost = Math.min(...members.map((it) => it.cost));
    const attempt = (queries: (string | null)[], share = 1, price = cost) => ({
      query: joinWithAnd(queries) ?? '',
      words: mask,
      score: share * score,
      cost: price,
    });
    const inNames = attempt(members.map((it) => toNameLexemes(it.named)));
    const anywhere = attempt(
      members.map((it) => it.anywhere),
      members.length > 1 ? 1 : DESCRIPTION_SHARE,
    );
    const [only] = members;
    const inShortNames = members.length === 1 && only?.shortName && cost > COUNT_LIMIT ? [attempt([only.shortName], 1, 0)] : [];
    return [...inShortNames, inNames, ...(cost > COMMON_FROM ? [] : [anywhere])];
  });
}

/** Null if there is nothing to search for. */
export function buildNearQueries(words: readonly CountedSegment[]): NearQueries | null {
  if (!words.length) return null;
  const weighted = words.map((word) => ({ ...word, weight: weigh(word) }));
  let spent = 0;
  const attempts = listAttempts(weighted)
    .toSorted((a, b) => b.score - a.score)
    .filter(({ cost }) => {
      const isAffordable = cost === 0 || spent + cost <= MAX_COST;
      if (isAffordable) spent += cost;
      return isAffordable;
    });
  return { words: weighted, attempts };
}

/** How one kind of search (list or suggestions) finds products. */
export interface SearchAttempt<T> {
  /** Finds products with all words. */
  find: (queries: SearchQueries) => Promise<T>;
  /** Finds products with some of the words. */
  findNear: (queries: NearQueries) => Promise<T>;
  isEmpty: (found: T) => boolean;
}

interface LoadedSegment extends Segment, SegmentQueries {
  text: string;
  isHead: boolean;
  isLast: boolean;
}
type CountedWord = LoadedSegment & CountedSegment;

/** `found` is the result of the search for all words and their synonyms: empty. */
export async function searchWithFallbacks<T>(
  context: SearchContext,
  terms: readonly string[],
  { find, findNear, isEmpty }: SearchAttempt<T>,
  found: T,
): Promise<T> {
  // Symbols have no synonyms and can't be misspelt.
  if (!terms.some(isWord)) return found;
  const loadTerm = await createTermLoader(context);
  let segments = await loadSegments(context, terms, loadTerm, true);
  if (segments.some(({ alternatives }) => alternatives.length > 1)) {
    const bySynonyms = await find(queryAll(segments));
    if (!isEmpty(bySynonyms)) return bySynonyms;
  }
  let counted = await countSegments(context, segments);
  // If two words together find nothing, each alone may.
  if (counted.some(({ words, count }) => words.length > 1 && !count)) {
    segments = await loadSegments(context, terms, loadTerm, false);
    counted = await countSegments(context, segments);
  }
  if (counted.some(isUnknown)) {
    const rewritten = await Promise.all(counted.filter(isUnknown).map((segment) => rewriteSegment(context, segment, loadTerm)));
    const recounted = await countSegments(context, rewritten);
    counted = counted.map((segment) => (isUnknown(segment) ? (recounted.shift() ?? segment) : segment));
    if (!counted.some(isUnknown)) {
      const byCorrections = await find(queryAll(counted));
      if (!isEmpty(byCorrections)) return byCorrections;
    }
  }
  const near = buildNearQueries(pickWords(counted));
  return near ? findNear(near) : found;
}

const isUnknown = ({ count }: MatchCount) => count === 0;

async function loadSegments(
  context: SearchContext,
  terms: readonly string[],
  loadTerm: LoadTerm,
  withPairs: boolean,
): Promise<LoadedSegment[]> {
  const segments = await segmentQuery(context, terms, withPairs);
  const stopWords = await Promise.all(
    segments.map(async ({ words: [word = ''], words }) => words.length === 1 && (await loadTerm(word)).isStopWord),
  );
  const head = findHead(stopWords);
  const loaded = await Promise.all(
    segments.map(async (segment, index) => ({
      ...segment,
      ...(await loadSegmentQueries(segment, loadTerm)),
      text: segment.words.join(' '),
      isHead: index === head,
      isLast: index === segments.length - 1,
    })),
  );
  const significant = loaded.filter((_, index) => !stopWords[index]);
  return significant.length ? significant : loaded;
}

/**
 * Index of the word that names the product: the last one before a stop word such as "for". In `small pan for the oven` it is `pan`.
 */
function findHead(stopWords: readonly boolean[]): number {
  const first = stopWords.indexOf(false);
  const next = stopWords.indexOf(true, first);
  return (next < 0 ? stopWords.length : next) - 1;
}

const queryAll = (segments: readonly LoadedSegment[]): SearchQueries => {
  const named = joinWithAnd(segments.map((it) => it.named));
  const anywhere = joinWithAnd(segments.map((it) => it.anywhere));
  return { anywhere, named, whole: named, shortName: null, signed: null, exactId: null, pinnedIds: [], synonyms: null };
};

async function countSegments({ db }: SearchContext, segments: readonly LoadedSegment[]): Promise<CountedWord[]> {
  const counts = await countMatches(
    db,
    segments.map((it) => it.anywhere),
    COUNT_LIMIT,
    ESTIMATE_FROM,
  );
  return segments.map((segment, index) => ({ ...segment, ...(counts[index] ?? { count: 0, cost: 0 }) }));
}

async function rewriteSegment(context: SearchContext, segment: CountedWord, loadTerm: LoadTerm): Promise<CountedWord> {
  const [word = ''] = segment.words;
  const rewritten = { ...segment, alternatives: [[word], ...(await listRewrites(context, word))], isHalfTyped: segment.isLast };
  return { ...rewritten, ...(await loadSegmentQueries(rewritten, loadTerm)) };
}
