/** Synonyms: the merchant's groups of words that a search treats as the same. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { SynonymGroups } from '../../../../contract/schemas/synonyms.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { DEFAULT_SYNONYMS } from './default-synonyms.ts';
import { listStems } from './near-matches.repository.ts';
import { isWord, type SearchContext, toTerms } from './terms.ts';

const SYNONYMS_KEY = 'synonyms';

interface VersionedSynonyms {
  groups: string[][];
  /** An edit form sends it back. */
  version: number;
}

/** The default groups if none were saved, or if another version of the shop saved them in an unknown form. */
export async function readSynonyms({ db }: Pick<Deps, 'db'>): Promise<VersionedSynonyms> {
  const { value, version } = await findVersionedSetting(db, SYNONYMS_KEY);
  const groups = (value as { groups?: unknown } | null)?.groups;
  return { groups: Check(SynonymGroups, groups) ? groups : DEFAULT_SYNONYMS, version };
}

/** Throws `invalid_request` for a term that isn't one or two words, and `version_conflict` as the other settings do. */
export async function updateSynonyms({ db }: Pick<Deps, 'db'>, groups: string[][], version?: number): Promise<VersionedSynonyms> {
  const issues = groups.flatMap((group, row) =>
    group.flatMap((term, place) =>
      [1, 2].includes(toTerms(term).filter(isWord).length)
        ? []
        : [{ path: `groups.${row}.${place}`, code: 'invalid_format' as const, message: 'must be one word or two' }],
    ),
  );
  if (issues.length) throw new AppError('invalid_request', 'A synonym is one word or two', { issues });
  const savedVersion =
    version === undefined
      ? await saveSetting(db, SYNONYMS_KEY, { groups })
      : await saveSettingAtVersion(db, SYNONYMS_KEY, { groups }, version);
  if (savedVersion !== null) return { groups, version: savedVersion };
  const current = await readSynonyms({ db });
  if (isDeepStrictEqual(current.groups, groups)) return current;
  throw createVersionConflict(current);
}

/** For a term's words and for its stems, each joined by spaces: the words of each of its synonyms. */
export interface SynonymIndex {
  byWords: ReadonlyMap<string, string[][]>;
  byStems: ReadonlyMap<string, string[][]>;
}

/** Memoized until the catalog or a setting changes. */
export function loadSynonymIndex(context: SearchContext): Promise<SynonymIndex> {
  return context.memoize('synonyms', () => buildSynonymIndex(context));
}

async function buildSynonymIndex({ db }: SearchContext): Promise<SynonymIndex> {
  const { groups } = await readSynonyms({ db });
  const groupsOfWords = groups.map((group) => group.map(toTerms));
  const stems = await listStems(db, [...new Set(groupsOfWords.flat(2))]);
  const byWords = new Map<string, string[][]>();
  const byStems = new Map<string, string[][]>();
  const add = (index: Map<string, string[][]>, key: string, synonyms: string[][]) =>
    index.set(key, [...(index.get(key) ?? []), ...synonyms]);
  for (const group of groupsOfWords)
    for (const words of group) {
      const others = group.filter((other) => other !== words);
      add(byWords, words.join(' '), others);
      add(byStems, words.map((word) => stems.get(word)).join(' '), others);
    }
  return { byWords, byStems };
}

/** A term as it was typed goes before others of its stem: who asks for a glass doesn't mean spectacles. */
export const findSynonyms = (
  { byWords, byStems }: SynonymIndex,
  words: readonly string[],
  stems: ReadonlyMap<string, string>,
): string[][] => byWords.get(words.join(' ')) ?? byStems.get(words.map((word) => stems.get(word)).join(' ')) ?? [];
