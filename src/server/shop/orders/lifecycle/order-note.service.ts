/** The team's notes about an order, and its messages to the customer. */
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { addOrderNote } from '../../../../contract/order-admin.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { createNotFoundError, readAnyOrder } from './admin-order.service.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { createNote } from './order.repository.ts';
import { lockOrderById } from './row-lock.repository.ts';

/** Doesn't raise the order's version, because a note conflicts with nobody's change. Throws `order_not_found` and `wrong_order_status`. */
export async function addNote(
  context: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  caller: Pick<Caller, 'id' | 'name'>,
  orderId: string,
  { audience, text: written }: BodyOf<typeof addOrderNote>,
): Promise<AdminOrder> {
  const at = context.now();
  const text = written.trim();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (!order) throw createNotFoundError();
    if (audience === 'customer' && order.number === null)
      throw new AppError('wrong_order_status', "A checkout that wasn't paid has no customer to write to");
    await createNote(tx, { orderId, audience, text, at, actorId: caller.id, by: caller.name });
    if (audience === 'customer') await notifyBuyer(tx, context, orderId, { message: text }, at);
  });
  return readAnyOrder(context.db, orderId);
}
