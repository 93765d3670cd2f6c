/** What a buyer writes and confirms at the checkout: columns of an order. */
import { jsonb, text } from 'drizzle-orm/pg-core';
import type { OrderConfirmation } from '../../../../contract/checkout-fields.ts';

export const buyerWords = {
  /** To the shop. */
  customerNote: text('customer_note'),
  /** To whom it is sent. */
  giftMessage: text('gift_message'),
  /** What was ticked, word for word; null: nothing was asked. */
  confirmations: jsonb('confirmations').$type<OrderConfirmation[]>(),
};
