/** An owner sets backups without a terminal: a folder, then a bucket. Each backup is really made, restored as a check, and can be read with the passphrase. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackupConnection } from '../../../src/contract/backups.ts';
import { SECOND } from '../../../src/contract/values.ts';
import { runCommand } from '../../support/run-command.ts';
import { startS3, type TestS3 } from '../../support/s3.ts';
import { makeDataDir, root, type ShopProcess, startShop } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-backups-'));
const BACKUP_TIME = { timeout: 150 * SECOND };
let s3: TestS3;
let shop: ShopProcess;
let session: Session;

beforeAll(async () => {
  s3 = await startS3('shop-backups');
  const env = { DEMO: 'off', SECOND_FACTOR: 'optional', BACKUP_FOLDER: folder, BACKUP_HOSTS: new URL(s3.config.endpoint).host };
  shop = await startShop({ dataDir: makeEmptyDataDir(), env });
  session = await logInAdmin(shop.origin);
});

afterAll(async () => {
  await shop.stop();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const visit = prepareVisits('');
const status = (page: Page) => main(page).getByRole('region', { name: 'Status', exact: true });
const list = (page: Page) => main(page).getByRole('region', { name: 'Stored backups', exact: true });
const listGood = () => readdirSync(folder).filter((it) => /^storefront-.*Z\.tar\.gz\.enc$/.test(it));

test('[BACKUP-14] [BACKUP-16] [BACKUP-17] [BACKUP-18] backups are set up in the settings, and the first one is made and checked at once', {
  tags: ['full'],
  timeout: 600 * SECOND,
}, async () => {
  const { page, expectBrowserErrors } = await visit({ session, origin: shop.origin });
  expectBrowserErrors(/409 \(Conflict\)/);
  await goTo(page, '/dashboard/admin');
  await main(page).getByText('No backups are made').waitFor();
  await main(page).getByRole('link', { name: 'Set up backups' }).first().click();
  await main(page).getByText('If the server is lost, everything is.').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  await main(page).getByLabel('Folder', { exact: true }).fill('../elsewhere');
  await main(page).getByRole('button', { name: 'Save and try' }).click();
  await main(page)
    .getByText(/Enter a name of letters and digits/)
    .first()
    .waitFor();
  await main(page).getByLabel('Folder', { exact: true }).fill('');
  await main(page).getByLabel('Made each day at').selectOption('04:00');
  await main(page).getByRole('button', { name: 'Save and try' }).click();

  const passphrase = (await dialog(page).locator('code').textContent()) ?? '';
  expect(passphrase).toMatch(/^([a-z2-9]{5}-){5}[a-z2-9]{5}$/);
  expect(await findA11yViolations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(passphrase);
  await dialog(page).getByRole('button', { name: 'Turn backups on' }).click();
  await dialog(page).getByText('Keep the passphrase first, then say so').waitFor();
  expect(listGood()).toEqual([]);
  await dialog(page).getByLabel('I have kept it').check();
  await dialog(page).getByRole('button', { name: 'Turn backups on' }).click();
  await findToast(page, 'The first backup begins').waitFor();
  await status(page).getByRole('progressbar').waitFor();
  await status(page)
    .getByText(/Last good backup/)
    .waitFor(BACKUP_TIME);
  await list(page).getByText('Restored, good').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  expect(await page.content()).not.toContain(passphrase);

  const [file = ''] = listGood();
  const env = { DATA_DIR: makeDataDir(), BACKUP_PASSPHRASE: passphrase };
  const { code, err, out } = await runCommand(['restore', path.join(folder, file), '--verify'], { cwd: root, env });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('It can be restored');

  await main(page).getByLabel('Keep backups').selectOption('In a bucket (Amazon S3 and the like)');
  await main(page).getByLabel('Address of the store').fill(s3.config.endpoint);
  await main(page).getByLabel('Bucket', { exact: true }).fill('shop-backups');
  await main(page).getByLabel('Access key').fill('S3RVER');
  await main(page).getByLabel('Secret key').fill('wrong');
  await main(page).getByRole('button', { name: 'Save and try' }).click();
  await main(page).getByText("The secret key doesn't belong to this access key").first().waitFor();
  await main(page).getByLabel('Secret key').fill('S3RVER');
  await main(page).getByRole('button', { name: 'Save and try' }).click();
  await findToast(page, 'Backups saved').waitFor();
  const isStored = () => s3.requests.some((it) => /^PUT .*storefront-\d{4}.*\.tar\.gz\.enc/.test(it));
  await expect.poll(isStored, BACKUP_TIME).toBe(true);
  await list(page).getByText('Restored, good').waitFor(BACKUP_TIME);

  await status(page).getByRole('button', { name: 'Make a backup now' }).click();
  await status(page).getByRole('progressbar').waitFor();
  await expect.poll(() => list(page).getByText('Restored, good').count(), BACKUP_TIME).toBe(2);

  // A store that refuses what it took before.
  s3.failRequests((method) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null));
  await status(page).getByRole('button', { name: 'Make a backup now' }).click();
  await status(page).getByText('The place refused the backup.').waitFor(BACKUP_TIME);
  await status(page)
    .getByText(/403 AccessDenied/)
    .waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  s3.failRequests(null);

  await main(page).getByRole('button', { name: 'Turn backups off' }).click();
  await dialog(page).getByRole('button', { name: 'Turn backups off' }).click();
  await findToast(page, 'Backups are off').waitFor();
  const { connection } = await call(shop.origin, readBackupConnection, { token: session.token });
  expect(connection).toMatchObject({ source: 'none', saved: null, passphrase: 'none' });
});

test('[BACKUP-14] where the server sets backups, the page shows that without a form, and makes one on request', {
  tags: ['full'],
}, async () => {
  const env = {
    DEMO: 'off',
    SECOND_FACTOR: 'optional',
    BACKUP_TO: path.join(folder, 'fixed'),
    BACKUP_EVERY: '12h',
    BACKUP_PASSPHRASE: 'a secret of the server',
  };
  const fixed = await startShop({ dataDir: makeEmptyDataDir(), env });
  try {
    const { page } = await visit({ session: await logInAdmin(fixed.origin), origin: fixed.origin });
    await goTo(page, '/dashboard/admin/settings/backups');
    await main(page).getByText('Set by the server').waitFor();
    await main(page).getByText('One every 12 hours, of which the newest 14 are kept, encrypted.').waitFor();
    await status(page)
      .getByText(/Last good backup/)
      .waitFor(BACKUP_TIME);
    await list(page).getByText('Restored, good').waitFor();
    await expect.poll(() => main(page).getByRole('textbox').count()).toBe(0);
    expect(await page.content()).not.toContain('a secret of the server');
    expect(await findA11yViolations(page)).toEqual([]);
  } finally {
    await fixed.stop();
  }
});
