/** Drafts of legal texts: made once, filled with what the shop knows, and never published with a gap. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { DEFAULT_INVOICE_SETTINGS, updateInvoiceSettings } from '../../../contract/documents.ts';
import { updateLawMarkets } from '../../../contract/law.ts';
import { createLegalTexts, listGaps, listLegalTexts } from '../../../contract/legal-texts.ts';
import { createPage, deletePage, readAdminPage, readPage, updateContentPage, updatePage } from '../../../contract/page.ts';
import { updateShippingSettings } from '../../../contract/pricing-settings.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { updateShopDetails } from '../../../contract/shop-details.ts';

const shop = await openShop();

const { logo: _logo, ...DETAILS } = DEFAULT_SHOP_DETAILS;
const GERMAN = {
  ...DETAILS,
  name: 'Holz & *Leim*',
  email: 'post_office@holz.example',
  phone: '+49 30 1234567',
  address: '1. Hof\nTorstraße 12\n10119 Berlin',
  legalDetails: 'Amtsgericht Charlottenburg, HRB 12345',
  country: 'DE',
  currency: 'EUR' as const,
  priceLocale: 'de-DE' as const,
  withdrawalDays: 30,
};

async function openTexts(details: object = GERMAN, markets = ['EU']) {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(updateShopDetails, { token, body: { ...DETAILS, ...details } });
  await shop.call(updateLawMarkets, { token, body: { markets } });
  const make = async () => (await shop.call(createLegalTexts, { token })).body;
  const read = async (id: string | null | undefined) => (await shop.call(readAdminPage, { token, params: { id: id ?? '' } })).body.page;
  return {
    token,
    make,
    read,
    makeAll: async () => {
      const { texts } = await make();
      return new Map(await Promise.all(texts.map(async ({ kind, page }) => [kind, await read(page)] as const)));
    },
    list: async () => (await shop.call(listLegalTexts, { token })).body.texts,
  };
}

test('[LEGALTEXT-1] a shop in Germany gets drafts that have its data, and nobody sees them yet', async () => {
  const { token, makeAll } = await openTexts();
  await shop.call(updateInvoiceSettings, { token, body: { ...DEFAULT_INVOICE_SETTINGS, isOn: true, vatId: 'DE123456789' } });
  const rates = [{ name: 'DHL', basis: 'flat', tiers: [{ from: 0, price: 4.9 }], freeFrom: 50, deliveryDays: { min: 2, max: 3 } }];
  const zones = [{ name: 'Germany', places: [{ country: 'DE', region: '' }], rates }];
  await shop.call(updateShippingSettings, { token, body: { defaultCountry: 'DE', zones } });
  const texts = await makeAll();
  expect([...texts.values()].map(({ title, slug, status, inFooter }) => [title, slug, status, inFooter])).toEqual([
    ['Imprint', 'imprint', 'draft', true],
    ['Terms and conditions', 'terms', 'draft', true],
    ['Right of withdrawal', 'right-of-withdrawal', 'draft', true],
    ['Privacy notice', 'privacy', 'draft', true],
    ['Shipping and payment', 'shipping-and-payment', 'draft', true],
    ['Accessibility', 'accessibility', 'draft', true],
  ]);
  const { imprint, withdrawal, shipping_payment: shipping } = Object.fromEntries([...texts].map(([kind, { text }]) => [kind, text]));
  for (const known of ['Torstraße 12', '10119 Berlin', 'Germany', 'HRB 12345', 'VAT id: DE123456789', '+49 30 1234567'])
    expect(imprint).toContain(known);
  expect(imprint).toContain('1\\. Hof');
  expect(imprint).toContain('Holz & \\*Leim\\*');
  expect(withdrawal).toContain('within 30 days');
  expect(withdrawal).toContain('[Withdraw from contract](/pages/withdraw)');
  expect(shipping).toContain('- DHL: 4,90\u00a0€; free from 50,00\u00a0€; 2–3 working days');
  for (const [kind, { text }] of texts) {
    expect(text, kind).toMatch(/^\[\[Draft: no legal advice\./);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect((await shop.call(readPage, { params: { slug: texts.get(kind)?.slug ?? '' } })).status).toBe(404);
  }
});

test.each([
  ['GB', ['GB'], ['Company details', 'Terms and conditions', 'Right to cancel', 'Privacy notice', 'Shipping and payment', 'Accessibility']],
  [
    'US',
    ['US'],
    ['Company details', 'Terms and conditions', 'Returns and refunds', 'Privacy notice', 'Shipping and payment', 'Accessibility'],
  ],
  ['CH', ['CH'], ['Imprint', 'Terms and conditions', 'Returns and refunds', 'Privacy notice', 'Shipping and payment', 'Accessibility']],
  [
    'US',
    ['US', 'EU'],
    ['Imprint', 'Terms and conditions', 'Right of withdrawal', 'Privacy notice', 'Shipping and payment', 'Accessibility'],
  ],
  ['', [], ['Company details', 'Terms and conditions', 'Returns and refunds', 'Privacy notice', 'Shipping and payment', 'Accessibility']],
])(
  '[LEGALTEXT-2] a shop in %j that sells to %j gets what is asked for there, with gaps where it has said nothing',
  async (country, markets, titles) => {
    const { makeAll } = await openTexts({ country }, markets);
    const texts = await makeAll();
    expect([...texts.values()].map(({ title }) => title)).toEqual(titles);
    for (const { text, title } of texts.values()) {
      expect(listGaps(text).length, title).toBeGreaterThan(1);
      expect(text.length).toBeLessThan(20_000);
    }
    expect(texts.get('imprint')?.text).toContain('[[Fill in: street, postcode and town of your business]]');
  },
);

test('[LEGALTEXT-2] a shop that sells to Japan gets the page of specified commercial transactions', async () => {
  const { makeAll } = await openTexts({ ...GERMAN, country: 'JP' }, ['JP']);
  const page = (await makeAll()).get('commercial_transactions');
  expect(page).toMatchObject({ title: 'Specified Commercial Transactions', slug: 'specified-commercial-transactions' });
  for (const heading of ['Seller', 'Person responsible', 'Address', 'Prices', 'Ways to pay, and when', 'Returns and cancellation'])
    expect(page?.text).toContain(`## ${heading}`);
});

test('[LEGALTEXT-3] made again, nothing that is there changes, whatever became of it', async () => {
  const { token, make, list, read } = await openTexts();
  await shop.call(createPage, {
    token,
    body: { title: 'Our terms', slug: 'terms', text: 'Be kind.', status: 'published', inFooter: true, footerPosition: 0, description: '' },
  });
  expect((await make()).created).toBe(5);
  const [imprint] = await list();
  const page = await read(imprint?.page);
  const { _id, updatedAt: _at, ...input } = page;
  await shop.call(updatePage, {
    token,
    params: { id: _id },
    body: { ...input, slug: 'impressum', title: 'Impressum', text: 'Mine.', status: 'published' },
  });
  expect(await make()).toMatchObject({ created: 0, message: 'Every text is there already' });
  expect((await list()).map(({ title, slug, status, gaps }) => [title, slug, status, gaps > 0]).slice(0, 3)).toEqual([
    ['Impressum', 'impressum', 'published', false],
    ['Our terms', 'terms', 'published', false],
    ['Right of withdrawal', 'right-of-withdrawal', 'draft', true],
  ]);
  await shop.call(deletePage, { token, params: { id: _id } });
  expect(await list()).toContainEqual({ kind: 'imprint', title: 'Imprint', page: null, slug: 'imprint', status: 'missing', gaps: 0 });
  expect((await make()).created).toBe(1);
});

test('[LEGALTEXT-3] two people who make them at once make each once', async () => {
  const { make, list } = await openTexts();
  const made = await Promise.all([make(), make(), make()]);
  expect(made.reduce((sum, { created }) => sum + created, 0)).toBe(6);
  expect((await list()).every(({ status }) => status === 'draft')).toBe(true);
});

test('[LEGALTEXT-4] a page is published once its gaps are filled in, and by no other way', async () => {
  const { token, makeAll } = await openTexts();
  const page = (await makeAll()).get('imprint');
  if (!page) throw new Error('there is no imprint');
  const { _id, updatedAt: _at, version: _version, ...input } = page;
  const save = (change: object) => shop.call(updatePage, { token, params: { id: _id }, body: { ...input, ...change } });
  const gaps = listGaps(input.text).length;
  expect(await save({ status: 'published' })).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      issues: [{ path: 'text', code: 'unfilled_gap', limit: gaps, message: expect.stringContaining(`has ${gaps} gaps to fill in`) }],
    },
  });
  for (const text of ['[[fill in: x]]', '[[ FILL IN : ]]', 'a [[Draft: delete me]] b'])
    expect((await save({ status: 'published', text })).status).toBe(400);
  const published = { title: 'Copy', slug: '', text: input.text, status: 'published', inFooter: true, footerPosition: 0, description: '' };
  expect((await shop.call(createPage, { token, body: published })).status).toBe(400);
  expect((await shop.call(updateContentPage, { token, params: { name: 'policy' }, body: { text: input.text } })).status).toBe(400);
  expect((await save({ text: `${input.text}\n\nMore.` })).status).toBe(200);
  const filled = input.text.replace(/\[\[[^\]]*\]\]/g, 'done');
  expect(await save({ text: filled, status: 'published' })).toMatchObject({ status: 200, body: { page: { status: 'published' } } });
  // What isn't a gap is a merchant's own: links, notes, brackets.
  expect((await save({ text: '[[see]] [a](/b) [Fill in: x]', status: 'published' })).status).toBe(200);
});
