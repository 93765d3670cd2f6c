/** Names for addresses, made by the server: lower-case letters, digits and dashes, at most 80 long. */

/** A text in any script becomes what a slug may hold; where nothing is left, `fallback`. */
export function slugify(text: string, fallback: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return plain || fallback;
}

/** The slug itself, or the first of `slug-2`, `slug-3`… that isn't taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const next = `${slug}-${n}`;
    if (!taken.has(next)) return next;
  }
}
