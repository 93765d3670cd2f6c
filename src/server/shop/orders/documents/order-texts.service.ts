/** Which pages an order keeps as they were when it was made: an email with them is the contract on a durable medium. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { OrderTexts } from '../../../../contract/documents.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { listPagesBySlug } from '../../content/pages/page.repository.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { keepPages } from './order-text.repository.ts';

/** Not private: what is memoized of it ends with a change. */
const KEY = 'order-texts';

interface VersionedTexts {
  texts: OrderTexts;
  version: number;
}

export async function readOrderTexts(db: Database): Promise<VersionedTexts> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { texts: Check(OrderTexts, value) ? { pages: value.pages } : { pages: [] }, version };
}

/** Throws `invalid_request` and `version_conflict`. */
export async function updateOrderTexts({ db }: Pick<Deps, 'db'>, texts: OrderTexts, version?: number): Promise<VersionedTexts> {
  const found = await listPagesBySlug(db, texts.pages);
  const published = new Set(found.filter(({ status }) => status === 'published').map(({ slug }) => slug));
  if (texts.pages.some((slug) => !published.has(slug)))
    throw createIssuesError([{ path: 'pages', code: 'unknown', message: 'must be published pages' }]);
  const saved = version === undefined ? await saveSetting(db, KEY, texts) : await saveSettingAtVersion(db, KEY, texts, version);
  if (saved !== null) return { texts, version: saved };
  const current = await readOrderTexts(db);
  if (isDeepStrictEqual(current.texts, texts)) return current;
  throw createVersionConflict(current);
}

/** Links to the pages that an order made now is under. Memoized as below. */
export function listTextLinks({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<{ slug: string; title: string }[]> {
  return memoize('order text links', async () => {
    const { pages } = (await readOrderTexts(db)).texts;
    const found = pages.length ? await listPagesBySlug(db, pages) : [];
    return pages.flatMap((slug) => found.flatMap((it) => (it.slug === slug && it.status === 'published' ? { slug, title: it.title } : [])));
  });
}

/** The versions that an order made now keeps; null: none. Memoized until settings or pages change, so that a checkout reads nothing for it. */
export function findTextsToKeep({ db, memoize, now }: Pick<Deps, 'db' | 'memoize' | 'now'>): Promise<string[] | null> {
  return memoize('order texts', async () => {
    const ids = await keepPages(db, (await readOrderTexts(db)).texts.pages, now());
    return ids.length ? ids : null;
  });
}
