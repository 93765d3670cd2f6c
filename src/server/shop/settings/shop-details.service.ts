/** The shop's details: name, logo, color and contact data. What isn't set has a default. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { COUNTRY_CODES } from '../../../contract/countries.ts';
import { LOW_STOCK_MAX } from '../../../contract/limits.ts';
import { DEFAULT_SHOP_DETAILS, type SentShopDetails, type ShopDetails, ShopDetailsInput } from '../../../contract/settings.ts';
import { isTimeZone, toDay } from '../../../contract/time-zone.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import { LOGO_SETTING } from '../content/media/image.repository.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { withStoredImage } from '../content/media/store-image.ts';
import {
  allowLongStatements,
  deleteSetting,
  findVersionedSettings,
  hasOrdersInOther,
  hasTimeZone,
  saveSetting,
  saveSettingAtVersion,
} from './settings.repository.ts';

const DETAILS_KEY = 'shop-details';

interface VersionedShopDetails {
  shop: ShopDetails;
  /** An edit form sends it back. */
  version: number;
}

/** A field that another version of the shop stored in an unknown form gets its default. */
function parseDetails(stored: unknown): ShopDetailsInput {
  const { logo: _logo, ...defaults } = DEFAULT_SHOP_DETAILS;
  if (!isRecord(stored)) return defaults;
  // An earlier version accepted larger numbers.
  const { lowStockThreshold: threshold } = stored;
  const details: Record<string, unknown> = {
    ...stored,
    lowStockThreshold: typeof threshold === 'number' ? Math.min(threshold, LOW_STOCK_MAX) : threshold,
  };
  const known = Object.entries(ShopDetailsInput.properties).filter(([name, schema]) => Check(schema, details[name]));
  return { ...defaults, ...Object.fromEntries(known.map(([name]) => [name, details[name]])) };
}

const parseLogo = (stored: unknown): string | null =>
  isRecord(stored) && typeof stored.imageId === 'string' ? imageUrl(stored.imageId) : null;

/** The logo is a separate setting, so that changing it makes no open form of the details stale. */
export async function readVersionedShopDetails(db: Database): Promise<VersionedShopDetails> {
  const [details, logo] = await findVersionedSettings(db, [DETAILS_KEY, LOGO_SETTING]);
  return { shop: { ...parseDetails(details?.value), logo: parseLogo(logo?.value) }, version: details?.version ?? 0 };
}

export async function readShopDetails(db: Database): Promise<ShopDetails> {
  return (await readVersionedShopDetails(db)).shop;
}

export const readTimeZone = ({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<string> =>
  memoize('time zone', async () => (await readShopDetails(db)).timeZone);

/** The day that it is in the shop. */
export const readToday = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string> =>
  toDay(now(), (await readShopDetails(db)).timeZone);

async function requireTimeZone(db: Database, timeZone: string): Promise<void> {
  if (isTimeZone(timeZone) && (await hasTimeZone(db, timeZone))) return;
  const issue = { path: 'timeZone', code: 'unknown' as const, message: 'must be the name of a time zone, such as Europe/Berlin' };
  throw new AppError('invalid_request', 'There is no such time zone', { issues: [issue] });
}

/**
 * Amounts in two currencies can't be summed up, so the currency can't be changed once something was sold in it; orders keep theirs in any
 * case.
 */
async function requireUnusedCurrency(db: Database, currency: string): Promise<void> {
  if (!(await hasOrdersInOther(db, currency))) return;
  const issue = { path: 'currency', code: 'currency_in_use' as const, message: 'stays, since the shop has orders or open checkouts in it' };
  throw new AppError('invalid_request', 'The currency stays: the shop has orders or open checkouts in it', { issues: [issue] });
}

function requireCountry(country = ''): void {
  if (!country || COUNTRY_CODES.includes(country)) return;
  const issue = { path: 'country', code: 'unknown' as const, message: 'must be the code of a country, such as DE' };
  throw new AppError('invalid_request', 'There is no such country', { issues: [issue] });
}

/**
 * Throws `invalid_request` for a currency other than that of the shop's orders, or an unknown time zone or country, and `version_conflict` if
 * the details were changed after that version, unless they already have the values that were sent.
 */
export async function updateShopDetails(
  { db }: Pick<Deps, 'db'>,
  { name, headline, ...rest }: SentShopDetails,
  version?: number,
): Promise<VersionedShopDetails> {
  const before = await readShopDetails(db);
  const { timeZone = before.timeZone, currency = before.currency, priceLocale = before.priceLocale, imageFrame = before.imageFrame } = rest;
  const { country = before.country ?? '', withdrawalDays = before.withdrawalDays ?? 0, ...others } = rest;
  requireCountry(rest.country);
  const isNewZone = timeZone !== before.timeZone;
  if (isNewZone) await requireTimeZone(db, timeZone);
  if (currency !== before.currency) await requireUnusedCurrency(db, currency);
  const input: ShopDetailsInput = {
    ...others,
    ...(country && { country }),
    ...(withdrawalDays && { withdrawalDays }),
    ...{ timeZone, currency, priceLocale, imageFrame },
    ...{ name: name.trim(), headline: headline.trim() },
  };
  const savedVersion = await db.transaction(async (tx) => {
    if (isNewZone) await allowLongStatements(tx);
    return version === undefined ? saveSetting(tx, DETAILS_KEY, input) : saveSettingAtVersion(tx, DETAILS_KEY, input, version);
  });
  const current = await readVersionedShopDetails(db);
  const shop = { ...input, logo: current.shop.logo };
  if (savedVersion !== null) return { shop, version: savedVersion };
  if (isDeepStrictEqual(current.shop, shop)) return current;
  throw createVersionConflict(current);
}

/** Throws what storeImage throws for an invalid image. The image cleanup job deletes the files of the old logo. */
export async function replaceLogo({ db, images }: Pick<Deps, 'db' | 'images'>, image: Buffer): Promise<VersionedShopDetails> {
  await withStoredImage(images, image, (imageId) => saveSetting(db, LOGO_SETTING, { imageId }));
  return readVersionedShopDetails(db);
}

export async function removeLogo({ db }: Pick<Deps, 'db'>): Promise<VersionedShopDetails> {
  await deleteSetting(db, LOGO_SETTING);
  return readVersionedShopDetails(db);
}
