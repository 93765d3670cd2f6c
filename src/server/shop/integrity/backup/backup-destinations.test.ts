/** Where backups may go: the folder or bucket is tried before it is saved. */
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FOLDER, openBackupShop } from '../../../../../tests/support/backup-shop.ts';
import { mountTinyDisk } from '../../../../../tests/support/tiny-disk.ts';
import { openConnections } from '../../connections/connections.ts';

const { environment, failing, home, s3, closedHost, shop, BUCKET, signUpOwner, connect, read, turnOn } = await openBackupShop();
const { db } = shop.deps;

test('[BACKUP-15] owners can choose only folders below the server’s own folder, with names that lead nowhere else', async () => {
  const { token } = await signUpOwner();
  for (const folder of ['/etc', '../other', 'a/../../etc', '..', '.hidden', 'a//b', 'a\\b', '~', 'a b', 'ä', `a/${'b/'.repeat(9)}`]) {
    const { status, body } = await connect(token, { folder });
    expect({ status, path: body.issues?.[0]?.path }, folder).toEqual({ status: 409, path: 'folder' });
  }
  symlinkSync('/tmp', path.join(home, 'link'));
  expect(await connect(token, { folder: 'link' })).toMatchObject({ status: 409, body: { issues: [{ path: 'folder' }] } });
  writeFileSync(path.join(home, 'file'), 'mine');
  expect(await connect(token, { folder: 'file' })).toMatchObject({ status: 409, body: { issues: [{ path: 'folder' }] } });
  expect((await connect(token, { folder: 'shops/lamps' })).status).toBe(200);
  expect(readdirSync(path.join(home, 'shops/lamps'))).toEqual([]);
  expect((await connect(token, { folder: 'x'.repeat(101) })).status).toBe(400);
});

test('[BACKUP-15] a full disk is reported at its field', async () => {
  const disk = mountTinyDisk('64k');
  if (!disk) return;
  const full = await openShopAt(disk.folder);
  disk.fill();
  const answer = await full('tiny');
  disk.free();
  disk.unmount();
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('no room left'), issues: [{ path: 'folder' }] } });
});

/** The same shop, whose server has another folder for backups. */
async function openShopAt(folder: string | null) {
  const { connectBackups: connectBy } = await import('./backup-connection.service.ts');
  const { now, memoize } = shop.deps;
  const server = { ...shop.deps.connections.server, backup: { ...environment, folder } };
  const connections = await openConnections(server, { db, now, memoize, deliver: async () => 503 });
  return async (name: string) => {
    try {
      await connectBy({ db, now, connections }, { ...FOLDER, folder: name });
      return { status: 200 };
    } catch (error) {
      const { code, message, issues } = error as { code: string; message: string; issues: unknown };
      return { status: code === 'connection_failed' ? 409 : 500, body: { message, issues } };
    }
  };
}

test('[BACKUP-15] a server that allows no folder accepts only buckets', async () => {
  expect(await (await openShopAt(null))('')).toMatchObject({ status: 409, body: { issues: [{ path: 'destination' }] } });
});

