/** The confirmation of an order on a durable medium: with the texts that it was made under. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { updateOrderTexts } from '../../../../contract/documents.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { updatePage } from '../../../../contract/page.ts';
import { products } from '../../database/schema/catalog.ts';
import { pages } from '../../database/schema/content.ts';
import { orderTexts } from '../../database/schema/document.ts';
import { emails } from '../../database/schema/messages.ts';
import { sendQueuedEmails } from '../../messages/emails/email.service.ts';
import { createFileMailer } from '../../messages/emails/mailer.ts';
import { readEmailFiles } from './email-files.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

async function writePage(slug: string, title: string, text: string) {
  const id = randomUUID();
  const at = new Date();
  await db.insert(pages).values({
    id,
    slug,
    title,
    text,
    status: 'published',
    inFooter: false,
    footerPosition: 0,
    description: '',
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

async function buy() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 9 }]);
  await db.update(products).set({ shipping: 1 });
  const { token } = await shop.signUp();
  const { body } = await shop.call(startCheckout, {
    token,
    body: { products: [{ _id: mug }], shipTo: makeShipTo('DE', '', 'Zoë Käufer') },
  });
  return body;
}

test('[CONFIRM-1] the confirmation has what was bought, sums and address, and the terms attached as they were when the order was made', async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const id = await writePage('terms', 'Terms', '# One\n\n- You **pay**\n- We send');
  await writePage('withdrawal', 'Right of withdrawal', 'Fourteen days.');
  expect((await shop.call(updateOrderTexts, { token, body: { pages: ['terms', 'withdrawal'] } })).status).toBe(200);
  const before = await buy();
  const page = { title: 'Terms', slug: 'terms', text: 'Two', status: 'published', inFooter: false, footerPosition: 0, description: '' };
  expect((await shop.call(updatePage, { token, params: { id }, body: page })).status).toBe(200);
  await shop.pay(before.url);
  await shop.pay((await buy()).url);
  const sent = (await db.select().from(emails).orderBy(emails.createdAt)).filter(({ kind }) => kind === 'order paid');
  const kept = await db.select().from(orderTexts);
  const read = (index: number) => sent[index]?.attachments?.map(({ id: it }) => kept.find((text) => text.id === it)?.text);
  expect(read(0)).toEqual(['# One\n\n- You **pay**\n- We send', 'Fourteen days.']);
  expect(read(1)).toEqual(['Two', 'Fourteen days.']);
  expect(kept).toHaveLength(3);
  for (const part of ['1 × Mug', 'Total', 'Zoë Käufer', '10115 Berlin', 'Terms.pdf']) expect(sent[0]?.text).toContain(part);
  await expect(db.update(orderTexts).set({ text: 'Three' })).rejects.toThrow();
});

test('[CONFIRM-2] the texts are sent as PDF with the email; a page that isn’t published is refused, and a shop without them attaches nothing', async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  expect((await shop.call(updateOrderTexts, { token, body: { pages: ['terms'] } })).body.issues).toMatchObject([{ path: 'pages' }]);
  await shop.pay((await buy()).url);
  expect((await db.select().from(emails)).every(({ attachments }) => attachments === null)).toBe(true);
  await db.delete(emails);
  await writePage('terms', 'Terms', 'Fine print');
  await shop.call(updateOrderTexts, { token, body: { pages: ['terms'] } });
  await shop.pay((await buy()).url);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mail-'));
  const mailer = createFileMailer(folder, { name: '', address: 'shop@localhost' });
  expect(await sendQueuedEmails({ ...shop.deps, mailer, readFiles: readEmailFiles }, { log: SILENT_LOG })).toBe(1);
  const [file = ''] = await readdir(folder);
  expect(await readFile(path.join(folder, file), 'utf8')).toMatch(/Content-Type: application\/pdf; name=Terms\.pdf[\s\S]*JVBERi0/);
});
