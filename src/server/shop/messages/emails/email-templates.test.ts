import { describe, expect, test } from 'vitest';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import type { EmailMessage } from './email-message.ts';
import {
  renderConfirmEmail,
  renderEmailChangedEmail,
  renderEmailTakenEmail,
  renderLoginAttemptsEmail,
  renderNewLoginEmail,
  renderPasswordChangedEmail,
  renderResetPasswordEmail,
} from './templates/account-emails.ts';
import {
  renderClaimOrdersEmail,
  renderOrderPaidEmail,
  renderOrderRefundedEmail,
  renderOrderShippedEmail,
} from './templates/customer-emails.ts';
import { renderRequestDeclinedEmail, renderRequestReceivedEmail, renderRequestToMerchantEmail } from './templates/order-request.ts';
import { renderOrderPlacedEmail } from './templates/payment-emails.ts';

const recipient = 'ada@example.com';
const order = {
  _id: '6f1c2f2e-0f43-4b3f-9a87-0d3a4d0f8f11',
  number: 1042,
  currency: 'USD',
  total: 1234.5,
  subtotal: 1234.5,
  discount: 0,
  code: null,
  shipping: 0,
  shippingName: null,
  estimatedDelivery: null,
  tax: 0,
  taxRate: 0,
  taxIncluded: false,
  refunded: 0,
  carrier: null,
  tracking: null,
  address: 'Ada Lovelace\n1 Market Street\nSan Francisco, CA 94105\nUnited States',
  lines: [
    { product: null, slug: 'lamp', name: 'Lamp', price: 617, quantity: 2, image: '/x.webp', discount: 0, tax: 0 },
    { product: null, slug: 'cord', name: 'Cord', price: 0.5, quantity: 1, image: '/x.webp', discount: 0, tax: 0 },
  ],
};
const publicUrl = 'https://shop.example';
const imageId = '0123456789abcdef0123456789abcdef';
const shop = { ...DEFAULT_SHOP_DETAILS, name: 'Owl & Co' };
const data = { order, recipient, publicUrl, shop };

/** The text of the HTML's body. */
const htmlToText = ({ html }: EmailMessage) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'");

const renderAll = (it: typeof data) => ({
  paid: renderOrderPaidEmail(it),
  shipped: renderOrderShippedEmail(it),
  refunded: renderOrderRefundedEmail({ ...it, amount: 12 }),
  password: renderPasswordChangedEmail(it),
  loginAttempts: renderLoginAttemptsEmail(it),
  newLogin: renderNewLoginEmail({ ...it, browser: 'Firefox', system: 'Linux', ip: '203.0.113.9', at: new Date(0) }),
  requestReceived: renderRequestReceivedEmail({ ...it, kind: 'cancel' }),
  requestDeclined: renderRequestDeclinedEmail({ ...it, kind: 'return', answer: 'No' }),
  requestToMerchant: renderRequestToMerchantEmail({ ...it, kind: 'return' }),
  confirm: renderConfirmEmail({ ...it, token: 'x' }),
  emailChanged: renderEmailChangedEmail(it),
  emailTaken: renderEmailTakenEmail(it),
  resetPassword: renderResetPasswordEmail({ ...it, token: 'x' }),
  claimOrders: renderClaimOrdersEmail({ ...it, token: 'x' }),
});

test('[LETTER-1] a paid order is confirmed with its items and total, in text as in HTML', () => {
  const email = renderOrderPaidEmail(data);
  expect(email).toMatchObject({ kind: 'order paid', recipient: 'ada@example.com', subject: 'Your order #1042 is confirmed' });
  for (const text of [email.text, htmlToText(email)]) {
    for (const expected of ['2 × Lamp', '$1,234.00', '1 × Cord', '$0.50', 'Total', '$1,234.50']) {
      expect(text).toContain(expected);
    }
  }
  const page = `https://shop.example/dashboard/user/orders/${order._id}`;
  expect(email.text).toContain(page);
  expect(email.html).toContain(`href="${page}"`);
});

