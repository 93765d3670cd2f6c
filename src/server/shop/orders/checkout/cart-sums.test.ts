/** What the cart shows, what the order keeps and what the provider charges, of carts of any kind. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedCart } from '../../../../../tests/support/generated-carts.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { toCents } from '../../../../contract/money.ts';
import { calculateRefund, calculateShippingPaid } from '../../../../contract/refund-amount.ts';
import { toSessionParams } from '../../payments/stripe/checkout-session.ts';
import { computeCartTotals } from '../../pricing/cart-totals.ts';
import type { SoldItem } from '../../pricing/priced-product.repository.ts';
import { checkPayment, spreadTax } from '../payments/check-payment.ts';
import { toCartPrice } from './cart-price.service.ts';
import { toPriceColumns } from './cart-to-order.ts';
import { toProviderCheckout } from './provider-checkout.ts';

const CARTS = isFullRun ? 100_000 : 1000;
const AT = new Date('2026-11-01T12:00:00Z');
const ORDER = { id: '11111111-1111-4111-8111-111111111111', expiresAt: AT, rules: { currency: 'USD' } };

/** What a cart shows of a product beside its sums. */
const ITEM: SoldItem = {
  _id: 'p0',
  name: 'Mug',
  slug: 'mug',
  description: '',
  price: 1,
  compareAtPrice: null,
  quantity: 1,
  shipping: 1,
  category: 'c0',
  image: '/uploads/image-640.webp',
  sku: null,
  weight: null,
  status: 'active',
};

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** All that is written and sent of a cart once it is checked out. */
function checkOut(input: typeof generatedCart extends fc.Arbitrary<infer Cart> ? Cart : never) {
  const lines = input.lines.map((line, index) => ({
    ...line,
    name: 'Mug',
    slug: 'mug',
    options: '',
    sku: null,
    costCents: null,
    withdrawalException: null,
    minimumAge: null,
    handlingDays: null,
    variantId: null,
    soldBy: null,
    bundle: null,
    isGiftCard: false,
    recipient: null,
    imageId: 'image',
    position: index,
    item: ITEM,
  }));
  const totals = computeCartTotals({ ...input, lines });
  const priced = {
    ...{ totals, tax: input.tax, taxPlace: { country: 'DE', region: '' } },
    ...{ isTaxAutomatic: false, methods: [], method: null, code: null },
  };
  const order = { ...toPriceColumns(priced), lines: totals.lines };
  const target = { origin: 'https://shop.example', shipTo: null };
  const checkout = toProviderCheckout(
    ORDER,
    { email: 'ada@example.com', lines: order.lines, price: priced, dueCents: priced.totals.totalCents },
    target,
  );
  return { cart: toCartPrice(priced, { dispatch: undefined, now: new Date(0), timeZone: 'UTC' }), order, checkout };
}

test(`[PRICE-2] [PRICE-3] ${CARTS} generated carts: the cart, the order and the provider have the same total to the cent`, {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(generatedCart, (input) => {
      const { cart, order, checkout } = checkOut(input);
      const items = toSessionParams(checkout, AT).line_items ?? [];
      const charged = add(items.map(({ quantity = 0, price_data: price }) => (quantity as number) * (price?.unit_amount ?? 0)));
      expect([toCents(cart.total), checkout.totalCents, charged]).toEqual([order.totalCents, order.totalCents, order.totalCents]);
      const shown = [cart.subtotal, cart.discount, cart.shipping, cart.tax].map(toCents);
      expect(shown).toEqual([order.subtotalCents, order.discountCents, order.shippingCents, order.taxCents]);
      expect(cart.lines.map(({ discount, tax }) => [toCents(discount), toCents(tax)])).toEqual(
        order.lines.map(({ discountCents, taxCents }) => [discountCents, taxCents]),
      );
      expect(add(cart.lines.map(({ subtotal }) => toCents(subtotal)))).toBe(order.subtotalCents);
    }),
    { numRuns: CARTS },
  );
});

test(`[TAX-5] ${CARTS} generated carts: with tax calculated by the provider the lines still add up, and their refunds make the total`, {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(generatedCart, fc.double({ min: 0, max: 1, noNaN: true }), (input, part) => {
      const { order } = checkOut({ ...input, tax: { ...input.tax, ratePpm: 0, classRates: {} } });
      const { totalCents, isTaxIncluded, shippingCents } = order;
      const taxCents = Math.floor(totalCents * part);
      const due = { totalCents, balanceCents: 0, isTaxIncluded, isTaxAutomatic: true, currency: 'usd' };
      const amountCents = totalCents + (isTaxIncluded ? 0 : taxCents);
      const { isExact, taxed } = checkPayment(due, { amountCents, taxCents, currency: 'usd' });
      expect([isExact, taxed]).toEqual([true, { taxCents, totalCents: amountCents }]);
      const taxes = spreadTax(taxCents, order.lines, shippingCents);
      expect(taxes.every((cents) => cents >= 0) && add(taxes) <= taxCents).toBe(true);
      const lines = order.lines.map((line, index) => ({ ...line, taxCents: taxes[index] ?? 0, refunded: 0 }));
      const refundable = { lines, shippingCents, taxCents, isTaxIncluded };
      const all = {
        lines: lines.map(({ quantity }, line) => ({ line, quantity })),
        shippingCents: calculateShippingPaid(refundable),
      };
      expect(calculateRefund(refundable, all)).toBe(amountCents);
      // A cent less or more is not what was asked for.
      for (const cents of [-1, 1]) {
        const wrong = checkPayment(due, { amountCents: amountCents + cents, taxCents, currency: 'usd' });
        expect([wrong.isExact, wrong.taxed]).toEqual([false, null]);
      }
    }),
    { numRuns: CARTS },
  );
});
