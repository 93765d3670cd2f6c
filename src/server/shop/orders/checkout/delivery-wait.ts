/** What an order waits for before it is sent: its slowest product, and the day of a preorder. */
import type { DeliveryDays, Dispatch } from '../../../../contract/dispatch.ts';
import { findSlowest, planDelivery, type Wait } from '../../../../contract/estimated-delivery.ts';
import { parseHandlingDays } from '../../../../contract/handling-days.ts';
import type { LinePromise } from '../../../../contract/stock-policy.ts';
import type { PricedCart } from '../../pricing/price-cart.service.ts';
import type { OrderUpdate } from '../rows/order-write.repository.ts';

interface WaitingLine {
  isShipped: boolean;
  handlingDays?: string | null | undefined;
  /** What is promised of pieces that aren't there; null: all are. */
  promise: Pick<LinePromise, 'policy' | 'shipsOn'> | null;
}

/** Null: nothing is known, since a promise names no day. What is made to order takes its product's days, where it has any. */
export function findWait(lines: readonly WaitingLine[], dispatch: Dispatch | undefined): Wait | null {
  const sent = lines
    .filter(({ isShipped }) => isShipped)
    .map((line) => ({ ...line, own: parseHandlingDays(line.handlingDays) ?? undefined }));
  const isUnknown = sent.some(({ promise, own }) => promise && !promise.shipsOn && !(own && promise.policy === 'untracked'));
  if (isUnknown) return null;
  const handling = findSlowest(sent.map(({ own }) => own ?? dispatch?.handling));
  const [readyOn] = sent.flatMap(({ promise }) => promise?.shipsOn ?? []).sort((a, b) => (a < b ? 1 : -1));
  return { dispatch, handling, readyOn };
}

/** From the order to the door; undefined: that depends on a day. */
export const sumDays = (days: DeliveryDays, { handling, readyOn }: Wait): DeliveryDays | undefined =>
  readyOn === undefined ? { min: days.min + (handling?.min ?? 0), max: days.max + (handling?.max ?? 0) } : undefined;

/** When it should arrive if it is paid at once, which is what the checkout showed, and by when it has to be sent for that. */
export function toDeliveryColumns({ totals }: Pick<PricedCart, 'totals'>, wait: Wait | null, at: Date, timeZone: string) {
  const days = totals.shippingOption?.deliveryDays;
  if (!days || !wait) return {};
  const { from, to, shipBy } = planDelivery(days, at, timeZone, wait);
  return { deliveryFrom: from, deliveryTo: to, dueOn: shipBy } satisfies OrderUpdate;
}
