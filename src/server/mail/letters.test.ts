import { describe, expect, test } from 'vitest';
import type { Letter } from './letter.ts';
import { orderPaidLetter, orderRefundedLetter, orderShippedLetter, passwordChangedLetter } from './letters.ts';

const buyer = { name: 'Ada Lovelace', email: 'ada@example.com' };
const order = {
  _id: '6f1c2f2e-0f43-4b3f-9a87-0d3a4d0f8f11',
  number: 1042,
  total: 1234.5,
  refunded: 0,
  address: '12 St James Square\nLondon',
  carrier: null,
  tracking: null,
  lines: [
    { product: null, slug: 'lamp', name: 'Lamp', price: 617, quantity: 2, image: '/x.webp' },
    { product: null, slug: 'cord', name: 'Cord', price: 0.5, quantity: 1, image: '/x.webp' },
  ],
};
const publicUrl = 'https://shop.example';
const news = { order, buyer, publicUrl };

/** The words of the HTML, without its head. */
const wordsOf = ({ html }: Letter) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'");

const all = (it: typeof news) => ({
  paid: orderPaidLetter(it),
  shipped: orderShippedLetter(it),
  refunded: orderRefundedLetter({ ...it, amount: 12 }),
  password: passwordChangedLetter({ user: it.buyer, publicUrl: it.publicUrl }),
});

test('[LETTER-1] a paid order is told with its lines, its total and where it goes, in text as in HTML', () => {
  const letter = orderPaidLetter(news);
  expect(letter).toMatchObject({ kind: 'order paid', recipient: 'ada@example.com', subject: 'Your order #1042 is paid' });
  for (const words of [letter.text, wordsOf(letter)]) {
    for (const fact of [
      'Hello Ada Lovelace,',
      '2 × Lamp',
      '$1,234.00',
      '1 × Cord',
      '$0.50',
      'Total',
      '$1,234.50',
      '12 St James Square',
      'London',
    ]) {
      expect(words).toContain(fact);
    }
  }
  const page = `https://shop.example/dashboard/user/orders/${order._id}`;
  expect(letter.text).toContain(page);
  expect(letter.html).toContain(`href="${page}"`);
});

test('[LETTER-1] a shipped order names who carries it and how to follow it, where that is known', () => {
  const known = orderShippedLetter({ ...news, order: { ...order, carrier: 'Night Owl', tracking: 'NO-123' } });
  for (const words of [known.text, wordsOf(known)]) {
    expect(words).toContain('travels with Night Owl');
    expect(words).toContain('NO-123');
  }
  expect(orderShippedLetter(news).text).not.toMatch(/Tracking|null|with/);
});

test('[LETTER-1] a refund says what went back now, and what in all', () => {
  const part = orderRefundedLetter({ ...news, order: { ...order, refunded: 34.5 }, amount: 12 });
  expect(part.subject).toBe('$12.00 of your order #1042 is on its way back');
  expect(part.text).toContain('Refunded so far: $34.50');
  const whole = orderRefundedLetter({ ...news, order: { ...order, refunded: 1234.5 }, amount: 1200 });
  expect(whole.text).toContain('Refunded, all of it: $1,234.50');
});

describe('every letter', () => {
  test.each(Object.entries(all(news)))('[LETTER-1] %s: loads nothing from elsewhere', (_name, { html }) => {
    expect(html).not.toMatch(/<(?:img|script|link|style|iframe)|url\(|@import/i);
  });

  test.each(Object.entries(all({ ...news, publicUrl: null as never })))(
    '[LETTER-1] %s: bears no link without a public address',
    (_name, { html, text }) => {
      expect(html).not.toContain('href');
      expect(text).not.toMatch(/https?:|null/);
    },
  );

  const hostile = '<img src=x onerror=alert(1)>"\'&';
  const strange = all({
    publicUrl,
    buyer: { name: `${hostile}\r\nBcc: all@example.com`, email: 'ada@example.com\r\nBcc: all@example.com' },
    order: {
      ...order,
      address: hostile,
      lines: [{ ...order.lines[0], name: hostile }] as never,
      carrier: hostile as never,
      tracking: hostile as never,
    },
  });
  test.each(Object.entries(strange))(
    '[LETTER-1] %s: what people wrote stays text, and ends no line of a head',
    (_name, { html, text, subject, recipient }) => {
      expect(html).not.toContain('<img');
      expect(text.split('\n')[0]).toBe(`Hello ${hostile} Bcc: all@example.com,`);
      for (const head of [subject, recipient]) expect(head).not.toMatch(/\p{Cc}/u);
    },
  );
});
