/** What a customer sees of one order besides its rows: the merchant's fields, and how to pay it by hand. */
import { toDollars } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import { withShownFields } from '../lifecycle/order.service.ts';
import { findReceivedCents } from '../rows/unpaid-order.repository.ts';
import { renderPaymentCode } from './payment-code.ts';

async function withPayment<T extends Order>({ db }: Pick<Deps, 'db'>, order: T): Promise<T> {
  const { paymentMethod: method } = order;
  if (!method?.isAwaited) return order;
  const received = toDollars(await findReceivedCents(db, order._id));
  const withReceived = { ...order, paymentMethod: { ...method, ...(received > 0 && { received }) } };
  const code = renderPaymentCode(withReceived);
  return code ? { ...withReceived, paymentMethod: { ...withReceived.paymentMethod, code } } : withReceived;
}

export const withOwnParts = async <T extends Order>(context: Pick<Deps, 'db' | 'memoize' | 'payment'>, order: T): Promise<T> =>
  withPayment(context, await withShownFields(context, order));
