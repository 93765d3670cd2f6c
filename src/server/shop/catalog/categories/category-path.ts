/**
 * Categories as files name them: by the names from the top down, `Men > Shoes`. A path that this form can't express, because a name contains the sign,
 * is a list in JSON: `["Bed > Bath"]`. Reading ignores case, as names do.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/database/connect.ts';
import { listNamedCategories, type NamedCategory } from './category.repository.ts';

const SIGN = ' > ';

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((it) => typeof it === 'string');

function parseJson(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const names: unknown = JSON.parse(text);
    return isNames(names) ? names : null;
  } catch {
    return null;
  }
}

/** The names of a path, at least one if the text isn't blank. */
export function parseCategoryPath(text: string): string[] {
  const names = parseJson(text.trim()) ?? text.split('>');
  return names.flatMap((name) => name.trim() || []);
}

export function writeCategoryPath(names: readonly string[]): string {
  const short = names.join(SIGN);
  return isDeepStrictEqual(parseCategoryPath(short), names) ? short : JSON.stringify(names);
}

const toKey = (names: readonly string[]): string => JSON.stringify(names.map((name) => name.toLowerCase()));

export interface CategoryPaths {
  /** The category that a file means; undefined: there is none. A name alone means the only category of that name, wherever it is. */
  find: (text: string) => string | undefined;
  /** Whether a file means this category. Of several that have the name, a name alone means the one that the product has already. */
  isSame: (text: string, id: string) => boolean;
  /** The names from the top down, as files have them; empty: it is gone. */
  path: (id: string) => string;
}

function createPaths(rows: readonly NamedCategory[]): CategoryPaths {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const listNames = (id: string): string[] => {
    const row = byId.get(id);
    return row ? [...(row.parentId ? listNames(row.parentId) : []), row.name] : [];
  };
  const byPath = new Map(rows.map(({ id }) => [toKey(listNames(id)), id]));
  const byName = Map.groupBy(rows, ({ name }) => name.toLowerCase());
  const find = (text: string) => {
    const names = parseCategoryPath(text);
    const found = byPath.get(toKey([text.trim()])) ?? byPath.get(toKey(names));
    const [only, ...others] = names.length === 1 ? (byName.get(names[0]?.toLowerCase() ?? '') ?? []) : [];
    return found ?? (others.length ? undefined : only?.id);
  };
  const isSame = (text: string, id: string) => {
    const found = find(text);
    return found === id || (found === undefined && toKey(parseCategoryPath(text)) === toKey(listNames(id).slice(-1)));
  };
  return { find, isSame, path: (id) => writeCategoryPath(listNames(id)) };
}

/** A shop has hundreds of categories, and a file names many of them, so all are read. */
export async function readCategoryPaths(db: Database): Promise<CategoryPaths> {
  return createPaths(await listNamedCategories(db));
}
