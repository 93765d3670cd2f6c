/**
 * What each word of a search may mean: its synonyms, the compound that it forms with the next word, the words that it consists of, and the words
 * of the catalog that it may be a misspelling of.
 */
import { filterKnownWords, listSimilarWords, listStems } from './near-matches.repository.ts';
import type { SearchQueries, SearchTerm } from './search.repository.ts';
import { findSynonyms, loadSynonymIndex, type SynonymIndex } from './synonyms.service.ts';
import { joinWithAnd, joinWithOr, type LoadTerm, lengthBucket, type SearchContext } from './terms.ts';

/** How many letters may be wrong in a word of this length. */
function maxTypos(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** More words would match half the catalog. */
const MAX_CORRECTIONS = 10;

/** The number of letters that are wrong, missing, extra or swapped with a neighbour (optimal string alignment distance). */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let cost = Math.min((previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (rowBeforePrevious[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    [rowBeforePrevious, previousRow] = [previousRow, row];
  }
  return previousRow[to.length] ?? 0;
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** The words that are nearest to `typed` or contain it, nearest first; words of names before words of descriptions. */
export function listCorrections(typed: string, words: readonly { word: string; isInName: boolean }[]): string[] {
  const normalized = withoutAccents(typed);
  return words
    .filter(({ word }) => word !== normalized)
    .map(({ word, isInName }) => ({
      word,
      isInName,
      wrong: normalized.length > 2 && word.includes(normalized) ? 1 : editDistance(normalized, word),
    }))
    .filter(({ word, wrong }) => wrong <= maxTypos(Math.max(normalized.length, word.length)))
    .sort((a, b) => a.wrong - b.wrong || Number(b.isInName) - Number(a.isInName) || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ word }) => word);
}

/** A word, or two that belong together. */
export interface Segment {
  /** As typed. */
  words: string[];
  /** Each is one word or two. The first is the typed one, unless it was corrected. */
  alternatives: string[][];
  /** Whether words that begin with the first alternative match too. */
  isHalfTyped: boolean;
}

/** A word may be in many synonym groups; the first synonyms are enough. */
const MAX_SYNONYMS = 24;

/** Two successive words form one segment if they have synonyms together, or if written as one they are a word of the catalog, like `tea pot`. */
export async function segmentQuery(context: SearchContext, terms: readonly string[], withPairs: boolean): Promise<Segment[]> {
  const pairs = withPairs ? terms.slice(1).map((term, index) => `${terms[index]}${term}`) : [];
  const [synonyms, stems, known] = await Promise.all([
    loadSynonymIndex(context),
    listStems(context.db, [...terms, ...pairs]),
    filterKnownWords(context.db, pairs.flatMap(withSingular)),
  ]);
  return joinSegments(terms, { synonyms, stems, known, withPairs });
}

interface SegmentSources {
  synonyms: SynonymIndex;
  stems: ReadonlyMap<string, string>;
  /** Words of the catalog. */
  known: ReadonlySet<string>;
  withPairs: boolean;
}

function joinSegments(terms: readonly string[], { synonyms, stems, known, withPairs }: SegmentSources): Segment[] {
  const synonymsOf = (...words: string[]) => findSynonyms(synonyms, words, stems).slice(0, MAX_SYNONYMS);
  const segments: Segment[] = [];
  for (let index = 0; index < terms.length; index += 1) {
    const [word = '', next] = [terms[index], terms[index + 1]];
    const pair = `${word}${next}`;
    const isPairKnown = withSingular(pair).some((it) => known.has(it));
    const together = next && withPairs ? [...synonymsOf(word, next), ...(isPairKnown ? [[pair], ...synonymsOf(pair)] : [])] : [];
    if (next && together.length) {
      segments.push({ words: [word, next], alternatives: [[word, next], ...together], isHalfTyped: false });
      index += 1;
    } else segments.push({ words: [word], alternatives: [[word], ...synonymsOf(word)], isHalfTyped: false });
  }
  return segments;
}

/**
 * The queries of a search some of whose words have synonyms: `typed` finds what was typed, `synonyms` these in names too.
 * In a description a synonym often means something else: a light shoe isn't a lamp. A stop word counts in
 * `typed` where its segment has synonyms (the t of `t shirt`), so that what has the other word alone ranks with them. Null: none has any.
 */
export async function loadSynonymQueries(
  context: SearchContext,
  terms: readonly string[],
  typed: readonly SearchTerm[],
  loadTerm: LoadTerm,
): Promise<{ typed: string | null; synonyms: SearchQueries['synonyms'] } | null> {
  const stems = new Map(terms.map((term, index) => [term, typed[index]?.stem ?? term]));
  const sources = { synonyms: await loadSynonymIndex(context), stems, known: new Set<string>(), withPairs: true };
  const segments = joinSegments(terms, sources).map((segment) => ({
    ...segment,
    typed: segment.words.flatMap((word) => typed[terms.indexOf(word)] ?? []),
  }));
  const significant = segments.filter((it) => it.words.length > 1 || !it.typed[0]?.isStopWord);
  const asked = significant.length ? significant : segments;
  if (!asked.some(({ alternatives }) => alternatives.length > 1)) return null;
  const loaded = await Promise.all(asked.map((segment) => loadSegmentQueries(segment, loadTerm, segment.typed)));
  const withoutStopWords = typed.filter((it) => !it.isStopWord);
  const anywhere = [
    joinWithAnd(loaded.map((it) => it.withNamedSynonyms)),
    // What has all but the stop words: it is found without synonyms too.
    joinWithAnd((withoutStopWords.length ? withoutStopWords : typed).map((it) => it.anywhere)),
  ];
  return {
    typed: joinWithAnd(asked.flatMap((segment) => segment.typed.map((it) => it.anywhere))),
    synonyms: { anywhere: joinWithOr(anywhere) ?? '', named: joinWithAnd(loaded.map((it) => it.named)) },
  };
}

const withSingular = (word: string) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word]);

