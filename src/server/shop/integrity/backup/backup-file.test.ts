/** What a backup's file is made of, and files that aren't what they seem. No database. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { isFullRun, takeFirst } from '../../../../../tests/support/projects.ts';
import { decrypt, encrypt } from './encryption.ts';
import { pruneBackups } from './keep-backups.ts';
import { readBackup } from './read-backup.ts';
import { packTar, type TarEntry } from './tar.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'shop-backup-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const file = path.join(home, 'some.tar.gz');

async function* toStream<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}
const collect = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks));

const header = {
  format: 1,
  madeAt: '2026-11-23T21:00:00.000Z',
  migrations: [{ when: 1 }],
  searchHash: 'x',
  tables: [{ name: 'products', columns: ['id', 'name'] }],
};
const toEntry = (name: string, value: unknown): TarEntry => ({
  name,
  bytes: Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const rows = '["1","Lamp"]\n["2",null]\n';
const image = `images/${'ab'.repeat(16)}-640.webp`;

/** One product table of two rows and an image; `change` may spoil it before its manifest is made, `spoil` afterwards. */
async function pack(
  change: (entries: TarEntry[]) => TarEntry[] = (it) => it,
  spoil: (entries: TarEntry[]) => TarEntry[] = (it) => it,
): Promise<Buffer> {
  const entries = change([
    toEntry('backup.json', header),
    toEntry('tables/products/000001.jsonl', rows),
    toEntry('sequences.json', []),
    toEntry(image, Buffer.from('picture')),
  ]);
  const manifest = {
    tables: [{ name: 'products', rows: 2 }],
    images: 1,
    files: entries.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: hash(bytes) })),
  };
  return gzipSync(await collect(packTar(toStream(...spoil([...entries, toEntry('manifest.json', manifest)])))));
}

const read = (bytes: Buffer, passphrase: string | null = null) => {
  writeFileSync(file, bytes);
  return readBackup(file, passphrase);
};
const add = (name: string, value: unknown) => (entries: TarEntry[]) => [...entries, toEntry(name, value)];

test('[BACKUP-4] a backup is a gzipped tar archive whose manifest lists rows, size and SHA-256 of each part', async () => {
  const { manifest } = await read(await pack());
  expect(manifest.tables).toEqual([{ name: 'products', rows: 2 }]);
  expect(manifest.files.find((it) => it.name.startsWith('tables'))).toEqual({
    name: 'tables/products/000001.jsonl',
    size: rows.length,
    sha256: hash(Buffer.from(rows)),
  });
  const archive = gunzipSync(readFileSync(file));
  expect(archive.toString('latin1', 257, 262)).toBe('ustar');
});

test('[BACKUP-4] a backup unpacked and packed again by the machine’s own tar is accepted; one with a link in place of a file isn’t', async () => {
  await read(await pack());
  const folder = mkdtempSync(path.join(home, 'unpacked-'));
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  expect(readdirSync(path.join(folder, 'images'))).toEqual([path.basename(image)]);
  const packAgain = () =>
    execFileSync('tar', [
      '-czf',
      file,
      '-C',
      folder,
      'backup.json',
      'tables/products/000001.jsonl',
      'sequences.json',
      image,
      'manifest.json',
    ]);
  packAgain();
  expect((await readBackup(file, null)).manifest.images).toBe(1);
  rmSync(path.join(folder, image));
  symlinkSync('/etc/passwd', path.join(folder, image));
  packAgain();
  await expect(readBackup(file, null)).rejects.toThrow('no plain file');
});

test('[BACKUP-4] if writing a backup is stopped in the middle, the database is released and the error is reported', async () => {
  const ended: string[] = [];
  async function* list(fails: boolean): AsyncGenerator<TarEntry> {
    try {
      for (let n = 0; n < 1000; n += 1) {
        if (fails && n === 20) throw new Error('the connection is lost');
        yield toEntry(`tables/products/${n}.jsonl`, Buffer.alloc(1024 * 1024));
      }
    } finally {
      ended.push('released');
    }
  }
  for await (const _chunk of packTar(list(false))) break;
  expect(ended).toEqual(['released']);
  await expect(collect(packTar(list(true)))).rejects.toThrow('the connection is lost');
  expect(ended).toEqual(['released', 'released']);
});

