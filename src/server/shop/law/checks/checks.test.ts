/** Each check by what a visitor sees: red without it, green with it, and nothing claimed where there is nothing to look at. */
import { expect, test } from 'vitest';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import type { VisitShop } from '../../../platform/http/visit-shop.ts';
import { DUTIES } from '../law.service.ts';
import type { Facts } from './facts.ts';
import { readPage } from './read-page.ts';
import { Visitor } from './visitor.ts';

const MUG = { id: 'mug', name: 'Mug', slug: 'mug' };
const NOTHING: Facts = {
  publicUrl: null,
  shop: { ...DEFAULT_SHOP_DETAILS, name: 'Mugs & more', address: 'Hof 1\nBerlin', email: 'post@mugs.example' },
  keptPages: [],
  makesInvoices: false,
  sendsEmails: true,
  shippedTo: ['DE', 'FR'],
  newest: [],
  onSale: [],
  measured: [],
  digital: [],
  aged: [],
};
const WITH_MUG = { newest: [MUG], onSale: [MUG], measured: [MUG], digital: [MUG], aged: [MUG] };

type Answer = string | { status?: number; location?: string; cookies?: string[]; json?: object };

const main = (text: string) => `<html><body><main>${text}</main></body></html>`;
const footer = (...links: [text: string, to: string][]) =>
  `<html><body><main>Home</main><footer>${links.map(([text, to]) => `<a href="${to}"><bdi>${text}</bdi></a>`).join('')}</footer></body></html>`;

function look(id: string, pages: Record<string, Answer>, facts: Partial<Facts> = {}) {
  const visit: VisitShop = async (path) => {
    const found = pages[path];
    if (found === undefined) return { status: 404, location: null, cookies: [], body: '' };
    if (typeof found === 'string') return { status: 200, location: null, cookies: [], body: found };
    const { status = 200, location = null, cookies = [], json = {} } = found;
    return { status, location, cookies, body: JSON.stringify(json) };
  };
  const duty = DUTIES.find((it) => it.id === id);
  if (!duty) throw new Error(`There is no duty ${id}`);
  return duty.check(new Visitor(visit, { ...NOTHING, ...facts }, null));
}
const stateOf = async (...[id, pages, facts]: Parameters<typeof look>) => (await look(id, pages, facts)).state;

const CART = {
  subtotal: 10,
  discount: 0,
  shipping: 5,
  shippingOptions: [],
  tax: 2,
  taxIncluded: true,
  taxAutomatic: false,
  total: 15,
  isShippable: true,
  lines: [{}],
};
const cart = (change: object = {}): Answer => ({ json: { ...CART, ...change } });
const CART_PATH = '/api/v1/cart/price';

test('a page is read as a visitor sees it: without scripts, and the cards of other products apart', () => {
  const page =
    readPage(`<head><title>T</title></head><body><main><h1>Mug</h1><p>12 €<span> net</span><small>incl. VAT</small></p><script>lowest price</script>
    <div class="product-grid wide"><p>Bowl, lowest price: 3 €</p></div><img alt="Legal guarantee" src="x"><input name="email"></main>
    <footer><a href="/pages/imprint"> Im<b>print</b></a></footer><script>import("/assets/checkout-a1.js");"/assets/manifest-b.js"</script></body>`);
  expect(page).toEqual({
    text: 'Mug\n12 € net\nincl. VAT',
    cards: 'Bowl, lowest price: 3 €',
    links: [{ text: 'Imprint', to: '/pages/imprint', isInFooter: true }],
    scripts: ['/assets/checkout-a1.js'],
    images: ['Legal guarantee'],
    fields: ['email'],
    jsonLd: '',
  });
});

const IMPRINT = 'Mugs &amp; more, Hof 1, Berlin, post@mugs.example';

