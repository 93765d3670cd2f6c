/** The period in which customers may withdraw from an order, and the link to the form, which each email about the order has. */
import type { Order } from '../../../../contract/order-fields.ts';
import { addDays, toDay } from '../../../../contract/time-zone.ts';
import { WITHDRAWAL_SLUG, type WithdrawalException } from '../../../../contract/withdrawal-fields.ts';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { loadGuestSecret, signWithdrawal } from './guest-link.ts';

/** Within so many days of a withdrawal the law asks for its refund. */
const REFUND_DAYS = 14;

interface Rules {
  /** Absent or 0: the shop has no such function. */
  withdrawalDays?: number;
  timeZone: string;
}

type Delivered = Pick<Order, 'timeline'>;

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const toWorkday = (day: string): string => (isWeekend(day) ? toWorkday(addDays(day, 1)) : day);

/**
 * Null: not all is delivered, so the period hasn't begun. A last day at a weekend moves on to Monday. Holidays, and the 12 months that it is longer where
 * a customer wasn't told of the right, aren't known here.
 */
export function findLastDay({ timeline }: Delivered, { withdrawalDays, timeZone }: Rules): string | null {
  const delivery = timeline.findLast(({ status }) => status === 'delivered');
  if (!delivery || !withdrawalDays) return null;
  return toWorkday(addDays(toDay(new Date(delivery.at), timeZone), withdrawalDays));
}

export const findRefundDay = (at: Date, timeZone: string): string => addDays(toDay(at, timeZone), REFUND_DAYS);

/** What is sealed or digital is excepted once the customer has it; the others always. */
export function findException(exception: WithdrawalException | undefined, isDelivered: boolean): WithdrawalException | undefined {
  return exception === 'sealed' || exception === 'digital' ? (isDelivered ? exception : undefined) : exception;
}

interface DigitalState {
  isDelivered: boolean;
  /** Its files were fetched, or its keys given; absent: it has neither. */
  isBegun?: boolean | undefined;
  hasConsent: boolean;
  /** It was bought where the law asks for the consent. */
  isConsentNeeded: boolean;
}

/** A digital line is excepted once its delivery has begun with its buyer's consent; where the law asks for none, once it is there. */
export function findLineException(exception: WithdrawalException | undefined, state: DigitalState): WithdrawalException | undefined {
  const { isDelivered, isBegun, hasConsent, isConsentNeeded } = state;
  if (exception && exception !== 'digital') return findException(exception, isDelivered);
  if (hasConsent) return (isBegun ?? (isDelivered && exception)) ? 'digital' : undefined;
  return isConsentNeeded ? undefined : findException(exception, isDelivered || isBegun === true);
}

/** The signature is behind the #, as in the link of a guest's order. */
export const buildWithdrawalUrl = (publicUrl: string, orderId: string, signature: string): string =>
  `${publicUrl}/pages/${WITHDRAWAL_SLUG}#${orderId}.${signature}`;

/** The customer's order with how to withdraw from it, in a shop that has the function. */
export async function withWithdrawable<T extends Order>(context: Pick<Deps, 'db' | 'payment' | 'memoize'>, order: T): Promise<T> {
  const { shop } = (await readSettings(context)).settings;
  if (!shop.withdrawalDays || order.number === null) return order;
  const signature = signWithdrawal(await loadGuestSecret(context.db), order._id);
  return { ...order, withdrawable: { signature, until: findLastDay(order, shop) } };
}