test('[PRICE-4] [TAX-12] the emails of an order list what its total consists of: discount, shipping and tax', () => {
  const parts = { total: 1139.54, discount: 123.45, code: 'SPRING', shipping: 9.5, shippingName: 'Express', tax: 18.99, taxRate: 8.875 };
  const { text } = renderOrderPaidEmail({ ...data, order: { ...order, ...parts } });
  for (const row of [
    /Subtotal.*\$1,234\.50/,
    /Discount \(SPRING\).*-\$123\.45/,
    /Shipping: Express.*\$9\.50/,
    /Tax \(8\.875%\).*\$18\.99/,
    /Total.*\$1,139\.54/,
  ])
    expect(text).toMatch(row);
  const included = renderOrderPaidEmail({ ...data, order: { ...order, ...parts, taxIncluded: true } }).text;
  expect(included).toMatch(/Includes tax \(8\.875%\).*\$18\.99/);
  const taxes = [19, 7].map((rate) => ({ rate, net: 100, tax: rate / 10, country: 'DE' }));
  const several = renderOrderPaidEmail({ ...data, order: { ...order, ...parts, taxRate: 0, taxes } }).text;
  expect(several).toMatch(/Tax \(19%\).*\$1\.90[\s\S]*Tax \(7%\).*\$0\.70/);
  expect(renderOrderPaidEmail(data).text).not.toMatch(/Subtotal|Discount|Shipping|tax/);
});

test('[TAX-5] tax calculated by the payment provider has an amount and no rate', () => {
  const read = (taxIncluded: boolean) => renderOrderPaidEmail({ ...data, order: { ...order, tax: 18.99, taxRate: 0, taxIncluded } }).text;
  expect(read(false)).toMatch(/^Tax: \$18\.99$/m);
  expect(read(true)).toMatch(/^Includes tax: \$18\.99$/m);
});

test('[LETTER-1] the email of a shipped order names the carrier and tracking number if they are known', () => {
  const email = renderOrderShippedEmail({ ...data, order: { ...order, carrier: 'Night Owl', tracking: 'NO-123' } });
  for (const text of [email.text, htmlToText(email)]) {
    expect(text).toContain('has shipped with Night Owl');
    expect(text).toContain('NO-123');
  }
  expect(renderOrderShippedEmail(data).text).not.toMatch(/Tracking|null|shipped with/);
});

test('[LETTER-1] the email of a refund names the amount and the total of all refunds', () => {
  const partialRefund = renderOrderRefundedEmail({ ...data, order: { ...order, refunded: 34.5 }, amount: 12 });
  expect(partialRefund.subject).toBe('We refunded $12.00 of your order #1042');
  expect(partialRefund.text).toContain('Refunded so far: $34.50');
  const fullRefund = renderOrderRefundedEmail({ ...data, order: { ...order, refunded: 1234.5 }, amount: 1200 });
  expect(fullRefund.text).toContain('Refunded in full: $1,234.50');
});

describe('every email', () => {
  test.each(Object.entries(renderAll(data)))('[LETTER-1] %s: loads no external resources', (_name, { html }) => {
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(|@import/i);
  });

  test.each(Object.entries(renderAll({ ...data, publicUrl: null as never })))(
    '[LETTER-1] %s: has no links without a public URL',
    (_name, { html, text }) => {
      expect(html).not.toContain('href');
      expect(text).not.toMatch(/https?:|null/);
    },
  );

  const hostile = '<img src=x onerror=alert(1)>"\'&';
  const hostileEmails = renderAll({
    publicUrl,
    shop,
    recipient: 'ada@example.com\r\nBcc: all@example.com',
    order: {
      ...order,
      lines: [{ ...order.lines[0], name: hostile }] as never,
      carrier: hostile as never,
      tracking: hostile as never,
    },
  });
  test.each(Object.entries(hostileEmails))(
    '[LETTER-1] %s: user input stays text and adds no header',
    (_name, { html, text, subject, recipient }) => {
      expect(html).not.toContain('<img');
      expect(text.split('\n')[0]).toBe('Hello,');
      for (const head of [subject, recipient]) expect(head).not.toMatch(/\p{Cc}/u);
    },
  );

  const billing = { company: 'Visit evil.example', address: null, text: 'You have won' };
  const words = { customerNote: 'Visit evil.example', giftMessage: 'You have won', billing };
  const typed = {
    ...{ name: 'Visit evil.example', address: 'You have won\nVisit evil.example', buyer: { name: 'Visit evil.example' } },
    ...words,
  };
  // Of no money: what was paid for names the address that it goes to.
  test.each(Object.entries(renderAll({ ...data, ...typed, order: { ...order, ...typed, total: 0 } })))(
    '[LIMIT-5] %s: contains nothing that the account entered, because the address isn’t confirmed yet',
    (_name, { html, text, subject }) => {
      for (const part of [html, text, subject]) expect(part).not.toMatch(/evil|You have won/);
    },
  );
});

test('[LIMIT-5] an order that nobody has paid yet sends nothing that was typed, whatever it costs', () => {
  const words = { customerNote: 'Visit evil.example', giftMessage: 'You have won' };
  const billing = { company: 'Visit evil.example', address: null, text: 'You have won' };
  const { html, text } = renderOrderPlacedEmail({ ...data, order: { ...order, ...words, billing } });
  for (const part of [html, text]) expect(part).not.toMatch(/evil|You have won/);
});