test.each([
  ['no link', footer(['About', '/about']), '', 'unmet', 'No link in the footer'],
  ['a dead link', footer(['Imprint', '/pages/imprint']), null, 'unmet', 'answers 404'],
  ['no address', footer(['Impressum', '/pages/imprint']), main('Mugs & more, post@mugs.example'), 'unmet', 'has no postal address'],
  ['a gap', footer(['Imprint', '/pages/imprint']), main(`${IMPRINT} [[Fill in: name]]`), 'unmet', 'with 1 gaps'],
  ['all of it', footer(['Legal notice', '/pages/imprint']), main(IMPRINT), 'met', 'email address'],
  ['a link to elsewhere', footer(['Imprint', 'https://other.example/pages/imprint']), main(IMPRINT), 'unmet', 'No link in the footer'],
])('[LAW-5] an imprint with %s', async (_what, home, imprint, state, saw) => {
  const found = await look('imprint', { '/': home, ...(imprint !== null && { '/pages/imprint': imprint }) });
  expect(found.state).toBe(state);
  expect(found.saw).toContain(saw);
});

test('[LAW-5] texts: withdrawal, privacy, accessibility, the page for Japan, the closed platform', async () => {
  const home = footer(
    ['Right of withdrawal', '/pages/w'],
    ['Privacy Policy', '/policy'],
    ['Accessibility', '/pages/a'],
    ['Specified Commercial Transactions', '/pages/j'],
  );
  const builtIn = { '/policy': main('We store little. Your rights.'), '/api/v1/shop/texts/policy': { json: { isDraft: true } } };
  expect(await stateOf('withdrawal_instructions', { '/': home, '/pages/w': main('within 14 days, post@mugs.example') })).toBe('unmet');
  expect(await stateOf('withdrawal_instructions', { '/': home, '/pages/w': main('within 14 days, post@mugs.example, Model form') })).toBe(
    'met',
  );
  expect((await look('privacy_notice', { '/': home, ...builtIn })).saw).toContain('still the text that came with your shop');
  expect(await stateOf('privacy_notice', { '/': home, '/policy': main('post@mugs.example, your rights') })).toBe('met');
  expect(await stateOf('accessibility_statement', { '/': home, '/pages/a': main('All is well') })).toBe('unmet');
  expect(await stateOf('accessibility_statement', { '/': home, '/pages/a': main('WCAG 2.1 post@mugs.example') })).toBe('met');
  expect(await stateOf('commercial_transactions', { '/': home, '/pages/j': main(IMPRINT) })).toBe('unmet');
  expect(await stateOf('commercial_transactions', { '/': home, '/pages/j': main(`${IMPRINT} price payment delivery returns`) })).toBe(
    'met',
  );
  expect(
    await stateOf('dispute_link_removed', { '/': home, '/policy': main('<a href="https://ec.europa.eu/consumers/odr">ODR</a>') }),
  ).toBe('unmet');
  expect(await stateOf('dispute_link_removed', { '/': home, '/policy': main('Nothing') })).toBe('met');
});

test('[LAW-5] the confirmation of orders needs a mail server, and a text on withdrawal that is published', async () => {
  const pages = { '/pages/terms': main('Terms'), '/pages/w': main('Withdraw within 14 days') };
  expect(await stateOf('contract_confirmation', pages, { keptPages: [] })).toBe('unmet');
  expect(await stateOf('contract_confirmation', pages, { keptPages: ['terms'] })).toBe('unmet');
  expect(await stateOf('contract_confirmation', pages, { keptPages: ['terms', 'gone'] })).toBe('unmet');
  expect(await stateOf('contract_confirmation', pages, { keptPages: ['terms', 'w'], sendsEmails: false })).toBe('unmet');
  expect(await stateOf('contract_confirmation', pages, { keptPages: ['terms', 'w'] })).toBe('met');
});

