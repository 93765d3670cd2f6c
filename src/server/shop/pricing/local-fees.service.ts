/** Local fees: one setting, read and written as a whole. A shop without them keeps nothing. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import type { Territory } from '../../../contract/countries.ts';
import { type LocalFee as LocalFeeInput, LocalFees } from '../../../contract/local-fees.ts';
import { normalizeTaxClass, STANDARD_CLASS } from '../../../contract/tax.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from '../settings/settings.repository.ts';
import { readTimeZone } from '../settings/shop-details.service.ts';
import { requireWholeAmounts } from '../settings/whole-amounts.service.ts';
import { type LocalFee, listHoldingFees } from './local-fees.ts';
import { listTerritoryIssues, normalizeTerritory } from './territories.ts';

const KEY = 'local-fees';

type Context = Pick<Deps, 'db' | 'memoize'>;

async function load(db: Database): Promise<{ fees: LocalFeeInput[]; version: number }> {
  const { value, version } = await findVersionedSetting(db, KEY);
  const fees = isRecord(value) ? value.fees : null;
  return { fees: Check(LocalFees, fees) ? (fees as LocalFeeInput[]) : [], version };
}

export const readFeeSettings = ({ db }: Context) => load(db);

/** Those that are switched on, of any place and day. */
export async function readActiveFees({ db, memoize }: Context): Promise<LocalFeeInput[]> {
  return (await memoize(KEY, () => load(db))).fees.filter(({ isOn }) => isOn);
}

/** Those that hold at a place today. */
export async function findLocalFees(deps: Context & Pick<Deps, 'now'>, place: Territory): Promise<LocalFee[]> {
  const fees = await readActiveFees(deps);
  if (!fees.length) return [];
  const today = fees.some(({ from }) => from) ? toDay(deps.now(), await readTimeZone(deps)) : '';
  return listHoldingFees(fees, place, today);
}

const normalize = ({ name, exemptClasses, from, ...fee }: LocalFeeInput): LocalFeeInput => ({
  ...fee,
  ...normalizeTerritory(fee),
  name: name.trim().replace(/\s+/g, ' '),
  exemptClasses: [...new Set(exemptClasses.map((it) => normalizeTaxClass(it) ?? STANDARD_CLASS))],
  ...(from && { from }),
});

/** Throws `invalid_request` for two of one name, place and day, and `version_conflict` unless the setting already has what was sent. */
export async function updateFees(deps: Context, input: readonly LocalFeeInput[], version: number | undefined) {
  const fees = input.map(normalize);
  const places = fees.map(({ country, region, name, from = '' }, index) => ({
    place: { country, region },
    path: `fees.${index}`,
    kind: `${name.toLowerCase()} ${from}`,
  }));
  const issues = listTerritoryIssues(places);
  if (issues.length) throw createIssuesError(issues);
  await requireWholeAmounts(
    deps,
    Object.fromEntries(
      fees.flatMap(({ amount, minimum }, index) => [
        [`fees.${index}.amount`, amount],
        [`fees.${index}.minimum`, minimum],
      ]),
    ),
  );
  const saved =
    version === undefined ? await saveSetting(deps.db, KEY, { fees }) : await saveSettingAtVersion(deps.db, KEY, { fees }, version);
  const now = await load(deps.db);
  if (saved === null && !isDeepStrictEqual(now.fees, fees)) throw createVersionConflict(now);
  return now;
}