test('[LIMIT-5] [ADDR-11] the email of a paid order shows the delivery address, line by line', () => {
  const { text, html } = renderOrderPaidEmail(data);
  expect(text).toContain('Ship to\nAda Lovelace\n1 Market Street\nSan Francisco, CA 94105\nUnited States');
  expect(html).toContain('San Francisco, CA 94105');
});

test('[SHOP-3] every email ends with the shop’s name and how to reach it', () => {
  const details = {
    name: 'Owl & Co',
    email: 'hello@owl.example',
    phone: '+1 555 0100',
    address: 'Tree 1\n12345 Wood',
    legalDetails: 'VAT 77',
  };
  for (const { text, html } of Object.values(renderAll({ ...data, shop: { ...DEFAULT_SHOP_DETAILS, ...details } }))) {
    expect(text).toContain('\n--\nOwl & Co\nTree 1\n12345 Wood\nhello@owl.example\n+1 555 0100\nVAT 77\nYou receive');
    expect(html).toContain('Owl &amp; Co<br/>Tree 1<br/>12345 Wood<br/>hello@owl.example');
  }
});

test('[LETTER-19] every email shows the shop’s logo, or its name if there is no logo or public URL, and its accent color', () => {
  const branded = { ...shop, accentColor: '#ffe066', logo: `/uploads/${imageId}-640.webp` };
  for (const { html, text } of Object.values(renderAll({ ...data, shop: branded }))) {
    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringContaining(`src="https://shop.example/uploads/${imageId}-640.png" alt="Owl &amp; Co"`),
    ]);
    expect(html).toContain('border-bottom:3px solid #ffe066');
    expect(text).not.toContain('uploads');
  }
  // Letters on a light accent are dark.
  expect(renderOrderPaidEmail({ ...data, shop: branded }).html).toMatch(/background:#ffe066.*<a [^>]*color:#191713/);
  const elsewhere = `https://images.example/uploads/${imageId}-640.webp`;
  expect(renderOrderPaidEmail({ ...data, shop: { ...branded, logo: elsewhere } }).html).toContain(
    `src="https://shop.example/uploads/${imageId}-640.png"`,
  );
  const plain = renderOrderPaidEmail({ ...data, publicUrl: null, shop: branded }).html;
  expect(plain).not.toContain('<img');
  expect(plain).toContain('>Owl &amp; Co</p>');
});

test('[LETTER-20] the email of an order shows each product with image, options and amount, then the totals, the final one in bold', () => {
  const lamp = { ...order.lines[0], options: 'Red', image: `https://cdn.example/uploads/${imageId}-640.webp` };
  const parts = { shipping: 9.5, shippingName: 'Express', tax: 18.99, taxRate: 19, taxIncluded: true };
  const shown = { ...data, order: { ...order, ...parts, lines: [lamp, order.lines[1]] as (typeof order)['lines'] } };
  const { html, text } = renderOrderPaidEmail(shown);
  // As JPEG by the shop itself: Outlook for Windows shows no WebP.
  expect(html.match(/<img[^>]*>/g)).toEqual([
    expect.stringContaining(`src="https://shop.example/uploads/${imageId}-160.jpg" alt="" width="64"`),
  ]);
  expect(html).toMatch(/2 × Lamp<div[^>]*>Red<\/div>/);
  expect(html).toMatch(/font-weight:700[^>]*>Total</);
  expect(html).toMatch(/font-weight:400[^>]*>Includes tax \(19%\)</);
  expect(text).toContain('2 × Lamp (Red): $1,234.00\n1 × Cord: $0.50\nSubtotal: $1,234.50\nShipping: Express: $9.50\nTotal: $1,234.50');
  expect(renderOrderPaidEmail({ ...shown, publicUrl: null }).html).not.toContain('<img');
});

test('[LETTER-20] every email uses tables with inline styles and supports dark mode', () => {
  for (const { html } of Object.values(renderAll(data))) {
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    for (const [tag] of html.matchAll(/<(?:p|h1)\b[^>]*>/g)) expect(tag).toContain('style="');
    expect(html).not.toMatch(/display:(?:flex|grid)|&gt;|<div class="(?!soft)/);
  }
});

test('[LETTER-20] an email has one button; other links are plain', () => {
  const { html } = renderOrderShippedEmail({ ...data, order: { ...order, carrier: 'UPS', tracking: '1Z999AA10123456784' } });
  expect([...html.matchAll(/<td bgcolor[^>]*><a [^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Track your package']);
  expect(html).toMatch(/<a href="[^"]*\/orders\/[^"]*" class="text"[^>]*>View your order/);
});
