/** A shop whose owners set up its backups, for a test file; its buckets are in a store that runs beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { confirmBackupPassphrase, connectBackups, readBackupConnection } from '../../src/contract/backups.ts';
import { DAY } from '../../src/contract/values.ts';
import type { Attempt, MakeBackup } from '../../src/server/shop/integrity/backup/make-backup.ts';
import { runDueBackup } from '../../src/server/shop/integrity/backup/scheduled-backup.ts';
import { findFreePort } from './free-port.ts';
import { openShop } from './harness.ts';
import { type Failure, startS3 } from './s3.ts';

export const FOLDER = {
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
} as const;

export const toAttempt = (attempt: Partial<Attempt>): Attempt => ({ made: null, isBusy: false, error: null, complaint: '', ...attempt });
export const goodBackup = toAttempt({
  made: { location: '/x/storefront-2026-11-26T03-00-00-000Z.tar.gz.enc', bytes: 4711, findings: 0, notDeleted: null },
});
const silent = { warn: () => undefined, error: () => undefined };

/** Opens it once, at the top of the file. `run` makes the backup that is due. */
export async function openBackupShop() {
  const home = mkdtempSync(path.join(os.tmpdir(), 'shop-backups-'));
  const s3 = await startS3('shop-backups');
  afterAll(async () => {
    await s3.close();
    rmSync(home, { recursive: true, force: true });
  });
  afterEach(() => s3.failRequests(null));

  const s3Host = new URL(s3.config.endpoint).host;
  const closedHost = `127.0.0.1:${await findFreePort()}`;
  const environment = { to: null, every: DAY, keep: 14, passphrase: null, s3Keys: null, folder: home, hosts: [s3Host, closedHost] };
  const shop = await openShop({ server: { backup: environment } });

  const BUCKET = {
    ...FOLDER,
    destination: 'bucket',
    endpoint: s3.config.endpoint,
    bucket: 'shop-backups',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  } as const;

  const signUpOwner = () => shop.signUp({ role: 1, teamRole: 'owner' });
  const connect = (token: string, body: object) => shop.call(connectBackups, { token, body: { ...FOLDER, ...body } as never });
  const confirm = (token: string, version: number) => shop.call(confirmBackupPassphrase, { token, body: { version } });
  const read = async (token: string) => (await shop.call(readBackupConnection, { token })).body.connection;

  /** Backups are on, and none waits to be made. */
  async function turnOn(body: object = {}) {
    const owner = await signUpOwner();
    const { connection, passphrase } = (await connect(owner.token, body)).body;
    await confirm(owner.token, connection.version);
    return { ...owner, passphrase: String(passphrase) };
  }

  const run = (make: MakeBackup, signal = new AbortController().signal) => runDueBackup(shop.deps, { log: silent, signal, make });
  /** Requests of this method to the store fail until the end of the test. */
  const failing = (method: string, failure: Failure, isMatch: (url: string) => boolean = () => true) =>
    s3.failRequests((requested, url) => (requested === method && isMatch(url) ? failure : null));
  return { failing, home, s3, environment, closedHost, shop, BUCKET, signUpOwner, connect, confirm, read, turnOn, run };
}
