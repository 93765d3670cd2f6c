/** What is shown beside prices: the lowest price before a reduction, tax and shipping. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { EUROPEAN_UNION } from '../../../contract/countries.ts';
import { DEFAULT_PRICE_NOTES, type PriceNotes, PriceNotesInput } from '../../../contract/price-notes.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, findVersionedSettings, hasPublishedPage, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

const KEY = 'price-notes';

interface VersionedNotes {
  notes: PriceNotesInput;
  version: number;
}

const parse = (value: unknown) => (Check(PriceNotesInput, value) ? value : DEFAULT_PRICE_NOTES);

export async function readPriceNotes(db: Database): Promise<VersionedNotes> {
  const { value, version } = await findVersionedSetting(db, KEY);
  return { notes: parse(value), version };
}

/** Throws `version_conflict` if they were changed after that version, unless they already have the values that were sent. */
export async function updatePriceNotes({ db }: Pick<Deps, 'db'>, notes: PriceNotesInput, version?: number): Promise<VersionedNotes> {
  const saved = version === undefined ? await saveSetting(db, KEY, notes) : await saveSettingAtVersion(db, KEY, notes, version);
  if (saved !== null) return { notes, version: saved };
  const current = await readPriceNotes(db);
  if (isDeepStrictEqual(current.notes, notes)) return current;
  throw createVersionConflict(current);
}

/** Where the tax on sales is called VAT. */
const hasVat = (country: string) => country !== '' && `${EUROPEAN_UNION} CH GB IS LI NO`.includes(country);

const hasRows = (value: unknown, name: string) => isRecord(value) && Array.isArray(value[name]) && value[name].length > 0;

/** A shop that takes no tax, such as a small business, says nothing of it. */
function describeTax(tax: unknown, country: string): string | undefined {
  if (!isRecord(tax) || !(tax.automatic === true || hasRows(tax, 'rates'))) return undefined;
  return `${tax.pricesIncludeTax === true ? 'incl.' : 'excl.'} ${hasVat(country) ? 'VAT' : 'tax'}`;
}

/** In words, or undefined where all of it is off: then nothing else is read. */
export async function describePriceNotes(db: Database, country = ''): Promise<PriceNotes | undefined> {
  const { notes } = await readPriceNotes(db);
  const lowest = notes.lowestPrice && { lowest: 'Lowest price of the last 30 days' };
  if (!notes.taxAndShipping) return lowest || undefined;
  const [tax, shipping] = await findVersionedSettings(db, ['tax', 'shipping']);
  const words = describeTax(tax?.value, country);
  // Without zones all is shipped for free.
  const isCharged = hasRows(shipping?.value, 'zones');
  const page = notes.shippingPage && (await hasPublishedPage(db, notes.shippingPage)) ? `/pages/${notes.shippingPage}` : '/contact';
  const shipped = isCharged ? { text: words ? `${words}, plus` : 'plus', link: 'shipping', page } : words && { text: words };
  return { ...lowest, ...(shipped && { shipped }), ...(words && { unshipped: { text: words } }) };
}
