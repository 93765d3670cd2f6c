/** What a merchant sets of the storefront. Whatever isn't set has a default. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_SETTINGS } from '../../contract/default-settings.ts';
import { isRecord } from '../../contract/is-record.ts';
import { SettingsInput } from '../../contract/schemas/settings.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Deps } from '../deps.ts';
import { AppError, createVersionConflict } from '../errors.ts';
import { findVersionedSetting, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

const SETTINGS_KEY = 'shop';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

function withPayment(input: SettingsInput, { payment }: Pick<Context, 'payment'>): Settings {
  return { ...input, payment: { provider: payment?.name ?? null, testMode: payment?.testMode ?? false } };
}

/** With the version that an edit form sends back. */
interface VersionedSettings {
  settings: Settings;
  version: number;
}

const saveVersion = (db: Context['db'], input: SettingsInput, version: number | undefined) =>
  version === undefined ? saveSetting(db, SETTINGS_KEY, input) : saveSettingAtVersion(db, SETTINGS_KEY, input, version);

export function readSettings(context: Context): Promise<VersionedSettings> {
  return context.memoize('settings', () => loadSettings(context));
}

/** A part that is missing, or that another version of the shop stored in a form we don't know, takes its default. */
async function loadSettings(context: Context): Promise<VersionedSettings> {
  const { value: stored, version } = await findVersionedSetting(context.db, SETTINGS_KEY);
  const { priceRanges, quickAdd } = isRecord(stored) ? stored : {};
  const { properties } = SettingsInput;
  const input: SettingsInput = {
    priceRanges: Check(properties.priceRanges, priceRanges) ? priceRanges : DEFAULT_SETTINGS.priceRanges,
    quickAdd: Check(properties.quickAdd, quickAdd) ? quickAdd : DEFAULT_SETTINGS.quickAdd,
  };
  return { settings: withPayment(input, context), version };
}

/**
 * Throws `invalid_request` for a price range that doesn't end above where it begins, and `version_conflict` where the settings were
 * changed after that version, unless they are what is sent already.
 */
export async function updateSettings(context: Context, input: SettingsInput, version?: number): Promise<VersionedSettings> {
  const issues = input.priceRanges.flatMap(([lowest, highest], index) =>
    lowest < highest
      ? []
      : [{ path: `priceRanges.${index}`, code: 'range_not_rising' as const, message: 'must end above where it begins' }],
  );
  if (issues.length) throw new AppError('invalid_request', 'A price range must end above where it begins', { issues });
  const savedVersion = await saveVersion(context.db, input, version);
  if (savedVersion !== null) return { settings: withPayment(input, context), version: savedVersion };
  const current = await loadSettings(context);
  if (isDeepStrictEqual(current.settings, withPayment(input, context))) return current;
  throw createVersionConflict(current);
}
