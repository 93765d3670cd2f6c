/** Searches for which a merchant puts products first. They are a setting, read together with the synonyms, so that a shop without any asks for nothing. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import type { Issue } from '../../../../contract/errors.ts';
import { type PinnedSearch, PinnedSearches } from '../../../../contract/pins.ts';
import { isRecord } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { requirePicked } from '../categories/pins.service.ts';
import { toTerms } from './terms.ts';

export const SEARCH_PINS_KEY = 'search-pins';

interface SearchPins {
  searches: PinnedSearch[];
  version: number;
}

/** None if another version of the shop saved them in an unknown form. */
export function toPinnedSearches(value: unknown): PinnedSearch[] {
  const searches = isRecord(value) ? value.searches : null;
  return Check(PinnedSearches, searches) ? searches : [];
}

/** What is compared: the words of a search, in their order, whatever their case and the signs between them. */
export const toPinKey = (words: string): string => toTerms(words).join(' ');

export async function readSearchPins({ db }: Pick<Deps, 'db'>): Promise<SearchPins> {
  const { value, version } = await findVersionedSetting(db, SEARCH_PINS_KEY);
  return { searches: toPinnedSearches(value), version };
}

/** Throws `invalid_request` for words that are there twice or are none, and `version_conflict` as the other settings do. */
export async function updateSearchPins({ db }: Pick<Deps, 'db'>, sent: PinnedSearch[], version?: number): Promise<SearchPins> {
  const keys = sent.map(({ words }) => toPinKey(words));
  const issues = keys.flatMap((key, place): Issue[] => {
    const path = `searches.${place}.words`;
    if (!key) return [{ path, code: 'blank', message: 'has no words' }];
    return keys.indexOf(key) < place ? [{ path, code: 'taken', message: 'is there already' }] : [];
  });
  if (issues.length) throw new AppError('invalid_request', 'Each search has words, and is there once', { issues });
  const former = (await readSearchPins({ db })).searches.flatMap(({ products }) => products);
  const searches: PinnedSearch[] = [];
  for (const [place, { words, products }] of sent.entries())
    searches.push({ words: words.trim(), products: await requirePicked(db, `searches.${place}.products`, products, former) });
  const savedVersion =
    version === undefined
      ? await saveSetting(db, SEARCH_PINS_KEY, { searches })
      : await saveSettingAtVersion(db, SEARCH_PINS_KEY, { searches }, version);
  if (savedVersion !== null) return { searches, version: savedVersion };
  const current = await readSearchPins({ db });
  if (isDeepStrictEqual(current.searches, searches)) return current;
  throw createVersionConflict(current);
}
