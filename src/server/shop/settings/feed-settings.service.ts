/** Whether the feeds for Google and Meta are on, and for which country. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { COUNTRY_CODES } from '../../../contract/countries.ts';
import { FeedSettings } from '../../../contract/feeds.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

/** Private, so that a change drops no cached page. */
const KEY = 'private:feeds';

interface VersionedFeedSettings {
  feeds: FeedSettings;
  /** An edit form sends it back. */
  version: number;
}

/** A value that another version of the shop stored in an unknown form counts as not set. */
export async function readFeedSettings(db: Database): Promise<VersionedFeedSettings> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { feeds: Check(FeedSettings, value) ? value : { isOn: false, country: '' }, version };
}

const noPublicUrl = () =>
  new AppError('invalid_request', 'A feed needs the shop’s public address: set it under Settings > Domain first', {
    issues: [{ path: 'isOn', code: 'unavailable', message: 'needs the shop’s public address' }],
  });

/**
 * Throws `invalid_request` where the shop has no public address, which each link of a feed begins with, and `version_conflict` if they were changed after that
 * version, unless they already have the values that were sent.
 */
export async function updateFeedSettings(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  input: FeedSettings,
  version?: number,
): Promise<VersionedFeedSettings> {
  if (input.country && !COUNTRY_CODES.includes(input.country))
    throw createIssuesError([{ path: 'country', code: 'unknown', message: 'is no country' }]);
  if (input.isOn && publicUrl === null) throw noPublicUrl();
  const savedVersion = version === undefined ? await saveSetting(db, KEY, input) : await saveSettingAtVersion(db, KEY, input, version);
  if (savedVersion !== null) return { feeds: input, version: savedVersion };
  const current = await readFeedSettings(db);
  if (isDeepStrictEqual(current.feeds, input)) return current;
  throw createVersionConflict(current);
}
