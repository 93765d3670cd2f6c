import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeOrder, type SentOrder } from '../../../../../tests/support/paypal/paypal-orders.ts';
import type { Checkout } from '../provider.ts';
import { canPaypalTake, fromPaypalMoney, isPaypalCurrency, toPaypalMoney } from './paypal-amounts.ts';
import { toOrderBody } from './paypal-order.ts';

test.each([
  ['usd', 2500, '25.00'],
  ['eur', 1, '0.01'],
  ['jpy', 150_000, '1500'],
  ['huf', 199_900, '1999'],
  ['twd', 100, '1'],
])('[PAYPAL-12] %s: %i hundredths are %s, and back', (currency, cents, value) => {
  const money = toPaypalMoney(cents, currency);
  expect(money).toEqual({ currency_code: currency.toUpperCase(), value });
  expect(fromPaypalMoney(money)).toEqual({ amountCents: cents, currency });
});

test('[PAYPAL-12] what PayPal cannot take is known before', () => {
  expect(['INR', 'RUB', 'KWD', 'ISK', 'xyz', ''].map(isPaypalCurrency)).toEqual(Array(6).fill(false));
  expect([canPaypalTake(199_950, 'huf'), canPaypalTake(199_900, 'HUF'), canPaypalTake(1050, 'TWD')]).toEqual([false, true, false]);
  expect(() => toPaypalMoney(50, 'huf')).toThrow('0.5 HUF');
});

test.each(['1e3', '1.234', '', '-', '1,00', ' 1', '99999999999999', 7, null])('%j is no amount', (value) => {
  expect(fromPaypalMoney({ currency_code: 'USD', value })).toBeNull();
});

const makeCheckout = (change: Partial<Checkout>): Checkout => ({
  orderId: randomUUID(),
  currency: 'usd',
  totalCents: 2500,
  lines: [{ name: 'Mug', priceCents: 1250, quantity: 2, image: '' }],
  email: 'ada@example.com',
  successUrl: 'https://shop.example/success',
  cancelUrl: 'https://shop.example/cancel',
  origin: 'https://shop.example',
  expiresAt: new Date(),
  ...change,
});

const send = (change: Partial<Checkout>) => makeOrder(toOrderBody(makeCheckout(change), true) as SentOrder, 0).sent.purchase_units[0];

test('[PAYPAL-12] discount, shipping, fee and tax add up as PayPal counts; an address goes with it', () => {
  const shipTo = { recipient: 'Ada', street: '1 Main St\nFlat 2', postcode: '12345', city: 'Albany', region: 'NY', country: 'US' };
  const unit = send({
    totalCents: 3150,
    lines: [
      { name: 'Mug', priceCents: 1250, quantity: 2, discountCents: 100, image: '' },
      { name: 'A gift', priceCents: 0, quantity: 1, image: '' },
    ],
    charges: [
      { kind: 'shipping', name: 'Post', amountCents: 500 },
      { kind: 'tax', name: null, amountCents: 250 },
    ],
    shipTo: { ...shipTo, phone: '' } as never,
  });
  expect(unit).toMatchObject({
    amount: { value: '31.50', breakdown: { discount: { value: '1.00' } } },
    shipping: { name: { full_name: 'Ada' } },
  });
  expect(unit?.items).toHaveLength(1);
});

test('[PAYPAL-12] parts that PayPal cannot write are left out, and the total stays', () => {
  const lines = [{ name: 'Cherry', priceCents: 50, quantity: 4, image: '' }];
  expect(send({ currency: 'huf', totalCents: 200, lines })).toMatchObject({ amount: { value: '2' } });
  expect(send({ currency: 'huf', totalCents: 200, lines })).not.toHaveProperty('items');
});
