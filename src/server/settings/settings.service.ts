/** What a merchant sets of the storefront. Whatever isn't set has a default. */
import { Check } from 'typebox/value';
import { DEFAULT_SETTINGS } from '../../contract/default-settings.ts';
import { isRecord } from '../../contract/is-record.ts';
import { SettingsInput } from '../../contract/schemas/settings.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findSetting, saveSetting } from './settings.repository.ts';

const SETTINGS_KEY = 'shop';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

function withPayment(input: SettingsInput, { payment }: Pick<Context, 'payment'>): Settings {
  return { ...input, payment: { provider: payment?.name ?? null, testMode: payment?.testMode ?? false } };
}

export function readSettings(context: Context): Promise<Settings> {
  return context.memoize('settings', () => loadSettings(context));
}

/** A part that is missing, or that another version of the shop stored in a form we don't know, takes its default. */
async function loadSettings(context: Context): Promise<Settings> {
  const stored = await findSetting(context.db, SETTINGS_KEY);
  const { priceRanges, quickAdd } = isRecord(stored) ? stored : {};
  const { properties } = SettingsInput;
  const input: SettingsInput = {
    priceRanges: Check(properties.priceRanges, priceRanges) ? priceRanges : DEFAULT_SETTINGS.priceRanges,
    quickAdd: Check(properties.quickAdd, quickAdd) ? quickAdd : DEFAULT_SETTINGS.quickAdd,
  };
  return withPayment(input, context);
}

/** Throws `invalid_request` for a price range that doesn't end above where it begins. */
export async function updateSettings(context: Context, input: SettingsInput): Promise<Settings> {
  const issues = input.priceRanges.flatMap(([lowest, highest], index) =>
    lowest < highest
      ? []
      : [{ path: `priceRanges.${index}`, code: 'range_not_rising' as const, message: 'must end above where it begins' }],
  );
  if (issues.length) throw new AppError('invalid_request', 'A price range must end above where it begins', { issues });
  await saveSetting(context.db, SETTINGS_KEY, input);
  return withPayment(input, context);
}
