/** A file that may be fetched more or less often, and longer or shorter, than the settings say. */
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { addFile, seedUnshipped } from '../../../../../tests/support/downloads.ts';
import { guest } from '../../../../../tests/support/guests.ts';
import { updateDownload } from '../../../../contract/downloads.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readGuestDownloads, renewOrderDownloads, updateDownloadLimits } from '../../../../contract/order-downloads.ts';
import { DAY } from '../../../../contract/values.ts';

const shop = await openShopWithPayments();

let token = '';
beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
});

async function buyFile(limits: object) {
  const [book = ''] = await seedUnshipped(shop, [{ name: 'Book' }]);
  const id = await addFile(shop, token, book);
  const changed = await shop.call(updateDownload, { token, params: { id }, body: limits });
  expect([changed.status, changed.body.file]).toMatchObject([200, limits]);
  const { name, email } = guest;
  const { body } = await shop.call(startCheckout, { body: { products: [{ _id: book }, { _id: book }], guest: { name, email } } });
  await shop.pay(body.url);
  const read = async () => {
    const reply = await shop.call(readGuestDownloads, { params: { id: body.order }, body: { signature: body.signature ?? '' } });
    return reply.body.downloads[0];
  };
  return { order: body.order, read };
}

test('[DOWNLOAD-2] [MOVE-18] a file’s own number of downloads and days count before those of the settings, also when they are renewed', async () => {
  await shop.call(updateDownloadLimits, { token, body: { downloads: 5, days: 30 } });
  const { order, read } = await buyFile({ downloads: 3, days: 2 });
  const first = await read();
  expect(first).toMatchObject({ left: 6, ended: null });
  expect(Math.round((Date.parse(first?.expiresAt ?? '') - Date.now()) / DAY)).toBe(2);
  shop.advanceClock(2 * DAY + 1000);
  expect(await read()).toMatchObject({ ended: 'expired' });
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  await shop.call(renewOrderDownloads, { token, params: { id: order } });
  expect(await read()).toMatchObject({ left: 6, ended: null });
});

test('[MOVE-18] a file without a limit of its own is as the settings say, and 0 is without any', async () => {
  await shop.call(updateDownloadLimits, { token, body: { downloads: 5, days: 30 } });
  const unlimited = await (await buyFile({ downloads: 0, days: 0 })).read();
  expect(unlimited).toMatchObject({ left: null, expiresAt: null });
  const [book = ''] = await seedUnshipped(shop, [{ name: 'Map' }]);
  const id = await addFile(shop, token, book);
  const refused = await shop.call(updateDownload, { token, params: { id }, body: { downloads: -1 } });
  expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'downloads']);
});
