import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShopWithPayments, startPayment, VALID_CARD } from '../../../../../tests/support/checkout.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { updateShopDetails } from '../../../../contract/shop-details.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { updateToCancelled, updateToPaid } from './demo.repository.ts';

const shop = await openShopWithPayments();
const openPage = (name?: string) => startPayment(shop, name);
const textOf = (answer: { body: Record<string, unknown> }) => String(answer.body.text);

test('[CART-8] [PAY-1] the payment page shows the items, the total, and a form with autocomplete and labels', async () => {
  const { url, email } = await openPage();
  const answer = await shop.getPage(url);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const page = textOf(answer);
  for (const text of [
    'TEST MODE',
    'Orbit Camera',
    '2 × $12.50',
    '$1,259.50',
    'Pay $1,259.50',
    email,
    '← Back to eCommerce App',
    'eCommerce App',
  ]) {
    expect(page).toContain(text);
  }
  for (const card of ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0000 0000 9995']) expect(page).toContain(card);
  for (const token of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name']) expect(page.toLowerCase()).toContain(`autocomplete="${token}"`);
  for (const id of ['number', 'expiry', 'cvc', 'name']) expect(page).toMatch(new RegExp(`<label[^>]* for="${id}"`));
  expect(page).not.toMatch(/<script|style="|onclick/i);
});

test("[PAY-1] the page's policy allows its own style and images only, and no framing", async () => {
  const { url } = await openPage();
  const answer = await shop.getPage(url);
  const style = /<style>([\s\S]*)<\/style>/.exec(textOf(answer))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self' http://localhost;`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('[PAY-1] the payment page has the shop’s present name and accent color, and its policy allows that style', async () => {
  const { url } = await openPage();
  const { token } = await shop.signUp({ role: 1 });
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  const body = { ...details, name: 'Owl <& Co>', accentColor: '#c2410c' };
  expect((await shop.call(updateShopDetails, { token, body })).status).toBe(200);
  const answer = await shop.getPage(url);
  const page = textOf(answer);
  for (const text of ['Pay Owl &lt;&amp; Co&gt;', '← Back to Owl', ' · Owl &lt;']) expect(page).toContain(text);
  expect(page).not.toContain('eCommerce App');
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
  expect(style).toContain('--accent: light-dark(oklch(from #c2410c');
  expect(String(answer.headers['content-security-policy'])).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(textOf(await shop.getPage(`${url.slice(0, url.lastIndexOf('/'))}/demo_${'a'.repeat(32)}`))).toContain('Back to Owl');
  await shop.call(updateShopDetails, { token, body: details });
});

test('[PAY-2] the valid test card pays: the signed event arrives, the order is paid, the customer gets to the success page', async () => {
  const { url, order, status } = await openPage();
  const answer = await shop.submitForm(url, { ...VALID_CARD, number: '4242424242424242' });
  expect([answer.status, answer.headers.location]).toEqual([303, `http://localhost/success?order=${order}`]);
  expect([await status(), await shop.countEvents(), shop.webhook.attempts]).toEqual(['paid', 1, 1]);
  const again = await shop.getPage(url);
  expect([again.status, textOf(again).includes('Already paid')]).toEqual([200, true]);
  expect(await shop.provider.redeliver()).toBe(0);
});

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['5555 5555 5555 4444', 'This is a demo: use a test card'],
])('[PAY-2] card %s is declined with a reason, the input stays, and another card may be tried', async (number, words) => {
  const { url, status } = await openPage();
  const answer = await shop.submitForm(url, { ...VALID_CARD, number, cvc: '987' });
  const page = textOf(answer);
  expect(answer.status).toBe(402);
  expect(page).toMatch(/role="alert"/);
  expect(page).toContain(words);
  for (const typed of [number, VALID_CARD.expiry, VALID_CARD.name]) expect(page).toContain(`value="${typed}"`);
  expect(page).toMatch(/<input id="cvc"[^>]* value=""/);
  expect([await status(), shop.webhook.attempts]).toEqual(['pending', 0]);
  expect((await shop.submitForm(url, VALID_CARD)).status).toBe(303);
  expect(await status()).toBe('paid');
});

test.each([
  ['number', '', 'Enter the card number'],
  ['number', '4242 4242 4242 4241', 'Your card number is invalid'],
  ['number', '4242', 'Your card number is incomplete'],
  ['number', '4242-4242-4242-4242', 'The card number has digits only'],
  ['number', '４２４２４２４２４２４２４２４２', 'The card number has digits only'],
  ['number', '4'.repeat(5000), 'Your card number is incomplete'],
  ['expiry', '', 'Enter the expiry date'],
  ['expiry', '13/49', 'Enter the expiry date as MM/YY'],
  ['expiry', '00/49', 'Enter the expiry date as MM/YY'],
  ['expiry', 'soon', 'Enter the expiry date as MM/YY'],
  ['expiry', '12/20', 'Your card has expired'],
  ['cvc', '', 'Enter the security code'],
  ['cvc', '12', 'The security code has 3 or 4 digits'],
  ['cvc', '12345', 'The security code has 3 or 4 digits'],
  ['name', '   ', 'Enter the name on the card'],
])('[PAY-1] a form with %s "%s" shows the error beside the field', async (field, value, words) => {
  const { url, status } = await openPage();
  const answer = await shop.submitForm(url, { ...VALID_CARD, [field]: value });
  expect(answer.status).toBe(422);
  expect(textOf(answer)).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error"[^>]*autofocus`));
  expect(textOf(answer)).toContain(`id="${field}-error">${words}</p>`);
  expect(textOf(answer)).toContain('role="alert"');
  expect(await status()).toBe('pending');
});

test('[PAY-1] an empty form shows all four errors; a card is valid through the end of its month', async () => {
  const { url } = await openPage();
  const empty = textOf(await shop.submitForm(url, {}));
  expect(empty).toMatch(/card number.*expiry date.*CVC.*name on the card/);
  const now = shop.deps.now();
  const thisMonth = `${now.getUTCMonth() + 1} / ${now.getUTCFullYear()}`;
  expect((await shop.submitForm(url, { ...VALID_CARD, expiry: thisMonth })).status).toBe(303);
});

test('[TEXT-1] names of products, cards and people with markup are shown as text', async () => {
  const evil = `<img src=x onerror="alert(1)">'&amp;`;
  const { url } = await openPage(evil);
  const answer = await shop.submitForm(url, { ...VALID_CARD, number: '"><script>alert(1)</script>', name: evil });
  const page = textOf(answer);
  expect(page).not.toMatch(/<script|<img src=x/);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#x27;&amp;amp;');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test('[PAY-2] Pay pressed ten times at once: one event, and every request is redirected to the success page', async () => {
  const { url, order, status } = await openPage();
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.submitForm(url, VALID_CARD)));
  for (const { status: code, headers } of answers)
    expect([code, headers.location]).toEqual([303, `http://localhost/success?order=${order}`]);
  expect([await status(), await shop.countEvents(), shop.webhook.attempts]).toEqual(['paid', 1, 1]);
});