const MIN_PART = 3;

/** The ways to split a word in two: `handsaw` into `hand` and `saw`. */
function splitWord(word: string): [string, string][] {
  const letters = [...word];
  const splits: [string, string][] = [];
  for (let at = MIN_PART; at <= letters.length - MIN_PART; at += 1)
    splits.push([letters.slice(0, at).join(''), letters.slice(at).join('')]);
  return splits;
}

/** For a word that no product has: the two catalog words that it consists of, and the catalog words that it may be a misspelling of. */
export async function listRewrites({ db }: SearchContext, word: string): Promise<string[][]> {
  const splits = splitWord(word);
  const forms = (part: string) => [part, `${part}s`, ...withSingular(part)];
  const [known, similar] = await Promise.all([filterKnownWords(db, splits.flat().flatMap(forms)), listSimilarWords(db, word)]);
  const parts = splits.map((split) => split.map((part) => forms(part).find((form) => known.has(form))));
  return [
    ...parts.filter((split): split is string[] => split.every((part) => part !== undefined)),
    ...listCorrections(word, similar).map((correction) => [correction]),
  ];
}

export interface SegmentQueries {
  /** Finds it in names, descriptions and categories. */
  anywhere: string;
  /** Finds the first alternative as `anywhere` does, the others in names. */
  withNamedSynonyms: string;
  /** Matches names that have it. */
  named: string;
  /** Finds it in short names; null if there is no such query. */
  shortName: string | null;
}

/** `typed`: the terms of the first alternative, where they are loaded. */
export async function loadSegmentQueries(
  { alternatives, isHalfTyped }: Segment,
  loadTerm: LoadTerm,
  typed?: readonly SearchTerm[],
): Promise<SegmentQueries> {
  const loaded = await Promise.all(
    alternatives.map((words, index) =>
      index === 0 && typed ? typed : Promise.all(words.map((word) => loadTerm(word, isHalfTyped && index === 0))),
    ),
  );
  const joinAlternatives = (select: (term: SearchTerm) => string | null | undefined) =>
    joinWithOr(loaded.map((terms) => joinWithAnd(terms.map(select))));
  const bucket = lengthBucket(alternatives[0]?.join(' ') ?? '');
  return {
    anywhere: joinAlternatives((it) => it.anywhere) ?? '',
    withNamedSynonyms:
      joinWithOr(loaded.map((terms, index) => joinWithAnd(terms.map((it) => (index === 0 ? it.anywhere : it.inNames))))) ?? '',
    named: joinAlternatives((it) => it.named) ?? '',
    shortName: loaded.flat().every((it) => it.shortName?.[bucket]) ? joinAlternatives((it) => it.shortName?.[bucket]) : null,
  };
}
