/** Commands for a shop that is open: they run within it, through the socket in its data directory. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { SILENT_LOG } from '../../../tests/support/silent-log.ts';
import { login } from '../../contract/auth.ts';
import { listProducts } from '../../contract/product.ts';
import { lockDataDir } from '../platform/process/data-dir.ts';
import { callRunningShop, isShopRunning, type OperatorSocket, openOperatorSocket } from './operator-socket.ts';

const shop = await openShop();
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-socket-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#1c7a45' } })
  .png()
  .toBuffer();
writeFileSync(path.join(home, 'lamp.png'), picture);

let dataDir: string;
let socket: OperatorSocket;
let unlock: () => void;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(home, 'data-'));
  unlock = lockDataDir(dataDir);
  socket = await openOperatorSocket(shop.deps, dataDir, SILENT_LOG);
});
afterEach(async () => {
  await socket.close();
  unlock();
});

const run = (...args: string[]) => runCommand(args, { cwd: home, env: { DATA_DIR: dataDir } });

function writeCsv(...rows: string[]): string {
  writeFileSync(path.join(home, 'products.csv'), ['name,category,price,quantity,description,image', ...rows].join('\n'));
  return 'products.csv';
}

const listNames = async () => (await shop.call(listProducts, { query: { limit: 100 } })).body.products.map((it) => it.name);

const makeRow = (name: string, row = 2) => ({
  row,
  cells: { name, category: 'Lamps', price: '1', quantity: '2', description: 'Light', image: 'lamp.png' },
  error: null,
  fraction: 0.5,
  images: [{ name: 'lamp.png', bytes: picture.toString('base64') }],
});

/** One row, and then no end until `finish` is called. */
function createSlowRows() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  async function* lines() {
    yield makeRow('First');
    await promise;
    for (let n = 0; n < 50; n += 1) yield makeRow(`Later ${n}`, n + 3);
  }
  return { lines: lines(), finish };
}

test('[IMPORT-3] [IMPORT-16] an import runs in the open shop, with progress and notices, and customers see its products at once', {
  tags: ['full'],
}, async () => {
  expect(await listNames()).toEqual([]);
  const { code, out, err } = await run('import', writeCsv('Lamp,Lamps,12.50,3,Light,lamp.png', 'Desk,Tables,99,1,Wood,lamp.png'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('100 %: 2 imported, 0 refused');
  expect(out).toContain('2 products imported, 0 rows refused');
  expect(await listNames()).toEqual(['Lamp', 'Desk']);
  const image = await shop.send({ url: String((await shop.call(listProducts)).body.products[0]?.image) });
  expect(image.headers['content-type']).toBe('image/webp');

  const again = await run(
    'import',
    writeCsv('Lamp,Lamps,12.50,3,Light,lamp.png', 'Chair,Tables,5,0,Wood,gone.png', 'Sofa,Sofas,-1,1,Soft,lamp.png'),
    '--skip-existing',
    '--show',
    'no_image',
  );
  expect(again.code).toBe(1);
  expect(again.out).toContain('1 product imported, 1 there already, 1 row refused');
  // What came in otherwise than the file has it is listed by kind, as far as that is wanted.
  expect(again.out).toContain(
    "Without an image: 1 notice\n  row 3 (Chair): image is imported without an image: image gone.png doesn't exist",
  );
  expect(again.out).toContain('Sold out: 1 notice');
  expect(again.out).not.toContain('is sold out in the file');
  expect(again.out).toMatch(/row 4 \(Sofa\): price /);
  expect((await run('import', 'gone.csv')).err).toContain('There is no file');
});

test('[IMPORT-3] [RUN-6] admin and verify run in the open shop too', { tags: ['full'] }, async () => {
  const made = await run('admin', 'boss@example.com', 'a-long-secret');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect((await shop.call(login, { body: { email: 'boss@example.com', password: 'a-long-secret' } })).body.user?.role).toBe(1);
  const short = await run('admin', 'boss@example.com', 'short');
  expect(short).toMatchObject({ code: 1, err: expect.stringContaining('8 to 200 characters') });
  const verified = await run('verify');
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('rules hold') });
});