test('[PAY-2] of several concurrent payments one succeeds, and a payment is never cancelled', async () => {
  const { id, url } = await openPage();
  const { db, now } = shop.deps;
  const sessions = await Promise.all(['evt_a', 'evt_b', 'evt_c'].map((eventId) => updateToPaid(db, id, eventId, now())));
  expect(sessions.filter((session) => session)).toHaveLength(1);
  await updateToCancelled(db, id);
  expect(textOf(await shop.getPage(url))).toContain('Already paid');
});

test("[STOCK-4] Back leads to the cancel page; after that the payment page can't be paid", async () => {
  const { url, order, status } = await openPage();
  const back = await shop.submitForm(`${url}/back`, {});
  expect([back.status, back.headers.location]).toEqual([303, `http://localhost/cancel?order=${order}`]);
  const again = await shop.submitForm(url, VALID_CARD);
  expect([again.status, textOf(again).includes('Payment cancelled')]).toEqual([410, true]);
  expect(textOf(await shop.getPage(url))).toContain(`href="http://localhost/cancel?order=${order}"`);
  // The provider doesn't touch the shop's order: the cancel page cancels it, or it expires.
  expect([await status(), shop.webhook.attempts]).toEqual(['pending', 0]);
  expect((await shop.submitForm(`${url}/back`, {})).status).toBe(303);
});

test('Back after paying changes nothing', async () => {
  const { url, status } = await openPage();
  await shop.submitForm(url, VALID_CARD);
  expect(textOf(await shop.submitForm(`${url}/back`, {}))).toContain('Already paid');
  expect(await status()).toBe('paid');
});

test("[PAY-7] after half an hour the page has expired and can't be paid", async () => {
  const { url, status } = await openPage();
  shop.advanceClock(31 * MINUTE);
  expect((await shop.getPage(url)).status).toBe(410);
  const answer = await shop.submitForm(url, VALID_CARD);
  expect([answer.status, textOf(answer).includes('has expired')]).toEqual([410, true]);
  expect(await status()).toBe('pending');
});

test.each(['demo_x', 'x', `demo_${'a'.repeat(32)}`, '%00', '%E0%A4%A', "'; drop table demo_sessions"])(
  'an unknown page, %s, is a 404 with a link back',
  async (session) => {
    for (const send of [
      shop.send({ method: 'GET', url: `/pay/${session}` }),
      shop.send({
        method: 'POST',
        url: `/pay/${session}/back`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      }),
    ]) {
      const { status, body } = await send;
      if (session === '%E0%A4%A') expect(status).toBe(400);
      if (session !== '%E0%A4%A') expect([status, String(body.text).includes('href="/"')]).toEqual([404, true]);
    }
  },
);

test('a body that is no form or too large is rejected with an HTML page', async () => {
  const { url, status } = await openPage();
  const path = new URL(url).pathname;
  const json = await shop.send({ method: 'POST', url: path, payload: VALID_CARD });
  expect([json.status, json.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  const huge = await shop.submitForm(url, { ...VALID_CARD, name: 'x'.repeat(20_000) });
  expect(huge.status).toBe(413);
  expect(await status()).toBe('pending');
});
