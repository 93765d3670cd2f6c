/** Credit notes, and documents as files: PDF, EN 16931 and CSV; and who gets them. */
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { buyFromGermany, openInvoicing } from '../../../../../tests/support/documents.ts';
import { downloadOrderDocument, exportDocuments, readOrderDocuments } from '../../../../contract/documents.ts';
import { buildEndpointUrl } from '../../../../contract/endpoint.ts';
import { toCents } from '../../../../contract/money.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { documents } from '../../database/schema/document.ts';
import { emails } from '../../database/schema/messages.ts';
import { refunds } from '../../database/schema/payment.ts';
import { recordFailedRefund } from '../refunds/record-refund.ts';
import { lockOrderById } from '../rows/order-lock.repository.ts';
import { readEmailFiles } from './email-files.ts';
import { writeCrossIndustryInvoice } from './factur-x.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
let token = '';
let list: Awaited<ReturnType<typeof openInvoicing>>['list'];
let download: Awaited<ReturnType<typeof openInvoicing>>['download'];

beforeEach(async () => {
  ({ token, list, download } = await openInvoicing(shop));
});

const listRules = async () => (await shop.listFindings()).map(({ rule, detail }) => `${rule}: ${detail}`);
const refund = (id: string, amount: number, more: object = {}) =>
  shop.call(refundOrder, { token, params: { id }, body: { amount, reason: 'Came broken', restock: false, ...more } });

async function readMug(id: string) {
  const { lines } = (await shop.call(readAnyOrder, { token, params: { id } })).body.order;
  return lines.findIndex(({ name }) => name === 'Mug');
}

test('[INVOICE-8] each refund, in part or in full, has a credit note that refers to the invoice, and all add up to it by rate', async () => {
  const { id } = await buyFromGermany(shop);
  const line = await readMug(id);
  expect((await refund(id, 10, { lines: [{ line, quantity: 1, restock: false }] })).status).toBe(200);
  expect((await refund(id, 7.77)).status).toBe(200);
  expect((await refund(id, 58.13)).body.order).toMatchObject({ status: 'refunded' });
  const [invoice, ...notes] = await db
    .select()
    .from(documents)
    .orderBy(documents.prefix, documents.sequence)
    .then((rows) => rows.toReversed());
  expect(invoice).toMatchObject({ kind: 'invoice', grossCents: 7590 });
  expect(notes.map(({ grossCents }) => grossCents)).toEqual([5813, 777, 1000]);
  for (const note of notes)
    expect(note).toMatchObject({ kind: 'credit_note', corrects: invoice?.id, content: { corrected: { number: invoice?.number } } });
  expect(notes[2]?.content.lines).toMatchObject([{ name: 'Mug', quantity: 1, netCents: 840, taxCents: 160 }]);
  const sums = (key: 'netCents' | 'taxCents') => notes.reduce((all, note) => all + note[key], 0);
  expect([sums('netCents'), sums('taxCents')]).toEqual([invoice?.netCents, invoice?.taxCents]);
  expect(await listRules()).toEqual([]);
});

test('[INVOICE-8] a refund at once of all has the lines of its invoice; one that doesn’t arrive is charged again', async () => {
  const { id } = await buyFromGermany(shop);
  await refund(id, 75.9);
  const [note, invoice] = await list();
  expect(note).toMatchObject({ kind: 'credit_note', gross: 75.9, corrects: invoice?.number });
  const failure = { id: 're_1', key: null, amountCents: 7590, createdAt: shop.deps.now(), failedAt: shop.deps.now(), reason: 'declined' };
  await db.transaction(async (tx) => {
    const order = await lockOrderById(tx, id);
    const [made] = await tx.select({ id: refunds.id }).from(refunds);
    if (order && made) await recordFailedRefund(tx, shop.deps, order, { ...failure, key: made.id });
  });
  expect(await list()).toMatchObject([{ kind: 'invoice', gross: 75.9, corrects: note?.number }, {}, {}]);
  expect(await listRules()).toEqual([]);
});

