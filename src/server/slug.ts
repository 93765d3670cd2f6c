/** Names for addresses, made by the server: lower-case letters, digits and dashes, at most 80 long. */
import { findUniqueViolation } from './database/pg-errors.ts';

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

const MAX_TRIES = 6;

/**
 * Gives a free slug to `write`, and another one where somebody was quicker. `listTaken` gives those that are `slug` or
 * begin with `slug-`; `constraint` is the unique index that a slug which was taken meanwhile violates.
 */
export async function withFreeSlug<T>(
  slug: string,
  { listTaken, constraint }: { listTaken: (slug: string) => Promise<ReadonlySet<string>>; constraint: string },
  write: (free: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const free = freeSlug(slug, await listTaken(slug));
    try {
      return await write(free);
    } catch (error) {
      if (findUniqueViolation(error) !== constraint || tries >= MAX_TRIES) throw error;
    }
  }
}