test('[IMPORT-3] [SAFE-11] only the system user who runs the shop can connect', () => {
  expect((statSync(path.join(dataDir, 'shop.sock')).mode & 0o777).toString(8)).toBe('600');
  // Only root can become somebody else.
  if (process.getuid?.() !== 0) return;
  const elsewhere = path.join(os.tmpdir(), `shop-open-${process.pid}`);
  mkdirSync(elsewhere, { mode: 0o755 });
  try {
    const script = `require('net').connect(process.argv[1]).on('error', (it) => console.log(it.code)).on('connect', () => { console.log('in'); process.exit(); })`;
    const stranger = spawnSync(process.execPath, ['-e', script, path.join(dataDir, 'shop.sock')], {
      uid: 65534,
      gid: 65534,
      cwd: elsewhere,
      env: {},
    });
    // A stranger may not even be allowed to run this Node.
    expect(stranger.stdout?.toString().trim() ?? '').not.toBe('in');
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

test('[IMPORT-3] while an import runs, a second one is refused, and the first continues', { tags: ['full'] }, async () => {
  const { lines, finish } = createSlowRows();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = callRunningShop(dataDir, 'import', { input: { skipExisting: false }, lines, onReport: () => begin() });
  await begun;
  await expect(callRunningShop(dataDir, 'import', { input: { skipExisting: false } })).rejects.toThrow('Another import is running');
  finish();
  expect(await first).toMatchObject({ imported: 51, rejected: [] });
});

test('[IMPORT-3] a stopped shop ends the import after the current rows, and says how to continue', async () => {
  const { lines, finish } = createSlowRows();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const answer = callRunningShop(dataDir, 'import', { input: { skipExisting: false }, lines, onReport: () => begin() });
  const refused = expect(answer).rejects.toThrow('--skip-existing');
  await begun;
  const closed = socket.close();
  finish();
  await refused;
  await closed;
  const imported = (await listNames()).length;
  expect(imported).toBeGreaterThanOrEqual(1);
  expect(imported).toBeLessThan(10);
});

test('[IMPORT-3] stopping the command stops the import: its rows stay, and another can begin', async () => {
  const outgoing = request({ socketPath: path.join(dataDir, 'shop.sock'), method: 'POST', path: '/import' });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response');
  outgoing.write(`{"skipExisting":false}\n${JSON.stringify(makeRow('Kept'))}\n`);
  await answered;
  outgoing.destroy();
  await expect
    .poll(() => callRunningShop(dataDir, 'import', { input: { skipExisting: false } }).catch((error: Error) => error.message))
    .toMatchObject({ imported: 0 });
  expect(await listNames()).toEqual(['Kept']);
});

test('[IMPORT-3] an unknown command, or one of another version, gets an error and changes nothing', async () => {
  for (const [url, body] of [
    ['/drop', '{}\n'],
    ['/constructor', '{}\n'],
    ['/admin', '{"email":7}\n'],
    ['/admin', ''],
    ['/admin', 'no json\n'],
    ['/import', '{"skipExisting":false}\n{"row":"first"}\n'],
  ] as const) {
    const outgoing = request({ socketPath: path.join(dataDir, 'shop.sock'), method: 'POST', path: url });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer>];
    const answer = Buffer.concat(await Array.fromAsync(response)).toString();
    expect([url, body, Object.keys(JSON.parse(answer))]).toEqual([url, body, ['error']]);
  }
  expect(await callRunningShop(dataDir, 'verify', { input: {} })).toEqual([]);
});

test('[RUN-2] a socket left by a killed shop isn’t taken for a shop, and the next shop reuses it', async () => {
  await socket.close();
  writeFileSync(path.join(dataDir, 'shop.sock'), '');
  expect(await isShopRunning(dataDir)).toBe(false);
  socket = await openOperatorSocket(shop.deps, dataDir, SILENT_LOG);
  expect(await isShopRunning(dataDir)).toBe(true);
});

test('if the path is too long for a socket, the shop still opens, and the log explains the effect', async () => {
  const warnings: string[] = [];
  const deep = path.join(dataDir, 'x'.repeat(120));
  mkdirSync(deep);
  const log = { ...SILENT_LOG, warn: (_details: object, message: string) => void warnings.push(message) };
  await (await openOperatorSocket(shop.deps, deep, log)).close();
  expect(warnings).toEqual([expect.stringContaining('need the shop stopped')]);
  expect(await isShopRunning(deep)).toBe(false);
});
