/** A program that knows the shop by its OpenAPI document alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript from 'openapi-typescript';
import { expect, onTestFinished, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../../../..');
const shop = await openShopWithPayments();

const TSCONFIG = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  },
};

/** What a client may get wrong, as the program says it and as it would: each is an error of its types. */
const MISTAKES = [
  ["'/api/v1/cart/price'", "'/api/v1/cart/prices'"],
  ['client.GET(', 'client.PUT('],
  ["answer: 'Chess'", "answr: 'Chess'"],
  ["phone: '5551234'", 'phone: 5551234'],
  ["sort: 'price-up'", "sort: 'cheapest'"],
  ['path: { id: checkout.order }', 'path: { order: checkout.order }'],
  ['body: { products: cart, shipTo }', 'body: { products: cart[0], shipTo }'],
  ['count: 2 }', "count: '2' }"],
  ['order.total', 'order.totalCents'],
  ['cheapest._id', 'cheapest.id'],
] as const;

/** Lists the files in which the compiler finds an error. */
async function findTypeErrors(cwd: string): Promise<string[]> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd }).catch(
    (error) => error as { stdout: string },
  );
  return [...new Set([...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

test('[OPENAPI-3] a client with types from the document buys a product, and doesn’t compile where it is wrong', async () => {
  const [product] = await makeProducts(shop.deps.db, [{ categoryId: await makeCategory(shop.deps.db), quantity: 5, priceCents: 1050 }]);
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const dir = await mkdtemp(path.join(os.tmpdir(), 'typed-client-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(path.join(dir, name), text);

  const program = await readFile(path.join(root, 'tests/fixtures/typed-client/buy.ts'), 'utf8');
  const document = await (await fetch(`${url}/api/docs/json`)).json();
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  await write('package.json', '{"type":"module"}');
  await write('tsconfig.json', JSON.stringify(TSCONFIG));
  await write('openapi.ts', await openapiTypescript(document));
  await write('buy.ts', program);
  for (const [index, [right, wrong]] of MISTAKES.entries()) {
    expect(program).toContain(right);
    await write(`mistake-${index}.ts`, program.replace(right, wrong));
  }
  expect(await findTypeErrors(dir)).toEqual(MISTAKES.map((_mistake, index) => `mistake-${index}.ts`).sort());

  const { stdout } = await run(process.execPath, ['buy.ts', url], { cwd: dir });
  const bought = JSON.parse(stdout);
  expect(bought).toEqual({ id: expect.any(String), status: 'paid', lines: [`2 × ${product?.name}`], total: 21, priced: 21 });
  expect(await shop.readStock(String(product?.id))).toBe(3);
  expect(await shop.listFindings()).toEqual([]);
});
