/** The notice of the legal guarantee of conformity: whether it is shown, and its official files as the merchant uploaded them. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import type { Issue } from '../../../contract/errors.ts';
import { LegalGuarantee } from '../../../contract/legal-guarantee.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { GUARANTEE_SETTING } from '../fields/field-file.repository.ts';
import { findFiles } from '../fields/field-file.service.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

const NONE: LegalGuarantee = { isOn: false, files: [] };

export async function readGuarantee(db: Database): Promise<{ guarantee: LegalGuarantee; version: number }> {
  const { value, version } = await findVersionedSetting(db, GUARANTEE_SETTING);
  return { guarantee: Check(LegalGuarantee, value) ? value : NONE, version };
}

/** Throws `not_found` in a shop that doesn't show it. */
export async function readShownGuarantee(db: Database): Promise<LegalGuarantee> {
  const { guarantee } = await readGuarantee(db);
  if (!guarantee.isOn) throw new AppError('not_found', 'This shop shows no such notice');
  return guarantee;
}

/** Throws `invalid_request`, and `version_conflict` unless it already is as it was sent. */
export async function updateGuarantee({ db }: Pick<Deps, 'db'>, { isOn, files: sent }: LegalGuarantee, version: number | undefined) {
  const known = await findFiles(
    db,
    sent.map(({ url }) => url),
    false,
  );
  const issues = sent.flatMap(({ language, url }, index): Issue[] => [
    ...(known.has(url.trim())
      ? []
      : [{ path: `files.${index}.url`, code: 'unknown' as const, message: 'is no uploaded file: please upload it again' }]),
    ...(sent.findIndex((it) => it.language === language) < index
      ? [{ path: `files.${index}.language`, code: 'taken' as const, message: 'occurs twice' }]
      : []),
  ]);
  if (issues.length) throw createIssuesError(issues);
  const value = { isOn, files: sent.map(({ language, url }) => ({ language, url: known.get(url.trim()) ?? url })) };
  const saved =
    version === undefined
      ? await saveSetting(db, GUARANTEE_SETTING, value)
      : await saveSettingAtVersion(db, GUARANTEE_SETTING, value, version);
  const now = await readGuarantee(db);
  if (saved === null && !isDeepStrictEqual(now.guarantee, value)) throw createVersionConflict(now);
  return now;
}
