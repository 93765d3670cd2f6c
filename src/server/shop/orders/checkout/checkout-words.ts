/** What a buyer writes at the checkout, as far as the shop asks for it, and what they have to confirm before the order. */
import {
  type Confirmation,
  DIGITAL_ID,
  findAge,
  findMinimumAge,
  type OrderConfirmation,
  toAgeId,
} from '../../../../contract/checkout-fields.ts';
import { isInEuropeanUnion } from '../../../../contract/european-union.ts';
import type { Deps } from '../../../deps.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import type { StockTarget } from '../../inventory/stock.repository.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { hasDigitalTargets } from '../rows/digital-lines.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize'>;

export interface SentWords {
  customerNote?: string | undefined;
  giftMessage?: string | undefined;
  /** The ids of what was ticked. */
  confirmations?: readonly string[] | undefined;
}

/** What the buyer wrote, the ids of what they confirmed, and whether delivering digital products needs their consent. */
export interface CheckoutWords {
  customerNote: string | null;
  giftMessage: string | null;
  confirmed: readonly string[];
  isConsentNeeded: boolean;
}

/** Line breaks stay; other characters that nobody sees don't. */
const tidy = (text: string | undefined): string | null =>
  text
    ?.replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim() || null;

/** Settings are read only where something was written. */
async function readNotes(context: Context, sent: SentWords): Promise<Pick<CheckoutWords, 'customerNote' | 'giftMessage'>> {
  const [customerNote, giftMessage] = [tidy(sent.customerNote), tidy(sent.giftMessage)];
  if (!customerNote && !giftMessage) return { customerNote, giftMessage };
  const { asksForNote, asksForGiftMessage } = (await readSettings(context)).settings;
  return { customerNote: asksForNote ? customerNote : null, giftMessage: asksForGiftMessage ? giftMessage : null };
}

export async function readWords(
  context: Context,
  sent: SentWords,
  { items, country }: { items: StockTarget[]; country: string },
): Promise<CheckoutWords> {
  const isConsentNeeded = await needsConsent(context, items, country);
  return { ...(await readNotes(context, sent)), confirmed: sent.confirmations ?? [], isConsentNeeded };
}

/** Whether some of these are files or licence keys of a shop with the right of withdrawal, bought where the law asks for their buyer's consent. */
export async function needsConsent(context: Context, targets: StockTarget[], country: string): Promise<boolean> {
  if (!targets.length || !isInEuropeanUnion(country, { withUnitedKingdom: true })) return false;
  if (!(await readSettings(context)).settings.shop.withdrawalDays) return false;
  return hasDigitalTargets(context.db, targets);
}

const DIGITAL: Confirmation = {
  _id: DIGITAL_ID,
  text: 'Deliver my digital items at once. I know that I lose my right of withdrawal from them as soon as the delivery has begun.',
};

const toAge = (years: number): Confirmation => ({ _id: toAgeId(years), text: `I am ${years} years old or older.` });

/** Of several ages the highest counts. */
export function listConfirmations(lines: readonly { minimumAge?: number | null }[], isConsentNeeded: boolean): Confirmation[] {
  const age = findMinimumAge(lines);
  return [...(isConsentNeeded ? [DIGITAL] : []), ...(age === null ? [] : [toAge(age)])];
}

/** Whoever is old enough for more is for less: the page may have asked before another item was removed. */
const isConfirmed = (needed: Confirmation, ids: readonly string[]): boolean => {
  const age = findAge(needed);
  return ids.some((_id) => _id === needed._id || (age !== null && (findAge({ _id }) ?? 0) >= age));
};

/** What the order keeps of them; null: nothing was to be confirmed. Throws `invalid_request` if one wasn't. */
export function requireConfirmations(needed: readonly Confirmation[], ids: readonly string[], at: Date): OrderConfirmation[] | null {
  const missing = needed.filter((it) => !isConfirmed(it, ids));
  if (missing.length)
    throw createIssuesError(
      missing.map(({ _id, text }) => ({ path: `confirmations.${_id}`, code: 'required' as const, message: `must be confirmed: ${text}` })),
    );
  return needed.length ? needed.map((it) => ({ ...it, at: at.toISOString() })) : null;
}
