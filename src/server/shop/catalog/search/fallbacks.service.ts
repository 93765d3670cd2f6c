/**
 * For searches whose words no product has all of, or synonyms of them in its name: tries synonyms anywhere, then corrected words, then fewer words. The reasons are in
 * docs/decisions/0048.
 */
import { countMatches, type MatchCount, type NearQueries } from './near-matches.repository.ts';
import { buildNearQueries, COUNT_LIMIT, type CountedSegment, ESTIMATE_FROM, pickWords } from './near-matches.ts';
import { listRewrites, loadSegmentQueries, type Segment, type SegmentQueries, segmentQuery } from './query-segments.ts';
import type { SearchQueries } from './search.repository.ts';
import { createTermLoader, isWord, joinWithAnd, type LoadTerm, type SearchContext } from './terms.ts';

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
 * Index of the word that says what is searched for: the last one, but before a word such as "for": in `small pan for the oven` it is `pan`.
 */
function findHead(stopWords: readonly boolean[]): number {
  const first = stopWords.indexOf(false);
  const next = stopWords.indexOf(true, first);
  return (next < 0 ? stopWords.length : next) - 1;
}

const queryAll = (segments: readonly LoadedSegment[]): SearchQueries => {
  const named = joinWithAnd(segments.map((it) => it.named));
  const anywhere = joinWithAnd(segments.map((it) => it.anywhere));
  return { anywhere, named, whole: named, shortName: null, signed: null, exactId: null, synonyms: null };
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
