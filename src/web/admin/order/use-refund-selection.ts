/** The pieces that an admin chooses to refund, and the amount they come to. */

import { useState } from 'react';
import { getCurrencyStep, toCents, toDollars } from '../../../contract/money.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { calculateRefund, calculateShippingPaid, type RefundableOrder } from '../../../contract/refund-amount.ts';
import { parseNumber } from '../parts/parse-number.ts';

function toRefundable({ lines, shipping, tax, taxIncluded, currency }: AdminOrder): RefundableOrder {
  return {
    lines: lines.map((line) => ({
      priceCents: toCents(line.price),
      quantity: line.quantity,
      discountCents: toCents(line.discount),
      taxCents: toCents(line.tax),
      refunded: line.refunded ?? 0,
    })),
    shippingCents: toCents(shipping),
    taxCents: toCents(tax),
    isTaxIncluded: taxIncluded,
    step: getCurrencyStep(currency),
  };
}

interface LineChoice {
  quantity: number;
  restock: boolean;
}

/** How many pieces of a line can still be refunded. */
export const countLeft = ({ quantity, refunded = 0 }: AdminOrder['lines'][number]) => quantity - refunded;

/** What the customer asks to return is preselected. */
function chooseRequested({ lines, request }: AdminOrder): LineChoice[] {
  const requested = request?.status === 'open' && request.kind === 'return' ? request.lines : [];
  return lines.map((line, index) => {
    const wanted = requested.filter((it) => it.line === index).reduce((sum, { quantity }) => sum + quantity, 0);
    return { quantity: Math.min(wanted, countLeft(line)), restock: true };
  });
}

export function useRefundSelection(order: AdminOrder) {
  const refundable = toRefundable(order);
  const [choices, setChoices] = useState(() => chooseRequested(order));
  const [shipping, setShipping] = useState('');
  const shippingCents = shipping.trim() === '' ? 0 : toCents(parseNumber(shipping) ?? Number.NaN);
  const lines = choices.flatMap(({ quantity, restock }, line) => (quantity > 0 ? [{ line, quantity, restock }] : []));
  const isEmpty = lines.length === 0 && shipping.trim() === '';
  return {
    choices,
    choose: (line: number, change: Partial<LineChoice>) =>
      setChoices(choices.map((it, index) => (index === line ? { ...it, ...change } : it))),
    shipping,
    setShipping,
    /** In the order's currency. */
    shippingLeft: toDollars(calculateShippingPaid(refundable) - toCents(order.shippingRefunded)),
    isEmpty,
    /** In the order's currency. */
    amount: toDollars(calculateRefund(refundable, { lines, shippingCents })),
    body: isEmpty ? {} : { ...(lines.length && { lines }), ...(shipping.trim() && { shipping: toDollars(shippingCents) }) },
  };
}

export type RefundSelection = ReturnType<typeof useRefundSelection>;
