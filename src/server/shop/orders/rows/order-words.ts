import type { Order } from '../../../../contract/order-fields.ts';
import type { orders } from '../../database/schema/order.ts';

/** What its customer wrote and confirmed, without what there isn't. */
export const toOrderWords = ({
  customerNote,
  giftMessage,
  confirmations,
}: typeof orders.$inferSelect): Pick<Order, 'customerNote' | 'giftMessage' | 'confirmations'> => ({
  ...(customerNote && { customerNote }),
  ...(giftMessage && { giftMessage }),
  ...(confirmations && { confirmations }),
});
