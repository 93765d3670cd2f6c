/** Which words of the shop somebody meant. */

/** So many letters may be wrong in a word of so many. */
function mayDiffer(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** More would find half the shop. */
const MOST = 10;

/** Letters that are wrong, missing, too many or swapped with their neighbour: the optimal string alignment distance. */
export function distance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const line = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      line.push(least);
    }
    [before, last] = [last, line];
  }
  return last[to.length] ?? 0;
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Those of the words that `typed` is nearest to, or is a part of; names before descriptions. */
export function nearestWords(typed: string, words: readonly { word: string; isInName: boolean }[]): string[] {
  const plain = withoutAccents(typed);
  return words
    .filter(({ word }) => word !== plain)
    .map(({ word, isInName }) => ({ word, isInName, wrong: plain.length > 2 && word.includes(plain) ? 1 : distance(plain, word) }))
    .filter(({ word, wrong }) => wrong <= mayDiffer(Math.max(plain.length, word.length)))
    .sort((a, b) => a.wrong - b.wrong || Number(b.isInName) - Number(a.isInName) || (a.word < b.word ? -1 : 1))
    .slice(0, MOST)
    .map(({ word }) => word);
}
