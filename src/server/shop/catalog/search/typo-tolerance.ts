/** Picks the words of the catalog that a misspelt word may mean. */

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
