/** The merchant's settings of the storefront. What isn't set has a default. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_SETTINGS, type Settings, SettingsInput } from '../../../contract/settings.ts';
import { isRecord } from '../../../contract/values.ts';
import { WITHDRAWAL_SLUG, WITHDRAWAL_TITLE } from '../../../contract/withdrawal-fields.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import { readOpening } from './opening.service.ts';
import { describePriceNotes, PRICE_NOTES_KEY } from './price-notes.service.ts';
import {
  findSetting,
  findVersionedSetting,
  findVersionedSettings,
  INVOICES_KEY,
  listShopLinks,
  saveSettingAtVersion,
} from './settings.repository.ts';
import { readShopDetails } from './shop-details.service.ts';

const SETTINGS_KEY = 'shop';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

/** Linked to from each page of a shop that has the function. */
const WITHDRAWAL_PAGE = { slug: WITHDRAWAL_SLUG, title: WITHDRAWAL_TITLE };

/** Adds the other data of the shop that every page shows. */
async function complete(input: SettingsInput, { db, payment, memoize }: Context): Promise<Settings> {
  const [shop, links, { isOpen }] = [await readShopDetails(db), await listShopLinks(db), await readOpening({ db, memoize })];
  const { footerPages, menuLinks } = links;
  const { name = null, testMode = false, pageOrigins = [] } = payment ?? {};
  const provider = name ?? ((await memoize('manual-payments', () => takesManualPayments(db))) ? 'manual' : null);
  return {
    ...input,
    shop,
    footerPages: shop.withdrawalDays ? [...footerPages.filter(({ slug }) => slug !== WITHDRAWAL_SLUG), WITHDRAWAL_PAGE] : footerPages,
    ...(menuLinks.length && { menuLinks }),
    ...(!isOpen && { isClosed: true }),
    payment: { provider, testMode, ...(pageOrigins.length && { pageOrigins: [...pageOrigins] }) },
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
  const [found, invoices, notes] = await findVersionedSettings(context.db, [SETTINGS_KEY, INVOICES_KEY, PRICE_NOTES_KEY]);
  const { value: stored, version } = found ?? { value: null, version: 0 };
  const {
    priceRanges,
    quickAdd,
    guestCheckout,
    filterAttributes,
    refundReturnsCode,
    asksForConsent,
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
    ...pickBuyingInfo({
      deliveryTime: Check(properties.deliveryTime, deliveryTime) ? deliveryTime : undefined,
      returnsLine: Check(properties.returnsLine, returnsLine) ? returnsLine : undefined,
      paymentMarks: Check(properties.paymentMarks, paymentMarks) ? paymentMarks : undefined,
    }),
  };
  const hasInvoices = isRecord(invoices?.value) && invoices.value.isOn === true;
  const settings = await complete(input, context);
  const priceNotes = await describePriceNotes(context.db, notes?.value, settings.shop.country);
  return { settings: { ...settings, ...(hasInvoices && { hasInvoices }), ...(priceNotes && { priceNotes }) }, version };
}

/** Whether orders can be paid by hand, where nobody is connected (pricing/payment-methods.service.ts writes it). */
export async function takesManualPayments(db: Context['db']): Promise<boolean> {
  const value = await findSetting(db, 'payment-methods');
  const methods = isRecord(value) && Array.isArray(value.methods) ? value.methods : [];
  return methods.some((it) => isRecord(it) && it.isOn === true && it.kind !== 'online');
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
  { refundReturnsCode, asksForConsent, deliveryTime, returnsLine, paymentMarks, ...sent }: SentSettings,
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
  const { hasInvoices, priceNotes } = current.settings;
  const addKept = (settings: Settings): Settings => ({
    ...settings,
    ...(hasInvoices && { hasInvoices }),
    ...(priceNotes && { priceNotes }),
  });
  if (savedVersion !== null) return { settings: addKept(await complete(input, context)), version: savedVersion };
  // Somebody has saved in between, so the settings that weren't sent are read again.
  if (version === undefined) return updateSettings(context, sent);
  const latest = await loadSettings(context);
  const settings = addKept(await complete(keepUnsent(sent, latest.settings), context));
  if (isDeepStrictEqual(latest.settings, settings)) return latest;
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