test('[BACKUP-16] a bucket is tested with a write, a read, a list and a delete before it is saved; an error is shown at its field', async () => {
  const { token } = await signUpOwner();
  const denied = { status: 403, code: 'AccessDenied' };
  const cases: [what: string, change: object, path: string, words: string, fail?: () => void][] = [
    ['an unknown key', { accessKey: 'NOBODY' }, 'accessKey', "doesn't know this access key"],
    ['a wrong secret', { secretKey: 'wrong' }, 'secretKey', "doesn't belong to this access key"],
    ['no such bucket', { bucket: 'another-one' }, 'bucket', 'There is no bucket'],
    ['another region', {}, 'region', 'in another region', () => failing('POST', { status: 400, code: 'AuthorizationHeaderMalformed' })],
    ['no right to write', {}, 'accessKey', 'may not write', () => failing('PUT', denied)],
    ['no right to read', {}, 'accessKey', 'may not read', () => failing('GET', denied, (url) => !url.includes('prefix'))],
    ['no right to list', {}, 'accessKey', 'may not list', () => failing('GET', denied, (url) => url.includes('prefix'))],
    ['a full bucket', {}, 'bucket', 'is full', () => failing('PUT', { status: 507, code: 'XMinioStorageFull' })],
    ['an answer of something else', {}, 'endpoint', "doesn't answer as a store", () => failing('POST', { status: 500, code: 'Odd' })],
    ['a connection that is cut', {}, 'endpoint', 'breaks it off', () => failing('POST', 'cut')],
    ['nobody there', { endpoint: `http://${closedHost}` }, 'endpoint', 'refuses the connection'],
    ['a plain connection', { endpoint: 'http://store.example' }, 'endpoint', 'https://'],
    ['a host of the own network', { endpoint: 'https://169.254.169.254' }, 'endpoint', "isn't in the public internet"],
    ['the shop’s own machine', { endpoint: 'https://localhost:5432' }, 'endpoint', "isn't in the public internet"],
    ['no host', { endpoint: 'https://store.invalid' }, 'endpoint', 'There is no host'],
    ['keys in the address', { endpoint: 'https://a:b@store.example' }, 'endpoint', 'without keys'],
    ['a name that is none', { bucket: 'Upper_Case' }, 'bucket', 'lower case'],
    ['a prefix that leads out', { prefix: '../others' }, 'prefix', 'Use letters'],
    ['a region that is none', { region: 'eu central' }, 'region', 'such as eu-central-1'],
    ['no access key', { accessKey: '' }, 'accessKey', 'Enter the access key'],
    ['no secret key', { secretKey: '' }, 'secretKey', 'Enter the secret key'],
  ];
  for (const [what, change, field, words, fail] of cases) {
    s3.failRequests(null);
    fail?.();
    const { status, body } = await connect(token, { ...BUCKET, ...change });
    expect({ status, path: body.issues?.[0]?.path, message: body.message }, what).toEqual({
      status: 409,
      path: field,
      message: expect.stringContaining(words),
    });
    for (const secret of ['secret details', 'S3RVER']) expect(JSON.stringify(body)).not.toContain(secret);
  }
  s3.failRequests(null);
  expect(await read(token)).toMatchObject({ saved: null, version: 0 });
  const { connection } = (await connect(token, { ...BUCKET, prefix: '/lamps/' })).body;
  expect(connection).toMatchObject({ saved: { prefix: 'lamps', hasSecretKey: true, canDelete: true } });
  expect(JSON.stringify(connection)).not.toContain('secretKey"');
  expect(s3.requests.filter((it) => it.startsWith('DELETE')).at(-1)).toContain('lamps/storefront-trial.txt');
});

test('[BACKUP-16] a store that doesn’t answer is abandoned after ten seconds', async () => {
  const { token } = await signUpOwner();
  failing('POST', 'hang');
  const startedAt = performance.now();
  expect(await connect(token, BUCKET)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("didn't answer within 10") },
  });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('[BACKUP-16] a bucket that refuses to delete is accepted, because it protects backups from an intruder', async () => {
  const { token } = await signUpOwner();
  failing('DELETE', { status: 403, code: 'AccessDenied' });
  expect((await connect(token, BUCKET)).body.connection.saved).toMatchObject({ canDelete: false });
});

test('[BACKUP-16] the saved secret key is never sent to another store or with another access key', async () => {
  const { token } = await turnOn(BUCKET);
  const { secretKey: _kept, ...rest } = BUCKET;
  expect((await connect(token, { ...rest, days: 3 })).status).toBe(200);
  for (const change of [{ accessKey: 'OTHER' }, { endpoint: `http://${closedHost}` }])
    expect(await connect(token, { ...rest, ...change })).toMatchObject({ status: 409, body: { issues: [{ path: 'secretKey' }] } });
});
