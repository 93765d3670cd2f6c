/** What is shown beside prices: the lowest price before a reduction, tax and shipping. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { EUROPEAN_UNION } from '../../../contract/european-union.ts';
import { type PriceNotes, PriceNotesInput } from '../../../contract/price-notes.ts';
import { ShippingSettings } from '../../../contract/pricing-settings.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVersionConflict } from '../../platform/errors.ts';
import { findVersionedSetting, findVersionedSettings, hasPublishedPage, saveSetting, saveSettingAtVersion } from './settings.repository.ts';
import { readShopDetails } from './shop-details.service.ts';

export const PRICE_NOTES_KEY = 'price-notes';

interface VersionedNotes {
  notes: PriceNotesInput;
  version: number;
}

const isIn = (countries: readonly string[], country = '') => countries.includes(country);

/** Where Directive 98/6/EC holds: the EU and the European Economic Area. */
const LOWEST_PRICE_COUNTRIES = [...EUROPEAN_UNION, 'IS', 'LI', 'NO'];
/** Where prices for consumers have to say so, and where the tax on sales is called VAT. */
const VAT_COUNTRIES = [...LOWEST_PRICE_COUNTRIES, 'GB', 'CH'];

/** What the law of the shop's country asks for, until the merchant has chosen. */
function readNotes(stored: unknown, country: string | undefined): PriceNotesInput {
  if (Check(PriceNotesInput, stored)) return stored;
  return { lowestPrice: isIn(LOWEST_PRICE_COUNTRIES, country), taxAndShipping: isIn(VAT_COUNTRIES, country), shippingPage: '' };
}

export async function readPriceNotes(db: Database): Promise<VersionedNotes> {
  const { value, version } = await findVersionedSetting(db, PRICE_NOTES_KEY);
  return { notes: readNotes(value, (await readShopDetails(db)).country), version };
}

/** Throws `version_conflict` if they were changed after that version, unless they already have the values that were sent. */
export async function updatePriceNotes({ db }: Pick<Deps, 'db'>, notes: PriceNotesInput, version?: number): Promise<VersionedNotes> {
  const saved =
    version === undefined ? await saveSetting(db, PRICE_NOTES_KEY, notes) : await saveSettingAtVersion(db, PRICE_NOTES_KEY, notes, version);
  if (saved !== null) return { notes, version: saved };
  const current = await readPriceNotes(db);
  if (isDeepStrictEqual(current.notes, notes)) return current;
  throw createVersionConflict(current);
}

/** A shop that takes no tax, such as a small business, says nothing of it. */
function describeTax(tax: unknown, country: string | undefined): string | undefined {
  if (!isRecord(tax) || !(tax.automatic === true || (Array.isArray(tax.rates) && tax.rates.length > 0))) return undefined;
  return `${tax.pricesIncludeTax === true ? 'incl.' : 'excl.'} ${isIn(VAT_COUNTRIES, country) ? 'VAT' : 'tax'}`;
}

/** Without zones all is shipped for free. */
function isShippingFree(stored: unknown): boolean {
  const zones = Check(ShippingSettings, stored) ? stored.zones : [];
  return zones.every(({ rates }) => rates.every(({ tiers }) => tiers.every(({ price }) => price === 0)));
}

/** In words, or undefined where all of it is off: then nothing else is read. */
export async function describePriceNotes(db: Database, stored: unknown, country: string | undefined): Promise<PriceNotes | undefined> {
  const notes = readNotes(stored, country);
  const lowest = notes.lowestPrice && { lowest: 'Lowest price of the last 30 days:' };
  if (!notes.taxAndShipping) return lowest || undefined;
  const [tax, shipping] = await findVersionedSettings(db, ['tax', 'shipping']);
  const words = describeTax(tax?.value, country);
  const before = isShippingFree(shipping?.value) ? 'free' : 'plus';
  const page = notes.shippingPage && (await hasPublishedPage(db, notes.shippingPage)) ? `/pages/${notes.shippingPage}` : '/contact';
  const shipped = { text: words ? `${words}, ${before}` : before, link: 'shipping', page };
  return { ...lowest, shipped, ...(words && { unshipped: { text: words } }) };
}
