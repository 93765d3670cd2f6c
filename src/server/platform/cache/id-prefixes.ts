/**
 * Finds the ids that a response contains, so that a change of stock can drop exactly the responses that mention the product.
 * Only the first 32 bits of an id are kept: two ids that share them merely drop each other's responses.
 */

const PREFIX_LENGTH = 8;
/** A UUID without its first eight characters. Starting at a dash, which is rare, makes the search ten times as fast. */
const UUID_REMAINDER = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const idPrefix = (id: string): number => Number.parseInt(id.slice(0, PREFIX_LENGTH), 16);

export function collectIdPrefixes(body: Buffer): Set<number> {
  const prefixes = new Set<number>();
  // UUIDs are ASCII, so Latin-1 finds them in any text and is faster to decode than UTF-8.
  const text = body.toString('latin1');
  for (const { index } of text.matchAll(UUID_REMAINDER)) prefixes.add(idPrefix(text.slice(Math.max(0, index - PREFIX_LENGTH), index)));
  return prefixes;
}