test('[INVOICE-9] the PDF is PDF/A-3 on A4 with the shop’s font, has the same bytes each time, and shows what was bought', async () => {
  await buyFromGermany(shop, { recipient: '山田太郎' });
  const [invoice] = await list();
  const { bytes, headers } = await download(invoice?._id ?? '');
  expect(headers['content-type']).toBe('application/pdf');
  expect((await download(invoice?._id ?? '')).bytes.equals(bytes)).toBe(true);
  const text = bytes.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.7/);
  expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(text).toContain('/GTS_PDFA1');
  expect(text).toContain('/AFRelationship /Alternative');
  expect(text).toMatch(/MediaBox \[0 0 595\.28 841\.89\]/);
  expect(text).toMatch(/\+Geist/);
  expect(text).not.toContain('/BaseFont /Helvetica');
});

/** Rules of EN 16931 that the XML schema can't say, written from the standard: the sums (BR-CO), required terms (BR), and each rate (BR-S). */
function checkRules(xml: string): string[] {
  const all = (name: string, within = xml) =>
    [...within.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, value = '']) => value);
  const cents = (name: string) => all(name).reduce((sum, value) => sum + toCents(Number(value)), 0);
  const one = (name: string) => toCents(Number(all(name)[0]));
  const settlement = xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>'));
  const taxes = [...settlement.matchAll(/<ram:ApplicableTradeTax>.*?<\/ram:ApplicableTradeTax>/g)].map(([it]) => it);
  const rules: [string, boolean][] = [
    ['BR-01 profile', all('ID')[0] === 'urn:cen.eu:en16931:2017'],
    ['BR-02 number', /<rsm:ExchangedDocument><ram:ID>[^<]+</.test(xml)],
    ['BR-06 BR-07 names', all('Name').length > 2 && all('Name').every(Boolean)],
    ['BR-09 BR-11 countries', all('CountryID').length === 2 && all('CountryID').every((it) => /^[A-Z]{2}$/.test(it))],
    ['BR-16 a line', all('LineID').length > 0],
    [
      'BR-CO-10 sum of lines',
      one('LineTotalAmount') >= 0 && cents('LineTotalAmount') === 2 * toCents(Number(all('LineTotalAmount').at(-1))),
    ],
    ['BR-CO-13 net', one('TaxBasisTotalAmount') === toCents(Number(all('LineTotalAmount').at(-1))) + one('ChargeTotalAmount')],
    ['BR-CO-14 tax', one('TaxTotalAmount') === cents('CalculatedAmount')],
    ['BR-CO-15 gross', one('GrandTotalAmount') === one('TaxBasisTotalAmount') + one('TaxTotalAmount')],
    ['BR-CO-16 due', one('DuePayableAmount') === one('GrandTotalAmount') - one('TotalPrepaidAmount')],
    ['BR-CO-18 a tax breakdown', taxes.length > 0],
    ['BR-S-2 seller’s VAT id', /schemeID="VA">[A-Z]{2}/.test(xml)],
    [
      'BR-S-8 the base of each rate',
      one('TaxBasisTotalAmount') === taxes.reduce((sum, it) => sum + toCents(Number(all('BasisAmount', it)[0])), 0),
    ],
    [
      'BR-CO-17 each rate, to within a unit',
      taxes.every((it) => {
        const [base, rate, tax] = ['BasisAmount', 'RateApplicablePercent', 'CalculatedAmount'].map((name) => Number(all(name, it)[0]));
        return Math.abs(((base ?? 0) * (rate ?? 0)) / 100 - (tax ?? 0)) < 1;
      }),
    ],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([name]) => name);
}

test.each([
  ['prices with tax', true],
  ['prices without tax', false],
])(
  '[INVOICE-10] the XML in the PDF is valid EN 16931 by the schema of Factur-X, with %s, a discount, shipping and a credit note',
  async (_what, pricesIncludeTax) => {
    await db.execute(sql`update settings set value = value || ${JSON.stringify({ pricesIncludeTax })}::jsonb where key = 'tax'`);
    await makeCode(db);
    const { id } = await buyFromGermany(shop, { code: 'SPRING' });
    const line = await readMug(id);
    const { lines, total } = (await shop.call(readAnyOrder, { token, params: { id } })).body.order;
    const mug = lines[line];
    const paid = ((mug?.price ?? 0) * 3 - (mug?.discount ?? 0) + (pricesIncludeTax ? 0 : (mug?.tax ?? 0))) / 3;
    await refund(id, Math.round(paid * 100) / 100, { lines: [{ line, quantity: 1, restock: false }] });
    const made = await list();
    expect(made.map(({ kind }) => kind).sort()).toEqual(['credit_note', 'invoice']);
    expect(made.find(({ kind }) => kind === 'invoice')?.gross).toBe(total);
    for (const { _id, kind } of made) {
      const { xml, filename } = await extractXml((await download(_id)).bytes);
      expect(filename).toBe('factur-x.xml');
      expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true, errors: [] });
      expect(checkRules(xml)).toEqual([]);
      expect(xml).toContain(`<ram:TypeCode>${kind === 'invoice' ? 380 : 381}</ram:TypeCode>`);
      expect(xml).toContain('M&#246;bel'.replace('&#246;', 'ö'));
    }
    expect(await listRules()).toEqual([]);
  },
);