test.each([
  ['lowest_price', 'Mug 10 € Save 20%', 'Mug 10 € Lowest price of the 30 days before: 12 €'],
  ['price_before', 'Mug 10 €', 'Mug 10 € Was 12 €'],
  ['final_price', 'Mug 10 €', 'Mug 10 €\nincl. VAT, plus <a href="/pages/s">shipping</a>'],
  ['final_price', 'Mug 10 € incl. VAT', 'Mug 10 € including 19% VAT. Free shipping'],
  ['tax_note', 'Mug 10 €', 'Mug ¥10 tax included'],
  ['product_safety', 'Manufacturer: Mugs', 'Manufacturer: Mugs, Hof 1, safe@mugs.example'],
  ['guarantee_notice', 'Mug', 'Mug<img src="/n.svg" alt="Notice of the legal guarantee">'],
  ['delivery_time', 'Mug', 'Delivered in 3–5 working days'],
])('[LAW-5] %s is seen on the page of a product', async (id, red, green) => {
  const pages = (text: string) => ({ '/': footer(), '/product/mug': main(text), [CART_PATH]: cart() });
  expect(await stateOf(id, pages(red), WITH_MUG)).toBe('unmet');
  expect(await stateOf(id, pages(green), WITH_MUG)).toBe('met');
  expect(await stateOf(id, pages(green))).toBe('unknown');
  // On a card of another product it is nothing.
  const card = `${red}<div class="product-grid">${green}</div>`;
  if (id !== 'guarantee_notice') expect(await stateOf(id, pages(card), WITH_MUG)).toBe('unmet');
});

test('[LAW-5] a price before that isn’t announced asks for no lowest price', async () => {
  expect(await stateOf('lowest_price', { '/product/mug': main('Mug 10 €') }, WITH_MUG)).toBe('met');
});

test('[LAW-5] the unit price has to be in lists too', async () => {
  const list = (card: string) => main(`<div class="product-grid"><p>Bowl 1 € 9 € / kg</p><p>Mug</p><p>${card}</p></div>`);
  const pages = (card: string, text = 'Mug 10 € 20 € / kg') => ({
    '/product/mug': main(text),
    '/searched/products?keyword=Mug': list(card),
  });
  expect(await stateOf('unit_price', pages('10 €', 'Mug 10 €'), WITH_MUG)).toBe('unmet');
  expect((await look('unit_price', pages('10 €'), WITH_MUG)).saw).toContain('its card in lists has none');
  expect(await stateOf('unit_price', pages('10 € 20 € / kg'), WITH_MUG)).toBe('met');
  expect(await stateOf('unit_price', {})).toBe('unknown');
});

test('[LAW-5] the button’s words are looked for in the scripts that the checkout loads, one leading to the next', async () => {
  const checkout = `${main('Checkout')}<script>"/assets/first-a1.js"</script>`;
  const pages = { '/checkout': checkout, '/assets/first-a1.js': 'import("./second-b2.js")' };
  expect(await stateOf('order_button', { ...pages, '/assets/second-b2.js': 'x="Order"' })).toBe('unknown');
  expect(await look('order_button', { ...pages, '/assets/second-b2.js': 'x=`Order and pay`' })).toMatchObject({
    state: 'met',
    saw: expect.stringContaining('/assets/second-b2.js'),
  });
  expect(await stateOf('order_button', {})).toBe('unmet');
});

test.each([
  ['digital_consent', { _id: 'digital', text: 'Deliver at once' }],
  ['age_limits', { _id: 'age-18', text: 'I am 18 years old or older.' }],
])('[LAW-5] %s: what the checkout of such a product asks to be confirmed', async (duty, confirmation) => {
  const ask = (change: object, facts?: Partial<Facts>) => stateOf(duty, { [CART_PATH]: cart(change) }, { ...WITH_MUG, ...facts });
  expect(await ask({})).toBe('unmet');
  expect(await ask({ confirmations: [{ _id: 'other', text: 'Other' }] })).toBe('unmet');
  expect(await ask({ confirmations: [confirmation] })).toBe('met');
  expect(await ask({ confirmations: [confirmation] }, { digital: [], aged: [] })).toBe('unknown');
  expect(await stateOf(duty, {}, WITH_MUG)).toBe('unknown');
});

