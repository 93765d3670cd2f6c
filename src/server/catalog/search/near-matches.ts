/** Which products are near to a search that none has all words of: what each word counts, and which combinations are looked for. */
import type { NearQueries } from './near-matches.repository.ts';
import { DESCRIPTION_SHARE } from './near-matches.repository.ts';
import type { SlotQueries } from './slots.ts';
import { joinWithAnd } from './terms.ts';

export interface CountedSlot extends SlotQueries {
  /** As typed. */
  text: string;
  /** How many products have it, counted up to COUNT_LIMIT. */
  count: number;
  /** Whether it says what the thing is, as the last word of `red teapot` does. */
  isHead: boolean;
}

/** Words that more products have are all equally common. */
export const COUNT_LIMIT = 1000;
/** Combinations of more words than these are too many to look for. */
const MAX_WORDS = 4;
const HEAD_FACTOR = 1.5;

/** Rare words say more than common ones. */
const weigh = ({ count, isHead }: CountedSlot) => (isHead ? HEAD_FACTOR : 1) / (1 + Math.log(1 + count));

/** The most telling words. */
export function pickWords(slots: readonly CountedSlot[]): CountedSlot[] {
  return slots.filter(({ count }) => count > 0).toSorted((a, b) => weigh(b) - weigh(a)).slice(0, MAX_WORDS);
}

/** The query for the index, where the words of names stand behind `=`. */
const toNameLexemes = (named: string) => named.replace(/'((?:[^']|'')+)'/g, "'=$1'");

/** Null where there is nothing to look for. */
export function buildNearQueries(words: readonly CountedSlot[]): NearQueries | null {
  const weights = words.map(weigh);
  const attempts: { query: string; words: number; score: number }[] = [];
  for (let mask = 1; mask < 1 << words.length; mask += 1) {
    const members = words.filter((_, index) => (mask >> index) & 1);
    const score = weights.reduce((sum, weight, index) => sum + ((mask >> index) & 1 ? weight : 0), 0);
    const [only] = members;
    if (!only) continue;
    if (members.length > 1) attempts.push({ query: joinWithAnd(members.map((it) => it.anywhere)) ?? '', words: mask, score });
    else {
      attempts.push({ query: toNameLexemes(only.named), words: mask, score });
      // What a great many descriptions have tells nothing.
      if (only.count < COUNT_LIMIT || words.length === 1)
        attempts.push({ query: only.anywhere, words: mask, score: score * DESCRIPTION_SHARE });
    }
  }
  if (!attempts.length) return null;
  return { words: words.map((it, index) => ({ text: it.text, named: it.named, weight: weights[index] ?? 0 })), attempts: attempts.toSorted((a, b) => b.score - a.score) };
}