test('[INVOICE-10] an order that names no country has no XML in its PDF, since the standard requires the buyer’s', async () => {
  await buyFromGermany(shop);
  const [row] = await db.select().from(documents);
  if (!row) throw new Error('no invoice');
  expect(writeCrossIndustryInvoice({ ...row, content: { ...row.content, country: null } })).toBeNull();
});

test('[INVOICE-11] customers download the documents of their own orders; a stranger gets a 404, also for a document of another order', async () => {
  const { id, buyer } = await buyFromGermany(shop);
  const stranger = await buyFromGermany(shop);
  const own = await shop.call(readOrderDocuments, { token: buyer.token, params: { id } });
  expect(own.body.documents).toMatchObject([{ kind: 'invoice', gross: 75.9 }]);
  const document = own.body.documents[0]?._id ?? '';
  const get = async (order: string, as: string) => {
    const url = buildEndpointUrl(downloadOrderDocument, { id: order, document });
    return (await shop.app.inject({ url, headers: { authorization: as } })).statusCode;
  };
  expect(await get(id, buyer.token)).toBe(200);
  expect(await get(id, stranger.buyer.token)).toBe(404);
  expect(await get(stranger.id, stranger.buyer.token)).toBe(404);
  expect((await shop.call(readOrderDocuments, { token: stranger.buyer.token, params: { id } })).status).toBe(404);
});

test('[INVOICE-12] the CSV for bookkeeping has each document of a period with its sums by rate, credit notes negative', async () => {
  const { id } = await buyFromGermany(shop, { recipient: '=1+1' });
  await refund(id, 75.9);
  const read = async (query: object) =>
    (await shop.app.inject({ url: buildEndpointUrl(exportDocuments, {}, { ...query }), headers: { authorization: token } })).body.split(
      '\r\n',
    );
  const [head, note, invoice] = await read({});
  expect(head).toBe('\uFEFFnumber,kind,date,order,corrects,customer,country,currency,net,tax,gross,payment,company,vat_id,net 19%,tax 19%');
  expect(invoice).toMatch(/^INV-\d{4}-00001,invoice,[\d-]+,\d+,,Zoë Käufer,DE,EUR,63\.78,12\.12,75\.9,Paid online,,,63\.78,12\.12$/);
  expect(note).toMatch(/^CN-\d{4}-00001,credit note,.*,-63\.78,-12\.12,-75\.9,Refunded,,,-63\.78,-12\.12$/);
  expect(await read({ to: '2020-01-01' })).toHaveLength(2);
});

test('[INVOICE-13] invoice and credit note are attached to the emails that report on them, unless the merchant doesn’t want that', async () => {
  const { id } = await buyFromGermany(shop);
  await refund(id, 5);
  const sent = await db.select().from(emails).orderBy(emails.createdAt);
  const names = sent.map(({ kind, attachments }) => [kind, attachments?.map(({ name }) => name.replace(/\d{4}-/, ''))]);
  expect(names).toEqual([
    ['order paid', ['INV-00001.pdf']],
    ['order refunded', ['CN-00001.pdf']],
  ]);
  expect(sent[0]?.text).toContain('INV-');
  const [file] = await readEmailFiles(db, sent[0]?.attachments ?? []);
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-');
  await db.execute(sql`update settings set value = value || '{"isAttached": false}' where key = 'invoices'`);
  await refund(id, 5);
  expect((await db.select().from(emails)).filter(({ attachments }) => attachments)).toHaveLength(2);
});
