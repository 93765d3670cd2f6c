/**
 * Shortens texts that people wrote. Plain `slice` counts halves of letters: cut within an emoji, a text ends in half of it, which
 * PostgreSQL refuses in JSON and screens show as a box.
 */

/** Code units around the end in which the sign that stands there is looked for. Longer ones are piles of accents, and may be cut. */
const REACH = 64;

let segmenter: Intl.Segmenter | undefined;

/**
 * At most `maxLength` code points, as limits count them, and never a part of what people see as one sign: an emoji with its skin colour, a
 * letter with its accent.
 */
export function cutText(text: string, maxLength: number): string {
  // A code point takes two code units at most.
  const { length: end } = [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('');
  if (end === text.length) return text;
  segmenter ??= new Intl.Segmenter();
  const start = Math.max(0, end - REACH);
  const sign = segmenter.segment(text.slice(start, end + REACH)).containing(end - start);
  return text.slice(0, sign?.index ? start + sign.index : end);
}
