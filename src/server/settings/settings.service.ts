/** What a merchant sets: settings and the words of the standing pages. Whatever wasn't set has a default. */
import { Check } from 'typebox/value';
import type { ContentPageName } from '../../contract/content.ts';
import { DEFAULT_SETTINGS, type Settings, SettingsInput } from '../../contract/settings.ts';
import { DEFAULT_TEXTS } from '../content/default-pages.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findSetting, saveSetting } from './settings.repository.ts';

const SETTINGS_KEY = 'shop';
const textKey = (name: ContentPageName) => `text:${name}`;

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withPayment(input: SettingsInput, { payment }: Context): Settings {
  return { ...input, payment: { provider: payment?.name ?? null, testMode: payment?.testMode ?? false } };
}

export function readSettings(context: Context): Promise<Settings> {
  return context.memoize('settings', () => loadSettings(context));
}

/** A part that is missing, or that no longer fits since an older version stored it, takes its default. */
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

/** Throws `invalid` for a range that doesn't rise. */
export async function changeSettings(context: Context, input: SettingsInput): Promise<Settings> {
  const issues = input.priceRanges.flatMap(([lowest, highest], index) =>
    lowest < highest ? [] : [{ path: `priceRanges.${index}`, message: 'must end above where it begins' }],
  );
  if (issues.length) throw new AppError('invalid', 'A price range must end above where it begins', { issues });
  await saveSetting(context.db, SETTINGS_KEY, input);
  return withPayment(input, context);
}

/** An empty text is no text: a page never stands there without words. */
export async function readText({ db }: Pick<Deps, 'db'>, name: ContentPageName): Promise<string> {
  const stored = await findSetting(db, textKey(name));
  const text = isRecord(stored) && typeof stored.text === 'string' ? stored.text : '';
  return text.trim() ? text : DEFAULT_TEXTS[name];
}

/** Gives what the page says from now on; an empty text brings the default back. */
export async function changeText(context: Pick<Deps, 'db'>, name: ContentPageName, text: string): Promise<string> {
  await saveSetting(context.db, textKey(name), { text });
  return readText(context, name);
}
