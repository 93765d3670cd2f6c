/** Manufacturers and responsible persons: records that products and brands name, and what customers see of them. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBrandedProducts } from '../../../../../tests/support/branded-products.ts';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { listBrandProducts, listBrands, updateBrand } from '../../../../contract/brand.ts';
import { uploadFieldFile } from '../../../../contract/custom-fields.ts';
import { readProduct } from '../../../../contract/product.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { createSafetyContact, deleteSafetyContact, listSafetyContacts, updateSafetyContact } from '../../../../contract/safety.ts';
import { auditLog } from '../../database/schema/audit.ts';

const shop = await openShop();
const imageBytes = await makeImage();
const PERSON = {
  role: 'responsible_person' as const,
  name: 'EU Person GmbH',
  address: 'Hauptstr. 1\n10115 Berlin',
  country: 'DE',
  email: 'eu@person.example',
};
const MAKER = {
  role: 'manufacturer' as const,
  name: 'Shēnzhèn Toys',
  address: ' 8 Lake Road \n Shenzhen ',
  country: 'CN',
  website: 'https://toys.example',
};

async function open() {
  const admin = await openBrandedProducts(shop, imageBytes);
  const { token } = admin;
  const add = (body: object) => shop.call(createSafetyContact, { token, body: { ...MAKER, ...body } });
  const change = (id: string, body: object) => shop.call(updateSafetyContact, { token, params: { id }, body: { ...MAKER, ...body } });
  const remove = (id: string) => shop.call(deleteSafetyContact, { token, params: { id } });
  const list = async () => (await shop.call(listSafetyContacts, { token })).body.contacts;
  const see = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0];
  return { ...admin, add, change, remove, list, see };
}

test('[SAFETY-1] a manufacturer is a record with an address and a way to reach it; who answers for it elsewhere is another', async () => {
  const { add, change, remove, list } = await open();
  const person = (await add({ ...PERSON, website: '' })).body.contact;
  const { contact } = (await add({ euPerson: person._id })).body;
  expect(contact).toMatchObject({
    key: 'shenzhen-toys',
    address: '8 Lake Road\nShenzhen',
    email: '',
    euPerson: person._id,
    ukPerson: null,
    version: 1,
  });
  for (const [body, path] of [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ address: ' ' }, 'address'],
    [{ country: 'XX' }, 'country'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ email: 'no address' }, 'email'],
    [{ website: '' }, 'email'],
    [{ euPerson: randomUUID() }, 'euPerson'],
    [{ ukPerson: contact._id }, 'ukPerson'],
    [{ ...PERSON, name: 'Other', euPerson: person._id }, 'euPerson'],
  ] as const)
    expect(await add(body), path).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  expect(await add({ name: ' SHĒNZHÈN  toys ' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  // A name of another role, or one that reads the same as a key.
  expect((await add({ ...PERSON, name: 'Shēnzhèn Toys', website: '' })).body.contact.key).toBe('shenzhen-toys-2');
  expect((await add({ name: 'Missing' })).body.contact.key).toBe('missing-1');
  const renamed = (await change(contact._id, { name: 'Toys Ltd', euPerson: person._id, version: 1 })).body.contact;
  expect(renamed).toMatchObject({ key: 'shenzhen-toys', name: 'Toys Ltd', version: 2 });
  expect(await change(contact._id, { name: 'Older', version: 1 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect(await change(randomUUID(), {})).toMatchObject({ status: 404 });
  expect(await remove(person._id)).toMatchObject({
    status: 409,
    body: { code: 'contact_in_use', message: expect.stringContaining('1 manufacturer') },
  });
  expect(await change(person._id, { role: 'manufacturer', name: 'P' })).toMatchObject({ status: 409, body: { code: 'contact_in_use' } });
  expect((await remove(contact._id)).status).toBe(200);
  expect((await remove(person._id)).status).toBe(200);
  expect((await list()).map(({ name }) => name)).toEqual(['Missing', 'Shēnzhèn Toys']);
  const entries = await shop.deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectType, 'safety-contact'), eq(auditLog.objectId, contact._id)))
    .orderBy(auditLog.id);
  expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted']);
});

test('[SAFETY-2] a product shows its own manufacturer, or its brand’s, with who answers for it; a change is seen at once', async () => {
  const { add, change, create, update, see, token, remove, list } = await open();
  const person = (await add({ ...PERSON, name: 'Person two', website: '' })).body.contact;
  const own = (await add({ name: 'Own maker', ukPerson: person._id })).body.contact;
  const ofBrand = (await add({ name: 'Brand maker' })).body.contact;
  const plain = await create('Safeplain');
  expect(Object.keys((await see(plain.slug)) ?? {}).filter((it) => /safety|maker|guarantee/.test(it))).toEqual([]);
  const product = await create('Safebrick', { brand: 'Bricks', safetyWarnings: 'Not for children.\nSmall parts.' });
  const brand = (await shop.call(listBrands, { token, query: { keyword: 'bricks' } })).body.brands[0];
  const give = (maker: string | null) =>
    shop.call(updateBrand, { token, params: { id: brand?._id ?? '' }, body: { name: 'Bricks', maker } });
  expect(await see(product.slug)).not.toHaveProperty('safety');
  expect(await give('nobody')).toMatchObject({ status: 400, body: { issues: [{ path: 'maker' }] } });
  expect((await give(ofBrand.key)).body.brand).toMatchObject({ maker: 'brand-maker', version: 2 });
  expect(await see(product.slug)).toMatchObject({
    safetyWarnings: 'Not for children.\nSmall parts.',
    safety: { maker: { name: 'Brand maker', address: '8 Lake Road\nShenzhen', country: 'CN', website: 'https://toys.example' } },
  });
  expect((await shop.call(listBrandProducts, { params: { slug: 'bricks' } })).body.brand).not.toHaveProperty('maker');
  expect((await update(product, { maker: 'OWN maker' })).body.product).toMatchObject({ maker: 'own-maker' });
  expect((await see(product.slug))?.safety).toMatchObject({
    maker: { name: 'Own maker' },
    ukPerson: { name: 'Person two', email: 'eu@person.example' },
  });
  await change(own._id, { name: 'Own maker Ltd', ukPerson: null });
  expect((await see(product.slug))?.safety).toEqual({
    maker: { name: 'Own maker Ltd', address: '8 Lake Road\nShenzhen', country: 'CN', website: 'https://toys.example' },
  });
  for (const maker of ['Person two', 'nobody', 'a\nb'])
    expect(await update(product, { maker })).toMatchObject({ status: 400, body: { issues: [{ path: 'maker' }] } });
  expect((await list()).find(({ key }) => key === 'own-maker')).toMatchObject({ products: 1, brands: 0 });
  expect(await remove(own._id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('1 product') } });
  expect(await remove(ofBrand._id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('1 brand') } });
  await give(null);
  expect((await remove(ofBrand._id)).status).toBe(200);
});

test('[SAFETY-3] products without a manufacturer are listed; bulk edits, files, copies and restores keep it', async () => {
  const { add, create, update, find, read, token, remove } = await open();
  const { importFile } = await openImporter(shop);
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  const { start, undo } = await openBulkEdits(shop);
  const maker = (await add({ name: 'Bulk maker' })).body.contact;
  const [one, two] = [await create('Makerone', { safetyWarnings: 'Hot, "very"\nhot' }), await create('Makertwo')];
  const missing = () => find({ maker: 'missing', keyword: 'Maker' });
  expect(await missing()).toEqual(['Makertwo', 'Makerone']);
  const edit = (await start({ field: 'maker', maker: maker.key }, { ids: [one._id, two._id] })).edit;
  expect(edit).toMatchObject({ changed: 2 });
  expect([await missing(), await find({ maker: maker.key })]).toEqual([[], ['Makertwo', 'Makerone']]);
  expect((await shop.call(listProductTable, { token, query: { keyword: 'Makerone' } })).body.products[0]).toMatchObject({
    maker: 'Bulk maker',
  });
  await undo(edit._id);
  expect(await missing()).toEqual(['Makertwo', 'Makerone']);
  const changed = await importFile(
    'slug,maker,safety_warnings,guarantee_years,guarantee_label\nmakerone,bulk MAKER,,7,\nmakertwo,Unheard of,Sharp,many,nothing.pdf\n',
  );
  expect(changed.import).toMatchObject({ updated: 2, refused: 0 });
  expect(changed.notices.map(({ column, row }) => [row, column])).toEqual(
    expect.arrayContaining([
      [3, 'maker'],
      [3, 'guarantee_years'],
      [3, 'guaranteeLabel'],
    ]),
  );
  expect(await read('makerone')).toMatchObject({ maker: 'bulk-maker', guaranteeYears: '7', safetyWarnings: 'Hot, "very"\nhot' });
  expect(await read('makertwo')).toMatchObject({ safetyWarnings: 'Sharp' });
  const download = async () =>
    toText(await shop.send({ url: '/api/v1/product/export.csv?keyword=Maker', headers: { authorization: token } }));
  const file = await download();
  expect(file).toContain('bulk-maker');
  expect((await importFile(file)).import).toMatchObject({ unchanged: 2, updated: 0 });
  // An earlier version of the product names a maker that is deleted by now.
  await update(one, { maker: '' });
  await remove(maker._id);
  const entries = await shop.deps.db.select().from(auditLog).where(eq(auditLog.objectId, one._id)).orderBy(auditLog.id);
  const id = String(entries.at(-1)?.id);
  const { preview } = (await shop.call(previewVersion, { token: owner.token, params: { id } })).body;
  expect(preview).toMatchObject({ kept: [{ field: 'maker', reason: 'gone' }] });
  expect((await shop.call(restoreVersion, { token: owner.token, params: { id }, body: { version: preview.version } })).status).toBe(200);
  expect(await start({ field: 'maker', maker: 'bulk-maker' }, { ids: [two._id] }).catch(() => 'refused')).toBe('refused');
});

test('[SAFETY-4] a maker’s guarantee has its years, its words and a label, which is a file that was uploaded', async () => {
  const { create, update, see, token } = await open();
  const upload = (name: string) =>
    shop.call(uploadFieldFile, { token, query: { name }, headers: { 'content-type': 'application/octet-stream' }, body: imageBytes });
  const { file } = (await upload('garan.png')).body;
  const product = await create('Guarantee', { guaranteeYears: ' 5 ', guaranteeText: 'All parts.\nBy Acme.', guaranteeLabel: file.url });
  expect(await see(product.slug)).toMatchObject({ guaranteeYears: '5', guaranteeText: 'All parts.\nBy Acme.', guaranteeLabel: file.url });
  for (const [body, path] of [
    [{ guaranteeYears: '0' }, 'guaranteeYears'],
    [{ guaranteeYears: '-1' }, 'guaranteeYears'],
    [{ guaranteeYears: '2.5' }, 'guaranteeYears'],
    [{ guaranteeText: 'x'.repeat(1001) }, 'guaranteeText'],
    [{ guaranteeLabel: 'https://elsewhere.example/label.png' }, 'guaranteeLabel'],
    [{ guaranteeLabel: `/files/${randomUUID()}/garan.png` }, 'guaranteeLabel'],
  ] as const)
    expect(await update(product, body), path).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  const cleared = await update(product, { guaranteeYears: '', guaranteeText: '', guaranteeLabel: '' });
  expect(Object.keys(cleared.body.product).filter((it) => it.startsWith('guarantee'))).toEqual([]);
});