test('[BACKUP-6] a backup that is cut short anywhere is refused, and so is one with data after its end', async () => {
  const bytes = await pack();
  for (let length = 0; length < bytes.length; length += 7)
    await expect(read(bytes.subarray(0, length)), `${length}`).rejects.toThrow(/cut short|damaged/);
  const archive = gunzipSync(bytes);
  for (let length = 0; length < archive.length; length += 256)
    await expect(read(gzipSync(archive.subarray(0, length))), `${length}`).rejects.toThrow(/cut short|damaged/);
  await expect(read(gzipSync(Buffer.concat([archive, Buffer.alloc(512, 1)])))).rejects.toThrow('goes on behind its end');
});

test('[BACKUP-6] a changed byte anywhere in the archive is found', { tags: ['full'] }, async () => {
  const archive = gunzipSync(await pack());
  // Names, sizes and contents: nobody reads the zeros between them, nor the blank behind the checksum of a header, which is the only one there.
  const isRead = (at: number) => archive[at] !== 0 && !(at % 512 === 155 && archive[at] === 32 && archive[at - 1] === 0);
  for (let at = 0; at < archive.length; at += 1) {
    if (!isRead(at) || (at % 5 && !isFullRun)) continue;
    const changed = Buffer.from(archive);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(read(gzipSync(changed)), `byte ${at}`).rejects.toThrow(/damaged|cut short|no backup has|larger than any|of a version/);
  }
});

test.each([
  ['a path that leaves its folder', add('images/../../etc/passwd', 'x')],
  ['an absolute path', add('/etc/passwd', 'x')],
  ['an image of another name', add('images/run.sh', 'x')],
  ['SQL as a table', add('tables/products"; drop table users; --/000001.jsonl', rows)],
  ['a table that the header doesn’t name', add('tables/users/000001.jsonl', rows)],
  [
    'SQL as a column',
    (entries: TarEntry[]) => [
      toEntry('backup.json', { ...header, tables: [{ name: 'products', columns: ['id) values (1); --'] }] }),
      ...entries.slice(1),
    ],
  ],
  ['another format', (entries: TarEntry[]) => [toEntry('backup.json', { ...header, format: 2 }), ...entries.slice(1)]],
  ['no beginning', (entries: TarEntry[]) => entries.slice(1)],
  ['no sequences', (entries: TarEntry[]) => entries.filter((it) => it.name !== 'sequences.json')],
  ['a missing row', (entries: TarEntry[]) => entries.map((it) => (it.name.startsWith('tables') ? toEntry(it.name, '["1","Lamp"]\n') : it))],
] as const)('[BACKUP-6] a crafted backup is refused: %s', async (_what, change) => {
  await expect(read(await pack(change))).rejects.toMatchObject({ name: 'BackupError' });
});

test('[BACKUP-6] a part that is missing in the manifest or differs from it is refused', async () => {
  await expect(
    read(
      await pack(undefined, (entries) => [...entries.slice(0, -1), toEntry('tables/products/000002.jsonl', rows), ...entries.slice(-1)]),
    ),
  ).rejects.toThrow('files that it lists');
  const swapped = (entries: TarEntry[]) => entries.map((it) => (it.name === image ? toEntry(image, 'PICTURE') : it));
  await expect(read(await pack(undefined, swapped))).rejects.toThrow('is not what it was');
  await expect(read(await pack(undefined, (entries) => entries.slice(0, -1)))).rejects.toThrow('cut short');
});

test('[BACKUP-6] a zip bomb is stopped before it fills memory or disk: one part too large, or parts that unpack to far more', {
  tags: ['full'],
}, async () => {
  const large = Buffer.alloc(65 * 1024 * 1024);
  await expect(read(await pack(add('tables/products/000002.jsonl', large)))).rejects.toThrow('larger than any');
  const part = Buffer.alloc(30 * 1024 * 1024, '\n');
  const many = (entries: TarEntry[]) => [...entries, ...[2, 3, 4].map((it) => toEntry(`tables/products/00000${it}.jsonl`, part))];
  await expect(read(await pack(many))).rejects.toThrow('unpacks to far more');
});

const PASSPHRASE = 'correct horse battery staple';

