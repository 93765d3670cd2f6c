/** Each advisory lock has one purpose. */
import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { holdAt } from '../../../../tests/support/hold-at.ts';
import { toServerEnv } from '../../../../tests/support/open-test-server.ts';
import { acceptInvitation, changeTeamRole, createApiKey, inviteToTeam } from '../../../contract/team.ts';
import { createBackup } from '../../shop/integrity/backup/create-backup.ts';
import { readConfig } from '../settings/read-config.ts';
import { ADVISORY_LOCKS, NAMED_LOCKS, SUBJECT_LOCKS } from './advisory-locks.ts';
import { query } from './query.ts';

const shop = await openShop({ deps: () => ({ setupWarnings: ['emails_to_files'], publicUrl: 'https://shop.test' }) });

test('no two advisory locks have the same number, by themselves or by the hash of their name', async () => {
  const names = Object.values(NAMED_LOCKS);
  const hashes = await query<{ key: number }>(
    shop.deps.db,
    sql`select hashtext(name) as key from unnest(${sql.param(names)}::text[]) names(name)`,
  );
  const keys = [...Object.values(ADVISORY_LOCKS), ...hashes.map(({ key }) => key)];
  expect(new Set(keys).size).toBe(Object.keys(ADVISORY_LOCKS).length + names.length);
  expect(new Set(Object.values(SUBJECT_LOCKS)).size).toBe(Object.keys(SUBJECT_LOCKS).length);
});

test('no advisory lock is taken with a number or name that isn’t in that list', () => {
  const known = Object.values({ ...NAMED_LOCKS, ...SUBJECT_LOCKS }) as string[];
  const takers = globSync('src/server/**/*.{ts,sql}', { exclude: ['**/migrations/**', '**/*.test.ts', '**/schema.sql'] })
    .filter((file) => file !== 'src/server/platform/database/advisory-locks.ts')
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /pg_(try_)?advisory/.test(line))
        .map((line) => ({ file, name: /hashtext\('([^']+)'\)/.exec(line)?.[1] })),
    );
  expect(takers.filter(({ file, name }) => !file.endsWith('.sql') || !name || !known.includes(name))).toEqual([]);
});

test('[BACKUP-4] a person can be invited, accept, get another role and create an API key while a backup runs', async ({ skip }) => {
  const { connection } = shop;
  if (!('url' in connection) || !inject('server')) return skip('the embedded database is copied while nothing else uses it');
  const owner = await shop.signUp({ teamRole: 'owner' });
  const { begun, release } = holdAt('backup.begun');
  const env = { ...toServerEnv(connection.url), DATA_DIR: shop.uploadsDir };
  const to = `${shop.uploadsDir}/backup.tar.gz`;
  const options = { to, passphrase: null, s3Keys: null, check: false, keep: null, copyFromShop: null };
  const backup = createBackup(options, { config: readConfig(env), log: { warn: () => undefined }, report: () => undefined });
  try {
    await Promise.race([begun, backup]);
    const { token } = owner;
    const invited = await shop.call(inviteToTeam, { token, body: { email: 'new@shop.test', role: 'staff' } });
    expect(invited.status).toBe(200);
    const body = { token: String(invited.body.link).split('#')[1] ?? '', name: 'Nina', password: 'a horse of staples' };
    expect((await shop.call(acceptInvitation, { body })).status).toBe(200);
    const nina = await shop.signUp({ teamRole: 'read-only' });
    expect((await shop.call(changeTeamRole, { token, params: { id: nina.id }, body: { role: 'staff' } })).status).toBe(200);
    expect((await shop.call(createApiKey, { token, body: { name: 'Reports', scopes: ['read'] } })).status).toBe(200);
  } finally {
    release();
  }
  expect((await backup).rows).toBeGreaterThan(0);
}, 60_000);
