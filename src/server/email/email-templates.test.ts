import { describe, expect, test } from 'vitest';
import type { EmailMessage } from './email-layout.ts';
import { renderOrderPaidEmail, renderOrderRefundedEmail, renderOrderShippedEmail, renderPasswordChangedEmail } from './email-templates.ts';

const customer = { name: 'Ada Lovelace', email: 'ada@example.com' };
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
const data = { order, customer: customer, publicUrl };

/** The words of the HTML, without its head. */
const htmlToText = ({ html }: EmailMessage) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'");

const renderAll = (it: typeof data) => ({
  paid: renderOrderPaidEmail(it),
  shipped: renderOrderShippedEmail(it),
  refunded: renderOrderRefundedEmail({ ...it, amount: 12 }),
  password: renderPasswordChangedEmail({ user: it.customer, publicUrl: it.publicUrl }),
});

test('[LETTER-1] a paid order is told with its lines, its total and where it goes, in text as in HTML', () => {
  const email = renderOrderPaidEmail(data);
  expect(email).toMatchObject({ kind: 'order paid', recipient: 'ada@example.com', subject: 'Your order #1042 is paid' });
  for (const text of [email.text, htmlToText(email)]) {
    for (const expected of [
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
      expect(text).toContain(expected);
    }
  }
  const page = `https://shop.example/dashboard/user/orders/${order._id}`;
  expect(email.text).toContain(page);
  expect(email.html).toContain(`href="${page}"`);
});

test('[LETTER-1] a shipped order names who carries it and how to follow it, where that is known', () => {
  const email = renderOrderShippedEmail({ ...data, order: { ...order, carrier: 'Night Owl', tracking: 'NO-123' } });
  for (const text of [email.text, htmlToText(email)]) {
    expect(text).toContain('travels with Night Owl');
    expect(text).toContain('NO-123');
  }
  expect(renderOrderShippedEmail(data).text).not.toMatch(/Tracking|null|with/);
});

test('[LETTER-1] a refund says what went back now, and what in all', () => {
  const partialRefund = renderOrderRefundedEmail({ ...data, order: { ...order, refunded: 34.5 }, amount: 12 });
  expect(partialRefund.subject).toBe('$12.00 of your order #1042 is on its way back');
  expect(partialRefund.text).toContain('Refunded so far: $34.50');
  const fullRefund = renderOrderRefundedEmail({ ...data, order: { ...order, refunded: 1234.5 }, amount: 1200 });
  expect(fullRefund.text).toContain('Refunded, all of it: $1,234.50');
});

describe('every letter', () => {
  test.each(Object.entries(renderAll(data)))('[LETTER-1] %s: loads nothing from elsewhere', (_name, { html }) => {
    expect(html).not.toMatch(/<(?:img|script|link|style|iframe)|url\(|@import/i);
  });

  test.each(Object.entries(renderAll({ ...data, publicUrl: null as never })))(
    '[LETTER-1] %s: bears no link without a public address',
    (_name, { html, text }) => {
      expect(html).not.toContain('href');
      expect(text).not.toMatch(/https?:|null/);
    },
  );

  const hostile = '<img src=x onerror=alert(1)>"\'&';
  const hostileEmails = renderAll({
    publicUrl,
    customer: { name: `${hostile}\r\nBcc: all@example.com`, email: 'ada@example.com\r\nBcc: all@example.com' },
    order: {
      ...order,
      address: hostile,
      lines: [{ ...order.lines[0], name: hostile }] as never,
      carrier: hostile as never,
      tracking: hostile as never,
    },
  });
  test.each(Object.entries(hostileEmails))(
    '[LETTER-1] %s: what people wrote stays text, and ends no line of a head',
    (_name, { html, text, subject, recipient }) => {
      expect(html).not.toContain('<img');
      expect(text.split('\n')[0]).toBe(`Hello ${hostile} Bcc: all@example.com,`);
      for (const head of [subject, recipient]) expect(head).not.toMatch(/\p{Cc}/u);
    },
  );
});