test('[BACKUP-5] with a passphrase a backup is unreadable, and a wrong or missing passphrase, a change and a cut are noticed', async () => {
  const plain = await pack();
  const bytes = await collect(encrypt(toStream(plain), PASSPHRASE));
  expect((await read(bytes, PASSPHRASE)).manifest.images).toBe(1);
  expect(bytes.includes(plain.subarray(20, 40))).toBe(false);
  await expect(read(bytes, 'correct horse battery stapler')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  await expect(read(bytes)).rejects.toMatchObject({ code: 'no_passphrase' });
  await expect(read(bytes.subarray(0, -1), PASSPHRASE)).rejects.toMatchObject({ name: 'BackupError' });
});

test('[BACKUP-5] chunks can’t be changed, reordered, left out, repeated or cut off', { tags: ['full'] }, async () => {
  const [chunk, head] = [64 * 1024 + 16, 39];
  const plain = Buffer.alloc(64 * 1024 * 3 + 100, 'abcdefg');
  const bytes = await collect(encrypt(toStream(plain), PASSPHRASE));
  const open = (it: Buffer) => collect(decrypt(toStream(it), PASSPHRASE));
  expect((await open(bytes)).equals(plain)).toBe(true);
  const part = (n: number) => bytes.subarray(head + n * chunk, head + (n + 1) * chunk);
  const build = (...order: number[]) => Buffer.concat([bytes.subarray(0, head), ...order.map(part)]);
  // Each takes the key of a passphrase, which is made slowly on purpose.
  for (const order of takeFirst([[1, 0, 2, 3], [0, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2], [0], [0, 1, 2, 3, 3], []], 2))
    await expect(open(build(...order)), order.join()).rejects.toMatchObject({ name: 'BackupError' });
  for (const at of takeFirst([20, head + chunk + 7, bytes.length - 1, 35, head])) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(open(changed), `byte ${at}`).rejects.toMatchObject({ name: 'BackupError' });
  }
});

test('[BACKUP-8] the newest backups are kept by number, unproven ones counted separately, and other files stay untouched', async () => {
  const name = (day: number, more = '') => `storefront-2026-11-0${day}T00-00-00-000Z${more}.tar.gz`;
  const pruneOf = async (names: string[], keep: number) => {
    const left = new Set(names);
    const list = async () => names.map((it) => ({ name: it, bytes: 1 }));
    await pruneBackups({ list, delete: async (it) => void left.delete(it) }, { newest: keep });
    return [...left];
  };
  const names = [name(3), name(1), name(2, '-unproven'), name(4, '-unproven'), `${name(5)}.enc`, 'mine.tar.gz', 'storefront.txt'];
  expect(await pruneOf(names, 2)).toEqual([
    name(3),
    name(2, '-unproven'),
    name(4, '-unproven'),
    `${name(5)}.enc`,
    'mine.tar.gz',
    'storefront.txt',
  ]);
  expect(await pruneOf([name(1), name(2, '-unproven'), name(3, '-unproven')], 1)).toEqual([name(1), name(3, '-unproven')]);
});

test('[BACKUP-17] backups of the last days and the newest of each of the last weeks are kept, counting only days with a backup', async () => {
  // Two a day from Monday, 2 November, to Saturday, 28 November, without the 20th to the 25th.
  const days = Array.from({ length: 27 }, (_, index) => index + 2).filter((day) => day < 20 || day > 25);
  const toName = (day: number, hour: string) => `storefront-2026-11-${String(day).padStart(2, '0')}T${hour}-00-00-000Z.tar.gz.enc`;
  const names = days.flatMap((day) => [toName(day, '03'), toName(day, '15')]);
  const keep = async (of: { days: number; weeks: number }) => {
    const left = new Set(names);
    const list = async () => names.toReversed().map((name) => ({ name, bytes: 1 }));
    await pruneBackups({ list, delete: async (name) => void left.delete(name) }, of);
    return [...left].map((name) => name.slice(19, 24));
  };
  expect(await keep({ days: 2, weeks: 0 })).toEqual(['27T03', '27T15', '28T03', '28T15']);
  expect(await keep({ days: 4, weeks: 3 })).toEqual(['15T15', '19T03', '19T15', '26T03', '26T15', '27T03', '27T15', '28T03', '28T15']);
  expect(await keep({ days: 1, weeks: 9 })).toEqual(['08T15', '15T15', '19T15', '28T03', '28T15']);
  expect(await keep({ days: 366, weeks: 520 })).toHaveLength(names.length);
});
