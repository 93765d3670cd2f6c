/** TLS to a real PostgreSQL, whose certificate a private authority has signed. */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { createAuthority } from '../../../../tests/support/certificates.ts';
import { startPostgres } from '../../../../tests/support/postgres.ts';
import { DAY } from '../../../contract/values.ts';
import { createPgBoss } from '../jobs/queue.ts';
import { openServer } from './connect.ts';
import { explainConnectionError, isUnavailable } from './pg-errors.ts';

const QUIET = { warn: () => undefined };

test('an error unrelated to certificates or poolers is passed on unchanged', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(explainConnectionError(refused)).toBe(refused);
});

// The embedded database is in the process itself.
if (inject('server')) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-tls-'));
  chmodSync(directory, 0o755);
  const write = (name: string, text: string) => {
    const file = path.join(directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    // PostgreSQL, which isn't run by root, reads its key only if it is its own.
    if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534);
    return file;
  };
  const authority = createAuthority('Test authority');
  const installCertificate = (host: string, expiresAt?: number) => {
    const { certificate, key } = authority.issue(host, expiresAt);
    write('server.pem', certificate);
    write('server.key', key);
  };
  installCertificate('127.0.0.1');
  const rootFile = write('root.pem', authority.certificate);
  const otherRootFile = write('other.pem', createAuthority('Another authority').certificate);
  const files = [`ssl_cert_file=${path.join(directory, 'server.pem')}`, `ssl_key_file=${path.join(directory, 'server.key')}`];
  const postgres = await startPostgres(files.flatMap((it) => ['-c', it]));
  await postgres.run('create database shop');
  await postgres.run('alter system set ssl = on');
  await postgres.run('select pg_reload_conf()');
  afterAll(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const urlWith = (root: string) => `${postgres.urlOf('shop')}?sslmode=verify-full&sslrootcert=${root}`;
  const open = async (url: string) => {
    const database = await openServer(url, QUIET, 2);
    await database.ping();
    return database;
  };
  /** The words of an error that ends the start, rather than being waited out. */
  const readRefusal = async (url: string) => {
    const error = await open(url).then(
      () => new Error('it opened'),
      (it: Error) => it,
    );
    expect(isUnavailable(error)).toBe(false);
    return error.message;
  };

  test('[SCALE-7] with the right certificate authority all connections are encrypted, also those of jobs', { tags: ['full'] }, async () => {
    const { db, close, connection } = await open(urlWith(rootFile));
    const { rows } = (await db.execute(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)) as unknown as { rows: object[] };
    expect(rows).toEqual([{ ssl: true }]);
    const boss = createPgBoss(connection);
    await boss.start();
    const { rows: sessions } = (await db.execute(
      sql`select bool_and(ssl) as ssl, count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'shop'`,
    )) as unknown as { rows: { ssl: boolean; count: number }[] };
    expect(sessions[0]?.ssl).toBe(true);
    expect(sessions[0]?.count).toBeGreaterThan(1);
    await boss.stop();
    await close();
  });

  test('[SCALE-7] another authority, another host, an expired certificate and a server without TLS are refused with an explanation', async () => {
    expect(await readRefusal(urlWith(otherRootFile))).toContain("isn't signed by the authority that sslrootcert names");
    installCertificate('database.shop.example');
    await postgres.run('select pg_reload_conf()');
    await expect.poll(() => readRefusal(urlWith(rootFile))).toContain("isn't made out to the host");
    installCertificate('127.0.0.1', Date.now() - DAY);
    await postgres.run('select pg_reload_conf()');
    await expect.poll(() => readRefusal(urlWith(rootFile))).toContain('has expired');
    await postgres.run('alter system set ssl = off');
    await postgres.run('select pg_reload_conf()');
    await expect.poll(() => readRefusal(urlWith(rootFile))).toContain("asks for TLS, which PostgreSQL doesn't speak");
  });
}
