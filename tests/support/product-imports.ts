/** Imports like those in the browser, with the jobs run by the test. */

import { readAdminProduct } from '../../src/contract/product-admin.ts';
import { readProductImport, startProductImport, updateProductImport, uploadProductImport } from '../../src/contract/product-import.ts';
import type { ImportChoices, ProductImport } from '../../src/contract/product-import-fields.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { checkImports } from '../../src/server/shop/catalog/import/runs/check-imports.ts';
import { runImports } from '../../src/server/shop/catalog/import/runs/run-imports.ts';
import { IMPORT_WORK } from '../../src/server/shop/imports/import-kinds.ts';
import type { Shop } from './harness.ts';
import { makeCategory, makeProducts } from './products.ts';

/** URL of an image that the products of `seedTeas` show, as rows may name it. */
export const IMAGE_URL = `/uploads/${'a'.repeat(32)}-640.webp`;

/** Products of the category Tea: Tea 1 with the slug tea-1 and the SKU TEA-1, and so on. */
export async function seedTeas(db: Database, count = 3): Promise<void> {
  const categoryId = await makeCategory(db, 'Tea');
  const rows = Array.from({ length: count }, (_, n) => ({
    categoryId,
    name: `Tea ${n + 1}`,
    slug: `tea-${n + 1}`,
    sku: `TEA-${n + 1}`,
    imageId: 'a'.repeat(32),
  }));
  await makeProducts(db, rows);
}

export async function readTestProduct(shop: Shop, token: string, slug: string) {
  return (await shop.call(readAdminProduct, { token, params: { slug } })).body.product?.[0];
}

/** The text of a download. */
export const toText = ({ body }: { body: unknown }): string => String((body as { text: string }).text);

const toChoices = ({
  format,
  match,
  replacesImages,
  createsCategories,
  numbers,
  uncountedStock,
  hidesImageless,
  hosts,
}: ProductImport): ImportChoices => ({
  ...{ format, match, replacesImages, createsCategories, numbers, uncountedStock, hidesImageless },
  imageHosts: hosts.flatMap(({ host, isAllowed }) => (isAllowed ? [host] : [])),
});

export async function openImporter(shop: Shop) {
  const { token } = await shop.signUp({ role: 1, name: 'Ada' });
  const { signal } = new AbortController();
  const upload = (file: string | Buffer, fileName = 'products.csv') =>
    shop.call(uploadProductImport, { token, query: { fileName }, headers: { 'content-type': 'text/csv' }, body: Buffer.from(file) });
  const read = async (id: string) => (await shop.call(readProductImport, { token, params: { id } })).body;
  const check = async (file: string | Buffer) => {
    const { status, body } = await upload(file);
    if (status !== 200) throw new Error(String(body.message));
    await checkImports(shop.deps, IMPORT_WORK, signal);
    return read(body.import._id);
  };
  const choose = async (id: string, choices: Partial<ImportChoices>) => {
    const body = { ...toChoices((await read(id)).import), ...choices };
    const reply = await shop.call(updateProductImport, { token, params: { id }, body });
    if (reply.status !== 200) throw new Error(String(reply.body.message));
    await checkImports(shop.deps, IMPORT_WORK, signal);
    return read(id);
  };
  const start = (id: string) => shop.call(startProductImport, { token, params: { id } });
  const run = async (id: string) => {
    const { status, body } = await start(id);
    if (status !== 200) throw new Error(String(body.message));
    await runImports(shop.deps, IMPORT_WORK, signal);
    return read(id);
  };
  /** Checked and imported. */
  const importFile = async (file: string | Buffer, choices: Partial<ImportChoices> = {}) => {
    const { import: checked } = await check(file);
    if (Object.keys(choices).length) await choose(checked._id, choices);
    return run(checked._id);
  };
  return { token, signal, upload, read, check, choose, start, run, importFile };
}
