/** Invoices of orders that aren't paid yet, by more than one rate, with shipping and a fee. */
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { openInvoicing } from '../../../../../tests/support/documents.ts';
import { ACCOUNT, CASH_ID, METHODS, saveMethods, TRANSFER_ID } from '../../../../../tests/support/payment-methods.ts';
import { createInvoice } from '../../../../contract/documents.ts';
import { toReference } from '../../../../contract/iban.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { products } from '../../database/schema/catalog.ts';
import { documents } from '../../database/schema/document.ts';
import { orders } from '../../database/schema/order.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** A lamp of 119.00 at 19 % and two books of 10.70 at 7 %, sent for 5.90, of which nothing is paid. */
async function orderUnpaid(payment: string, methods = METHODS) {
  const { token, download } = await openInvoicing(shop);
  const rates = [
    { country: 'DE', region: '', rate: 19 },
    { country: 'DE', region: '', rate: 7, class: 'books' },
  ];
  await db.execute(sql`update settings set value = value || ${JSON.stringify({ rates })}::jsonb where key = 'tax'`);
  await saveMethods(db, methods);
  const [lamp = '', book = ''] = await seedProducts(shop, [
    { name: 'Lamp', priceCents: 11_900, quantity: 5 },
    { name: 'Book', priceCents: 1070, quantity: 5 },
  ]);
  await db.update(products).set({ shipping: 1 });
  await db.update(products).set({ taxClass: 'books' }).where(eq(products.id, book));
  const buyer = await shop.signUp({ name: 'Zoë Käufer' });
  const body = { products: [lamp, book, book].map((_id) => ({ _id })), shipTo: makeShipTo('DE', '', 'Zoë Käufer'), payment };
  const started = await shop.call(startCheckout, { token: buyer.token, body });
  expect(started.status).toBe(200);
  const params = { id: started.body.order };
  expect((await shop.call(createInvoice, { token, params })).body.documents).toHaveLength(1);
  const [[row], [order]] = [await db.select().from(documents), await db.select().from(orders).where(eq(orders.id, params.id))];
  if (!row || !order) throw new Error('no invoice');
  const { xml } = await extractXml((await download(row.id)).bytes);
  expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true, errors: [] });
  expect((await shop.listFindings()).map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([]);
  return { row, order, xml };
}

test('[INVOICE-15] an invoice that is to be transferred says until when, where to and with which reference; shipping is a charge by rate', async () => {
  const { row, order, xml } = await orderUnpaid(TRANSFER_ID);
  const total = 11_900 + 2 * 1070 + 590;
  expect(row).toMatchObject({ grossCents: total, netCents: row.content.taxes.reduce((all, it) => all + it.netCents, 0) });
  // 119.00 of 140.40 are taxed by 19 %: so is as much of the 5.90 for shipping.
  expect(row.content.charges.map((it) => [it.ratePpm, it.netCents + it.taxCents, it.name])).toEqual([
    [190_000, 500, 'Post'],
    [70_000, 90, 'Post'],
  ]);
  expect(row.content.taxes).toMatchObject([
    { ratePpm: 190_000, netCents: 10_420, taxCents: 1980 },
    { ratePpm: 70_000, netCents: 2084, taxCents: 146 },
  ]);
  const reference = toReference(order.number ?? 0);
  const dueDay = order.dueAt?.toISOString().slice(0, 10) ?? '';
  expect(row.content).toMatchObject({
    paymentCode: '30',
    paidCents: 0,
    transfer: { holder: ACCOUNT.holder, iban: ACCOUNT.iban, bic: ACCOUNT.bic, reference },
  });
  expect(row.content.dueDay).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  if (dueDay) expect(Math.abs(Date.parse(row.content.dueDay ?? '') - Date.parse(dueDay))).toBeLessThanOrEqual(86_400_000);
  for (const part of [
    `<ram:PaymentReference>${reference}</ram:PaymentReference>`,
    `<ram:IBANID>${ACCOUNT.iban}</ram:IBANID>`,
    `<ram:BICID>${ACCOUNT.bic}</ram:BICID>`,
    `${row.content.dueDay?.replaceAll('-', '')}</udt:DateTimeString></ram:DueDateDateTime>`,
    `<ram:DuePayableAmount>${(total / 100).toFixed(2)}</ram:DuePayableAmount>`,
    '<ram:TotalPrepaidAmount>0.00</ram:TotalPrepaidAmount>',
  ])
    expect(xml).toContain(part);
});

test('[INVOICE-15] one that is paid in cash on delivery has the fee as a charge and no account', async () => {
  const { row, xml } = await orderUnpaid(CASH_ID);
  expect(row.content.charges.reduce((all, it) => all + it.netCents + it.taxCents, 0)).toBe(590 + 350);
  expect(row.content).toMatchObject({ paymentCode: '10', paidCents: 0 });
  expect(row.content).not.toHaveProperty('transfer');
  expect(xml).not.toContain('IBANID');
});

test('[INVOICE-15] a bank without an IBAN is no transfer by EN 16931', async () => {
  const account = { ...ACCOUNT, iban: '', details: 'Sort code 12-34-56, account 12345678' };
  const { row, xml } = await orderUnpaid(
    TRANSFER_ID,
    METHODS.map((it) => (it._id === TRANSFER_ID ? { ...it, account } : it)),
  );
  expect(row.content).toMatchObject({ paymentCode: '1' });
  expect(xml).not.toContain('PayeePartyCreditorFinancialAccount');
});
