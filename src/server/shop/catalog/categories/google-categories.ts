/**
 * Google's product categories, with their ids and English names: google-categories.txt, which tools/google-categories.ts writes of Google's list. Google adds
 * categories to it and never gives an id a second time, so a newer id than the list has is taken as it is.
 */
import { readFileSync } from 'node:fs';
import type { GoogleCategory } from '../../../../contract/feeds.ts';
import { AppError } from '../../../platform/errors.ts';
import { assetPath } from '../../../platform/process/asset-path.ts';

interface GoogleList {
  /** The date that Google gave it. */
  version: string;
  categories: readonly (GoogleCategory & { text: string })[];
  byId: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, string>;
}

const SIGN = ' > ';

/** As it is searched and compared. */
const toText = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();

function parseList(file: string): GoogleList {
  const [version = '', ...lines] = file.split('\n');
  const above: string[] = [];
  const categories = lines.flatMap((line) => {
    const [, indent = '', id, own] = /^( *)(\d+) (.+)$/.exec(line) ?? [];
    if (!id || !own) return [];
    above.splice(indent.length, above.length, own);
    const name = above.join(SIGN);
    return [{ id, name, text: toText(name) }];
  });
  return {
    version,
    categories,
    byId: new Map(categories.map(({ id, name }) => [id, name])),
    byName: new Map(categories.map(({ id, text }) => [text, id])),
  };
}

let list: GoogleList | undefined;

/** Read with the first question: the file has 150 kB. */
function getList(): GoogleList {
  list ??= parseList(readFileSync(assetPath('shop/catalog/categories/google-categories.txt'), 'utf8'));
  return list;
}

/** The names from the top down; undefined: the list doesn't know this id. */
export const nameGoogleCategory = (id: string): string | undefined => getList().byId.get(id);

const ID = /^[1-9]\d{0,6}$/;

/** An id, or the whole path as files of other shops have it, becomes an id; null: neither. */
export function readGoogleCategory(text: string): string | null {
  const typed = text.trim();
  if (ID.test(typed)) return typed;
  return getList().byName.get(toText(typed.replaceAll(/\s*>\s*/g, SIGN))) ?? null;
}

/** Throws `invalid_request` for what is neither. */
export function requireGoogleCategory(text: string): string {
  const id = readGoogleCategory(text);
  if (id) return id;
  const issue = {
    path: 'googleCategory',
    code: 'unknown' as const,
    message: 'is no category of Google’s: search for it, or type its number',
  };
  throw new AppError('invalid_request', `googleCategory ${issue.message}`, { issues: [issue] });
}

const FOUND_MAX = 20;

/** How well a category fits the words: those whose own name has them come before those that are below such a one, short paths before long ones. */
function rank({ text }: { text: string }, words: readonly string[]): number {
  const own = text.slice(text.lastIndexOf(SIGN) + 1);
  return (words.every((word) => own.includes(word)) ? 0 : 10_000) + text.length;
}

/** Those that have all words of the keyword somewhere in their path, the nearest first; or the one with this id. */
export function searchGoogleCategories(keyword: string): { categories: GoogleCategory[]; listVersion: string } {
  const { categories, byId, version } = getList();
  const typed = keyword.trim();
  const words = toText(typed)
    .split(/[\s>,&]+/)
    .filter(Boolean);
  const named = byId.get(typed);
  const found = named
    ? [{ id: typed, name: named }]
    : categories
        .filter(({ text }) => words.length > 0 && words.every((word) => text.includes(word)))
        .sort((a, b) => rank(a, words) - rank(b, words))
        .slice(0, FOUND_MAX)
        .map(({ id, name }) => ({ id, name }));
  // A newer one than the list has.
  const isNewer = !found.length && ID.test(typed);
  return { categories: isNewer ? [{ id: typed, name: typed }] : found, listVersion: version };
}
