/** The team sets a new day for orders that run late, and their customers are asked whether they wait. */
import { randomUUID } from 'node:crypto';
import { findConsentDay, findDelayRule, findPromisedDay, findRefundDay } from '../../../../contract/delay-rules.ts';
import type { BodyOf, ReplyOf } from '../../../../contract/endpoint.ts';
import { DELAY_DAYS_MAX, DELAYS_MAX } from '../../../../contract/limits.ts';
import type { delayOrders as delayOrdersEndpoint } from '../../../../contract/order-delay.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { addDays, toDay } from '../../../../contract/time-zone.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { createNotFoundError, readAnyOrder } from '../lifecycle/order.service.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { recordInHistory } from '../lifecycle/update-order.service.ts';
import { createNote } from '../rows/order.repository.ts';
import { createDelay } from '../rows/order-delay.repository.ts';
import { lockOrderById } from '../rows/order-lock.repository.ts';
import { writeEffects } from '../rows/order-write.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
type Actor = Pick<Caller, 'id' | 'name'>;
type Result = ReplyOf<typeof delayOrdersEndpoint>['results'][number];

interface NewDay {
  /** Null: it isn't known. */
  day: string | null;
  message: string;
}

/** One after the other, as orders are shipped. Throws `invalid_request` for a day that isn't to come. */
export async function delayOrders(
  context: Context,
  caller: Actor,
  { orders, day, message = '' }: BodyOf<typeof delayOrdersEndpoint>,
): Promise<Result[]> {
  const { timeZone } = await readShopDetails(context.db);
  requireDayToCome(day, toDay(context.now(), timeZone));
  const results: Result[] = [];
  for (const order of orders) {
    try {
      await retryTransaction(context.db, (tx) => delayOrder(tx, context, caller, order, { day, message: message.trim() }, timeZone));
      results.push({ order, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ order, error: { code: error.code, message: error.message } });
    }
  }
  return results;
}

function requireDayToCome(day: string | null, today: string): void {
  if (day === null) return;
  if (day <= today) throw createIssuesError([{ path: 'day', code: 'too_small', message: 'must be after today' }]);
  if (day > addDays(today, DELAY_DAYS_MAX))
    throw createIssuesError([{ path: 'day', code: 'too_large', message: `must be within ${DELAY_DAYS_MAX} days`, limit: DELAY_DAYS_MAX }]);
}

/** Throws `order_not_found` and `wrong_order_status`. */
async function delayOrder(
  tx: Database,
  context: Context,
  caller: Actor,
  orderId: string,
  { day, message }: NewDay,
  timeZone: string,
): Promise<void> {
  const at = context.now();
  const locked = await lockOrderById(tx, orderId);
  if (!locked) throw createNotFoundError();
  const order = await readAnyOrder(tx, orderId);
  const { delays = [] } = order;
  const last = delays.at(-1);
  requireAwaited(order);
  if (last && last.day === day) return;
  const previousDay = findPromisedDay(order, timeZone);
  if (day !== null && last?.day !== null && day <= previousDay)
    throw new AppError('wrong_order_status', `Its customer expects it by ${previousDay}: the new day must be after that`);
  if (delays.length >= DELAYS_MAX) throw new AppError('wrong_order_status', `An order can be given ${DELAYS_MAX} new days at most`);
  const rule = findDelayRule(locked.country);
  const consentBy = findConsentDay({ day, previousDay, isFirst: !last, isAfterUnknown: last?.day === null }, rule);
  await createDelay(tx, {
    ...{ id: randomUUID(), orderId, position: delays.length, day, previousDay, createdAt: at, consentBy },
    refundBy: consentBy && findRefundDay(consentBy, rule),
  });
  const by = { actorId: caller.id, by: caller.name };
  if (message) await createNote(tx, { orderId, audience: 'customer', text: message, at, ...by });
  const why = day === null ? 'Runs late, and no new day is known' : `Runs late: new day ${day} instead of ${previousDay}`;
  await recordInHistory(tx, locked, { ...by, why, at }, { isDelayed: true, ...(day !== null && { dueOn: day }) });
  if (!locked.isTest) {
    const events = [{ type: 'order.delayed' as const, details: {} }];
    await writeEffects(tx, orderId, { isCounted: false, buyer: null, keepsConsent: false, isPaid: false, events });
  }
  await notifyBuyer(tx, context, orderId, { delayed: message }, at);
}

function requireAwaited({ status, needsShipping, delays }: AdminOrder): void {
  if (status !== 'paid' || needsShipping === false)
    throw new AppError('wrong_order_status', "Only a paid order that isn't sent yet can be given a new day");
  if (delays?.at(-1)?.answer === 'cancel') throw new AppError('wrong_order_status', 'Its customer has cancelled it: refund it');
}
