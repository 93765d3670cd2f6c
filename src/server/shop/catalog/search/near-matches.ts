/**
 * Near matches of a search whose words no product has all of: the score of each word, and the combinations of words that are searched for.
 */
import { DESCRIPTION_SHARE, type MatchCount, type NearQueries } from './near-matches.repository.ts';
import type { SegmentQueries } from './query-segments.ts';
import { joinWithAnd } from './terms.ts';

export interface CountedSegment extends SegmentQueries, MatchCount {
  /** As typed. */
  text: string;
  /** Whether it says what is searched for, like the last word of `red teapot`. */
  isHead: boolean;
}

/** Matching products are counted up to this number; words with more are all considered common. */
export const COUNT_LIMIT = 1000;
/** Words that more products have, by the planner's estimate, aren't counted at all. */
export const ESTIMATE_FROM = 10_000;
/** A word that more products have is searched for in names, or together with a rarer word: alone it says nothing, and takes long. */
const COMMON_FROM = 30_000;
/** With more words there are too many combinations to search for. */
const MAX_WORDS = 4;
const HEAD_FACTOR = 1.5;

/** Rare words say more than common ones. */
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
 * How many index entries all combinations may read, which takes some ten milliseconds. Combinations that would read more are skipped,
 * except those for names with a single word: short names are marked in the index.
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
