/** How often and how long a bought file can be fetched. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_DOWNLOAD_LIMITS, DownloadLimits } from '../../../contract/order-downloads.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

/** Private, so that a change drops no cached page. */
const KEY = 'private:download-limits';

interface VersionedLimits {
  limits: DownloadLimits;
  version: number;
}

export async function readDownloadLimits(db: Database): Promise<VersionedLimits> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { limits: Check(DownloadLimits, value) ? value : DEFAULT_DOWNLOAD_LIMITS, version };
}

/** Throws `version_conflict` if they were changed after that version, unless they already have the values that were sent. */
export async function updateDownloadLimits({ db }: Pick<Deps, 'db'>, input: DownloadLimits, version?: number): Promise<VersionedLimits> {
  const saved = version === undefined ? await saveSetting(db, KEY, input) : await saveSettingAtVersion(db, KEY, input, version);
  if (saved !== null) return { limits: input, version: saved };
  const current = await readDownloadLimits(db);
  if (isDeepStrictEqual(current.limits, input)) return current;
  throw createVersionConflict(current);
}
