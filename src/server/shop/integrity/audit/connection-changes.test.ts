/** The owner's changes of what the shop is connected to, each with a row in the activity log that holds no secret. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { CONNECTION_CHANGES, openConnectedShop } from '../../../../../tests/support/connections.ts';
import { CLIENT_ID, CLIENT_SECRET, startFakePaypal } from '../../../../../tests/support/paypal/paypal-server.ts';
import { startMailServer } from '../../../../../tests/support/smtp-server.ts';
import { API_KEY } from '../../../../../tests/support/stripe/stripe-server.ts';
import { connectPayments } from '../../../../contract/payment-connection.ts';
import { endpoints, getOperationId } from '../../../platform/http/route.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { patchBackupState } from '../backup/backup-state.repository.ts';

const backupFolder = mkdtempSync(path.join(os.tmpdir(), 'shop-backups-'));
afterAll(() => rmSync(backupFolder, { recursive: true, force: true }));
const backup = { to: null, every: 0, keep: 1, passphrase: null, s3Keys: null, folder: backupFolder, hosts: [] };
const paypal = await startFakePaypal(() => new Date());
afterAll(paypal.close);
const { shop, stripe, origin } = await openConnectedShop({ backup, paypalApiBase: paypal.baseUrl });
const LOGIN = { user: 'shop@mail.example', password: 'geheim-42' };
const mailServer = await startMailServer(LOGIN);
afterAll(mailServer.close);
const MAIL = { host: '127.0.0.1', port: Number(new URL(mailServer.url).port), security: 'none', ...LOGIN, sender: 'hello@shop.example' };

test('[AUDIT-1] [CONNECT-11] each change of a connection leaves a row with who and which request, without its secrets', async () => {
  const { token, id: owner } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const done: string[] = [];
  const call = async (name: string, request: { params?: object; body?: object }) => {
    const endpoint = endpoints.find((it) => getOperationId(it) === name);
    if (!endpoint) throw new Error(`${name} is no call`);
    const requestId = `call-${name}`;
    const sent = { token, ...request, headers: { 'x-request-id': requestId } };
    const { status, body } = await shop.call(endpoint, sent as never);
    expect(`${name} ${status} ${status === 200 ? '' : JSON.stringify(body)}`).toBe(`${name} 200 `);
    const rows = await shop.deps.db.select().from(auditLog).where(eq(auditLog.requestId, requestId)).orderBy(asc(auditLog.id));
    expect(rows.length, `${name} left no row`).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ objectType: 'setting', actorKind: 'admin', actorId: owner });
      for (const secret of [API_KEY, 'sk_live_standinlive', CLIENT_SECRET, LOGIN.password])
        expect(JSON.stringify(row)).not.toContain(secret);
    }
    done.push(name);
    return body as object;
  };
  /** Those that the shop made. */
  const passphrases: string[] = [];
  const toVersion = (answer: object) => {
    const { passphrase, connection } = answer as { passphrase?: string; connection: { version: number } };
    if (passphrase) passphrases.push(passphrase);
    return connection.version;
  };

  await call('connectAddress', { body: { url: origin } });
  await call('connectEmail', { body: MAIL });
  await call('disconnectEmail', { body: {} });
  stripe.addAccount('sk_live_standinlive', { livemode: true });
  await call('connectPayments', { params: { mode: 'live' }, body: { secretKey: 'sk_live_standinlive' } });
  await shop.call(connectPayments, { token, params: { mode: 'test' }, body: { secretKey: API_KEY } });
  await call('activatePayments', { params: { mode: 'test' }, body: {} });
  await call('disconnectPayments', { params: { mode: 'test' }, body: {} });
  const keys = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  await call('connectPaypal', { params: { mode: 'test' }, body: keys });
  await call('activatePaypal', { params: { mode: 'test' }, body: {} });
  await call('disconnectPaypal', { params: { mode: 'test' }, body: {} });
  await call('disconnectAddress', { body: {} });
  const destination = {
    destination: 'folder',
    folder: '',
    endpoint: '',
    bucket: '',
    prefix: '',
    region: '',
    accessKey: '',
    hour: 3,
    days: 7,
    weeks: 4,
  };
  toVersion(await call('connectBackups', { body: destination }));
  const version = toVersion(await call('renewBackupPassphrase', { body: {} }));
  await call('confirmBackupPassphrase', { body: { version } });
  await patchBackupState(shop.deps.db, { requestedAt: null });
  await call('startBackup', {});
  await call('disconnectBackups', { body: {} });
  expect(passphrases).toHaveLength(2);
  const log = JSON.stringify(await shop.deps.db.select().from(auditLog));
  for (const passphrase of passphrases) expect(log).not.toContain(passphrase);
  expect(done.toSorted()).toEqual(CONNECTION_CHANGES.toSorted());
});