test('[LAW-5] carts: what they add up to, and their tax', async () => {
  const total = (change: object) => stateOf('total_before_order', { [CART_PATH]: cart(change) }, WITH_MUG);
  expect(await total({})).toBe('met');
  expect(await total({ total: 16 })).toBe('unmet');
  expect(await total({ total: 15.5, charges: [{ name: 'Delivery fee', amount: 0.5 }] })).toBe('met');
  expect(await total({ total: 17, taxIncluded: false })).toBe('met');
  expect(await total({ taxAutomatic: true })).toBe('unknown');
  const tax = (change: object) => stateOf('tax_at_destination', { [CART_PATH]: cart(change) }, WITH_MUG);
  expect(await tax({})).toBe('met');
  expect(await tax({ tax: 0 })).toBe('unknown');
  expect(await tax({ isShippable: false })).toBe('unknown');
  const inPrices = (change: object) => stateOf('tax_in_prices', { [CART_PATH]: cart(change) }, WITH_MUG);
  expect(await Promise.all([inPrices({}), inPrices({ taxIncluded: false }), inPrices({ taxIncluded: false, tax: 0 })])).toEqual([
    'met',
    'unmet',
    'unknown',
  ]);
  expect(
    await stateOf(
      'delivery_time',
      { '/product/mug': main('Mug'), [CART_PATH]: cart({ shippingOptions: [{ deliveryDays: { min: 1, max: 2 } }] }) },
      WITH_MUG,
    ),
  ).toBe('met');
});

test('[LAW-5] the withdrawal function is used, as an order of nobody', async () => {
  const home = footer(['Withdraw from contract', '/pages/withdraw']);
  const answers = { '/pages/withdraw': main('Withdraw'), '/api/v1/order/withdrawals': { json: { success: true } } };
  expect(await stateOf('withdrawal_function', { '/': footer(), ...answers })).toBe('unmet');
  expect(await stateOf('withdrawal_function', { '/': home })).toBe('unmet');
  expect(await stateOf('withdrawal_function', { '/': home, ...answers, '/api/v1/order/withdrawals': { status: 429 } })).toBe('unknown');
  expect(await stateOf('withdrawal_function', { '/': home, ...answers })).toBe('met');
});

test('[LAW-5] cookies and scripts from elsewhere before anybody agreed', async () => {
  const pages = (home: Answer) => ({ '/': home, '/cart': main('Cart'), '/checkout': main('Checkout') });
  expect(await stateOf('consent_before_cookies', pages(main('Home')))).toBe('met');
  expect(await stateOf('consent_before_cookies', pages({ cookies: ['_ga'] }))).toBe('unmet');
  expect(await stateOf('consent_before_cookies', pages(`${main('Home')}<script src="https://tracker.example/t.js"></script>`))).toBe(
    'unmet',
  );
  expect(await stateOf('consent_before_cookies', { '/': main('Home') })).toBe('unknown');
});

test('[LAW-5] invoices and reviews', async () => {
  expect(await stateOf('invoices', {})).toBe('unmet');
  expect(await stateOf('invoices', {}, { makesInvoices: true })).toBe('met');
  expect(await stateOf('reviews', { '/product/mug': main('Mug') }, WITH_MUG)).toBe('met');
  expect(await stateOf('reviews', { '/product/mug': main('Mug, 12 reviews') }, WITH_MUG)).toBe('unknown');
});

test('a page that moved is followed within the shop, and no further', async () => {
  const visit = (location: string) =>
    look('order_button', {
      '/checkout': { status: 302, location },
      '/new': `${main('x')}<script>"/assets/a-1.js"</script>`,
      '/assets/a-1.js': 'Order and pay',
    });
  expect((await visit('/new')).state).toBe('met');
  expect((await visit('https://other.example/new')).state).toBe('unmet');
  expect((await visit('/checkout')).state).toBe('unmet');
});
