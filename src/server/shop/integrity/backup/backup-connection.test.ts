import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FOLDER, openBackupShop } from '../../../../../tests/support/backup-shop.ts';
import { listBackups, readBackupConnection, readBackupProgress, renewBackupPassphrase, startBackup } from '../../../../contract/backups.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { DAY } from '../../../../contract/values.ts';
import { openConnections } from '../../connections/connections.ts';
import { settings } from '../../database/schema/content.ts';

const { environment, home, shop, BUCKET, signUpOwner, connect, confirm, read, turnOn } = await openBackupShop();
const { db } = shop.deps;

test('[BACKUP-14] the passphrase is shown once; backups begin after the owner confirms that it is saved, and the first one starts at once', async () => {
  const { token } = await signUpOwner();
  expect(await read(token)).toMatchObject({ source: 'none', saved: null, passphrase: 'none', baseFolder: home });
  expect((await shop.call(startBackup, { token })).status).toBe(404);
  const saved = await connect(token, { version: 0 });
  expect(saved).toMatchObject({ status: 200, body: { connection: { source: 'saved', passphrase: 'unconfirmed', version: 1 } } });
  const passphrase = String(saved.body.passphrase);
  expect(passphrase).toMatch(/^([a-z2-9]{5}-){5}[a-z2-9]{5}$/);
  expect(shop.deps.connections.backupPlan).toBeNull();
  expect((await confirm(token, 1)).body.connection).toMatchObject({ passphrase: 'confirmed', version: 2 });
  expect(shop.deps.connections.backupPlan).toMatchObject({
    to: `${home}/`,
    passphrase,
    keep: { days: 7, weeks: 4 },
    schedule: { hour: 3 },
  });
  expect((await shop.call(readBackupProgress, { token })).body.progress.running).toMatchObject({ step: 'waiting' });
  // Saved again, it stays, and isn't told again.
  expect((await connect(token, { days: 3, version: 2 })).body).toMatchObject({ passphrase: null, connection: { passphrase: 'confirmed' } });
  expect(JSON.stringify(await read(token))).not.toContain(passphrase);
  const rows = JSON.stringify(await db.select().from(settings));
  expect(rows).not.toContain(passphrase);
});

test('[BACKUP-14] a passphrase whose answer was lost is made again; a replacement counts after it is confirmed', async () => {
  const { token } = await signUpOwner();
  const lost = (await connect(token, {})).body;
  const again = (await shop.call(renewBackupPassphrase, { token, body: {} })).body;
  expect(again.passphrase).not.toBe(lost.passphrase);
  // Whoever has the lost one doesn't confirm the new one.
  expect(await confirm(token, lost.connection.version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect((await confirm(token, again.connection.version)).status).toBe(200);
  const renewed = (await shop.call(renewBackupPassphrase, { token, body: {} })).body;
  expect(renewed.connection.passphrase).toBe('renewing');
  expect(shop.deps.connections.backupPlan?.passphrase).toBe(again.passphrase);
  await confirm(token, renewed.connection.version);
  expect(shop.deps.connections.backupPlan?.passphrase).toBe(renewed.passphrase);
  expect((await confirm(token, renewed.connection.version + 1)).status).toBe(404);
});

test('[BACKUP-14] if two owners save at once, one gets a conflict; staff can’t see backups or start one', async () => {
  const { token } = await turnOn();
  const { version } = await read(token);
  const both = await Promise.all([connect(token, { days: 1, version }), connect(token, { days: 2, version })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict' });
  const { token: staff } = await shop.signUp({ role: 1, teamRole: 'staff' });
  for (const endpoint of [readBackupConnection, readBackupProgress, listBackups, startBackup])
    expect((await shop.call(endpoint as typeof startBackup, { token: staff })).status).toBe(403);
});

test('[BACKUP-14] the server’s settings win, are shown without their secrets, and can’t be changed here', async () => {
  const fixed = {
    ...environment,
    to: 's3://set-by-server/',
    passphrase: 'a passphrase of the server',
    s3Keys: { accessKey: 'AKIA', secretKey: 'hidden' },
  };
  const { now, memoize } = shop.deps;
  const { token } = await turnOn();
  const server = { ...shop.deps.connections.server, backup: fixed };
  const connections = await openConnections(server, { db, now, memoize, deliver: async () => 503 });
  expect(connections.backupPlan).toMatchObject({
    to: 's3://set-by-server/',
    keep: { newest: 14 },
    schedule: { every: DAY },
    isOwners: false,
  });
  const service = await import('./backup-connection.service.ts');
  const described = await service.describeBackupConnection({ db, now, connections });
  expect(described).toMatchObject({
    source: 'server',
    server: { location: 's3://set-by-server/', everyHours: 24, keep: 14, isEncrypted: true },
  });
  for (const secret of ['hidden', 'AKIA', 'a passphrase']) expect(JSON.stringify(described)).not.toContain(secret);
  for (const change of [service.renewPassphrase, service.disconnectBackups])
    await expect(change({ db, now, connections })).rejects.toMatchObject({ code: 'set_by_server' });
  await expect(service.connectBackups({ db, now, connections }, FOLDER)).rejects.toMatchObject({ code: 'set_by_server' });
  expect((await read(token)).source).toBe('saved');
});

test('[BACKUP-14] if the key that encrypted the settings is lost, no backup is made, the page says so, and they can be set up again', async () => {
  const { token } = await turnOn(BUCKET);
  await db
    .update(settings)
    .set({ value: { sealed: 'AAAA' } })
    .where(eq(settings.key, 'private:connection:backups:secret'));
  await shop.deps.connections.reload();
  expect(await read(token)).toMatchObject({ problem: 'key_lost', passphrase: 'none', saved: { hasSecretKey: false } });
  expect(shop.deps.connections.backupPlan).toBeNull();
  expect((await shop.call(readDashboardStats, { token })).body.figures.warnings).toEqual(
    expect.arrayContaining(['keys_lost', 'no_backups']),
  );
  expect((await shop.call(listBackups, { token })).body).toMatchObject({ backups: [], problem: null });
  expect(await connect(token, BUCKET)).toMatchObject({
    status: 200,
    body: { passphrase: expect.any(String), connection: { problem: null } },
  });
});
