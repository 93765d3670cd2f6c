/** The merchant's settings of the storefront. What isn't set has a default. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { PAGE_KINDS } from '../../../contract/payment-method.ts';
import { DEFAULT_SETTINGS, type Settings, SettingsInput } from '../../../contract/settings.ts';
import { GUARANTEE_SLUG, GUARANTEE_TITLE } from '../../../contract/shop-pages.ts';
import { isRecord } from '../../../contract/values.ts';
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE } from '../../../contract/withdrawal-fields.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import { GUARANTEE_SETTING } from '../fields/field-file.repository.ts';
import { findDeliveryTime } from './delivery-time.ts';
import { readOpening } from './opening.service.ts';
import { describePriceNotes, PRICE_NOTES_KEY } from './price-notes.service.ts';
import {
  BALANCES_KEY,
  findSetting,
  findVersionedSetting,
  findVersionedSettings,
  INVOICES_KEY,
  listShopLinks,
  saveSettingAtVersion,
} from './settings.repository.ts';
import { readShopDetails } from './shop-details.service.ts';

const SETTINGS_KEY = 'shop';
/** Written by pricing/pricing-settings.service.ts. */
const SHIPPING_KEY = 'shipping';

type Context = Pick<Deps, 'db' | 'payment' | 'paypal' | 'memoize'>;

/** Linked to from each page of a shop that has the function. */
const WITHDRAWAL_PAGE = { slug: WITHDRAWAL_SLUG, title: WITHDRAWAL_TITLE };
const GUARANTEE_PAGE = { slug: GUARANTEE_SLUG, title: GUARANTEE_TITLE };

/** Adds the other data of the shop that every page shows. */
async function complete(input: SettingsInput, { db, payment, paypal = null, memoize }: Context): Promise<Settings> {
  const [shop, links, { isOpen }] = [await readShopDetails(db), await listShopLinks(db), await readOpening({ db, memoize })];
  const { footerPages, menuLinks } = links;
  const { name = null, testMode = false } = payment ?? paypal ?? {};
  const pageOrigins = [...(payment?.pageOrigins ?? []), ...(paypal?.pageOrigins ?? [])];
  const provider = name ?? ((await memoize('manual-payments', () => takesManualPayments(db))) ? 'manual' : null);
  return {
    ...input,
    shop,
    footerPages: shop.withdrawalDays ? [...footerPages.filter(({ slug }) => slug !== WITHDRAWAL_SLUG), WITHDRAWAL_PAGE] : footerPages,
    ...(menuLinks.length && { menuLinks }),
    ...(!isOpen && { isClosed: true }),
    payment: {
      ...{ provider, testMode },
      ...(pageOrigins.length && { pageOrigins }),
      ...(input.savesCards && payment?.cards && { keepsCards: true as const }),
    },
  };
}

/** With the version that an edit form sends back. */
interface VersionedSettings {
  settings: Settings;
  version: number;
}

export function readSettings(context: Context): Promise<VersionedSettings> {
  return context.memoize('settings', () => loadSettings(context));
}

/** A part that is missing, or that another version of the shop stored in an unknown form, gets its default. */
async function loadSettings(context: Context): Promise<VersionedSettings> {
  const keys = [SETTINGS_KEY, INVOICES_KEY, BALANCES_KEY, SHIPPING_KEY, GUARANTEE_SETTING, PRICE_NOTES_KEY];
  const [found, invoices, balances, shipping, guarantee, notes] = await findVersionedSettings(context.db, keys);
  const delivery = findDeliveryTime(shipping?.value);
  const { value: stored, version } = found ?? { value: null, version: 0 };
  const {
    priceRanges,
    quickAdd,
    guestCheckout,
    filterAttributes,
    refundReturnsCode,
    asksForConsent,
    asksForNote,
    asksForGiftMessage,
    savesCards,
    deliveryTime,
    returnsLine,
    paymentMarks,
  } = isRecord(stored) ? stored : {};
  const { properties } = SettingsInput;
  const input: SettingsInput = {
    priceRanges: Check(properties.priceRanges, priceRanges) ? priceRanges : DEFAULT_SETTINGS.priceRanges,
    quickAdd: Check(properties.quickAdd, quickAdd) ? quickAdd : DEFAULT_SETTINGS.quickAdd,
    guestCheckout: Check(properties.guestCheckout, guestCheckout) ? guestCheckout : DEFAULT_SETTINGS.guestCheckout,
    filterAttributes: Check(properties.filterAttributes, filterAttributes) ? filterAttributes : DEFAULT_SETTINGS.filterAttributes,
    ...(refundReturnsCode === true && { refundReturnsCode }),
    ...(asksForConsent === true && { asksForConsent }),
    ...(asksForNote === true && { asksForNote }),
    ...(asksForGiftMessage === true && { asksForGiftMessage }),
    ...(savesCards === true && { savesCards }),
    ...pickBuyingInfo({
      deliveryTime: Check(properties.deliveryTime, deliveryTime) ? deliveryTime : undefined,
      returnsLine: Check(properties.returnsLine, returnsLine) ? returnsLine : undefined,
      paymentMarks: Check(properties.paymentMarks, paymentMarks) ? paymentMarks : undefined,
    }),
  };
  const hasInvoices = isRecord(invoices?.value) && invoices.value.isOn === true;
  const hasBalances = balances?.value != null;
  const completed = await complete(input, context);
  const priceNotes = await describePriceNotes(context.db, notes?.value, completed.shop.country);
  const hasNotice = isRecord(guarantee?.value) && guarantee.value.isOn === true;
  const footerPages = hasNotice ? [...completed.footerPages, GUARANTEE_PAGE] : completed.footerPages;
  const kept = {
    ...(hasInvoices && { hasInvoices }),
    ...(hasBalances && { hasBalances }),
    ...(delivery && { delivery }),
    ...(priceNotes && { priceNotes }),
  };
  return { settings: { ...completed, footerPages, ...kept }, version };
}

/** Whether orders can be paid by hand, where nobody is connected (pricing/payment-methods.service.ts writes it). */
export async function takesManualPayments(db: Context['db']): Promise<boolean> {
  const value = await findSetting(db, 'payment-methods');
  const methods = isRecord(value) && Array.isArray(value.methods) ? value.methods : [];
  return methods.some((it) => isRecord(it) && it.isOn === true && !PAGE_KINDS.includes(String(it.kind)));
}

type BuyingInfo = { [Name in 'deliveryTime' | 'returnsLine' | 'paymentMarks']?: SettingsInput[Name] | undefined };

/** Only what says something, each mark once: every page carries the settings. */
function pickBuyingInfo({ deliveryTime = '', returnsLine = '', paymentMarks = [] }: BuyingInfo) {
  const marks = [...new Set(paymentMarks.map((it) => it.trim()))].filter(Boolean);
  return {
    ...(deliveryTime.trim() && { deliveryTime: deliveryTime.trim() }),
    ...(returnsLine.trim() && { returnsLine: returnsLine.trim() }),
    ...(marks.length && { paymentMarks: marks }),
  };
}

/** Older forms don't send settings that were added since: those stay unchanged. */
type SentSettings = Pick<SettingsInput, 'priceRanges' | 'quickAdd'> & { [Name in keyof SettingsInput]?: SettingsInput[Name] | undefined };

const keepUnsent = (
  {
    refundReturnsCode,
    asksForConsent,
    asksForNote,
    asksForGiftMessage,
    savesCards,
    deliveryTime,
    returnsLine,
    paymentMarks,
    ...sent
  }: SentSettings,
  { guestCheckout, filterAttributes, refundReturnsCode: isReturned, asksForConsent: isAsked, ...stored }: Settings,
): SettingsInput => ({
  ...sent,
  ...pickBuyingInfo({
    deliveryTime: deliveryTime ?? stored.deliveryTime,
    returnsLine: returnsLine ?? stored.returnsLine,
    paymentMarks: paymentMarks ?? stored.paymentMarks,
  }),
  ...((refundReturnsCode ?? isReturned) && { refundReturnsCode: true }),
  ...((asksForConsent ?? isAsked) && { asksForConsent: true }),
  ...((asksForNote ?? stored.asksForNote) && { asksForNote: true }),
  ...((asksForGiftMessage ?? stored.asksForGiftMessage) && { asksForGiftMessage: true }),
  ...((savesCards ?? stored.savesCards) && { savesCards: true }),
  guestCheckout: sent.guestCheckout ?? guestCheckout,
  filterAttributes: sent.filterAttributes ? [...new Set(sent.filterAttributes.map((it) => it.trim()))] : filterAttributes,
});

function requireRisingRanges({ priceRanges }: SentSettings): void {
  const issues = priceRanges.flatMap(([lowest, highest], index) =>
    lowest < highest
      ? []
      : [{ path: `priceRanges.${index}`, code: 'range_not_rising' as const, message: 'must end above where it begins' }],
  );
  if (issues.length) throw new AppError('invalid_request', 'A price range must end above where it begins', { issues });
}

/**
 * Throws `invalid_request` for a price range whose end isn't above its beginning, and `version_conflict` if the settings were changed after
 * that version, unless they already have the values that were sent. Without a version, the last one to save wins.
 */
export async function updateSettings(context: Context, sent: SentSettings, version?: number): Promise<VersionedSettings> {
  requireRisingRanges(sent);
  const current = await loadSettings(context);
  const input = keepUnsent(sent, current.settings);
  const savedVersion = await saveSettingAtVersion(context.db, SETTINGS_KEY, input, version ?? current.version);
  // Read again: pages show more than is saved here, such as the ways to pay.
  const latest = await loadSettings(context);
  if (savedVersion !== null) return { settings: latest.settings, version: savedVersion };
  // Somebody has saved in between, so the settings that weren't sent are those of now.
  if (version === undefined) return updateSettings(context, sent);
  const wanted: Partial<Settings> = keepUnsent(sent, latest.settings);
  const isSaved = (name: keyof SettingsInput) => isDeepStrictEqual(latest.settings[name], wanted[name]);
  if (Object.keys(SettingsInput.properties).every((name) => isSaved(name as keyof SettingsInput))) return latest;
  throw createVersionConflict(latest);
}

async function isOn(db: Deps['db'], name: 'refundReturnsCode' | 'asksForConsent'): Promise<boolean> {
  const { value } = await findVersionedSetting(db, SETTINGS_KEY);
  return isRecord(value) && value[name] === true;
}

/** Whether a full refund gives back the order's use of its code. */
export const readRefundReturnsCode = (db: Deps['db']) => isOn(db, 'refundReturnsCode');

/** Whether customers are asked for their consent to get offers by email. */
export const readAsksForConsent = (db: Deps['db']) => isOn(db, 'asksForConsent');
