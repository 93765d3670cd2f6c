/** Earlier versions of categories, pages and settings; and who may restore one. */
import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory, deleteCategory, moveCategory, updateCategory } from '../../../../contract/category-admin.ts';
import {
  createPage,
  deletePage,
  readAdminPage,
  readContentPage,
  readPage,
  updateContentPage,
  updatePage,
} from '../../../../contract/page.ts';
import { DEFAULT_SHOP_DETAILS, readSettings, updateSettings } from '../../../../contract/settings.ts';
import { updateShopDetails } from '../../../../contract/shop-details.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { settings } from '../../database/schema/content.ts';

const shop = await openShop();
const { db } = shop.deps;
let token = '';

beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner', name: 'Olga' })).token;
  await db.delete(auditLog);
});

/** Of the newest entry of that action. */
async function findEntryId(objectId: string, action: 'created' | 'updated' | 'deleted' = 'updated'): Promise<string> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.objectId, objectId), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!row) throw new Error(`nothing was ${action}`);
  return String(row.id);
}
const preview = (id: string, by = token) => shop.call(previewVersion, { token: by, params: { id } });
const restore = (id: string, version: number | null, by = token) =>
  shop.call(restoreVersion, { token: by, params: { id }, body: { version } });
const restoreNow = async (id: string) => {
  const { version } = (await preview(id)).body.preview;
  expect((await restore(id, version)).body).toMatchObject({ success: true });
};

test('[TREE-14] a category gets back the parent that it had, or stays where it is if that is gone, which the preview says', async () => {
  const create = async (name: string, parent?: string) =>
    (await shop.call(createCategory, { token, body: { name, ...(parent && { parent }) } })).body.category._id;
  const [drinks, gone] = [await create('Drinks'), await create('Gone')];
  const tea = await create('Tea', gone);
  const move = (parent: string | null) => shop.call(moveCategory, { token, params: { id: tea }, body: { parent } });
  await move(drinks);
  const fromGone = await findEntryId(tea);
  await move(null);
  await restoreNow(await findEntryId(tea));
  const parentOf = async () => (await shop.call(listCategories, {})).body.category.find(({ _id }) => _id === tea)?.parent;
  expect(await parentOf()).toBe(drinks);
  expect((await shop.call(deleteCategory, { token, params: { id: gone } })).status).toBe(200);
  const { changes, kept } = (await preview(fromGone)).body.preview;
  expect([changes, kept]).toEqual([[], [{ field: 'parent_id', reason: 'gone' }]]);
  // The order isn't a change of the row, but is in the log.
  await move(null);
  await shop.call(moveCategory, { token, params: { id: tea }, body: { parent: null, after: null } });
  const [row] = await db
    .select({ changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.id, Number(await findEntryId(tea))));
  expect(row?.changes).toEqual({ place: { before: 2, after: 1 } });
});

test('[AUDIT-12] a category, a page and a setting can be restored to what they were before an entry', async () => {
  const category = (await shop.call(createCategory, { token, body: { name: 'Tea', description: 'Leaves' } })).body.category._id;
  await shop.call(updateCategory, { token, params: { id: category }, body: { name: 'Coffee', description: 'Beans' } });
  await restoreNow(await findEntryId(category));
  const listed = (await shop.call(listCategories, {})).body.category.find(({ _id }) => _id === category);
  expect(listed).toMatchObject({ name: 'Tea', description: 'Leaves', slug: 'tea' });

  const sent = {
    title: 'Care',
    slug: 'care',
    text: 'Wash cold.',
    status: 'published',
    inFooter: true,
    footerPosition: 1,
    description: '',
  } as const;
  const page = (await shop.call(createPage, { token, body: sent })).body.page._id;
  await shop.call(updatePage, { token, params: { id: page }, body: { ...sent, text: 'Wash hot.' } });
  expect(JSON.stringify((await shop.call(readPage, { params: { slug: 'care' } })).body)).toContain('Wash hot.');
  await restoreNow(await findEntryId(page));
  expect(JSON.stringify((await shop.call(readPage, { params: { slug: 'care' } })).body)).toContain('Wash cold.');

  for (const quickAdd of [false, true]) await shop.call(updateSettings, { token, body: { priceRanges: [[0, 10]], quickAdd } });
  expect((await shop.call(readSettings, {})).body.settings.quickAdd).toBe(true);
  await restoreNow(await findEntryId('shop'));
  expect((await shop.call(readSettings, {})).body.settings.quickAdd).toBe(false);

  for (const text of ['We sell tea.', 'We sell coffee.'])
    await shop.call(updateContentPage, { token, params: { name: 'about' }, body: { text } });
  await restoreNow(await findEntryId('text:about'));
  expect((await shop.call(readContentPage, { params: { name: 'about' } })).body.text).toBe('We sell tea.');
});

test('[AUDIT-12] a setting stored by an earlier release can be restored too; fields that it doesn’t know stay', async () => {
  const { logo: _logo, currency: _currency, priceLocale: _locale, ...before } = DEFAULT_SHOP_DETAILS;
  await db.insert(settings).values({ key: 'shop-details', value: { ...before, name: 'Owl' } });
  await shop.call(updateShopDetails, { token, body: { ...before, name: 'Eagle', currency: 'EUR', priceLocale: 'de-DE' } });
  await restoreNow(await findEntryId('shop-details'));
  expect((await shop.call(readSettings, {})).body.settings.shop).toMatchObject({ name: 'Owl', currency: 'EUR', priceLocale: 'de-DE' });
});

test('[AUDIT-14] a deleted page is restored as a draft, a deleted category unchanged; a name or URL used by another meanwhile isn’t taken back', async () => {
  const sent = {
    title: 'Gifts',
    slug: 'gifts',
    text: 'Wrapped.',
    status: 'published',
    inFooter: true,
    footerPosition: 1,
    description: '',
  } as const;
  const page = (await shop.call(createPage, { token, body: sent })).body.page._id;
  await shop.call(deletePage, { token, params: { id: page } });
  await shop.call(createPage, { token, body: sent });
  const entry = await findEntryId(page, 'deleted');
  expect((await preview(entry)).body.preview.kept).toEqual([{ field: 'slug', reason: 'taken' }]);
  await restoreNow(entry);
  const restored = (await shop.call(readAdminPage, { token, params: { id: page } })).body.page;
  expect(restored).toMatchObject({ title: 'Gifts', slug: 'gifts-2', status: 'draft', text: 'Wrapped.' });

  const category = (await shop.call(createCategory, { token, body: { name: 'Toys' } })).body.category._id;
  await shop.call(deleteCategory, { token, params: { id: category } });
  const second = (await shop.call(createCategory, { token, body: { name: 'Toys' } })).body.category._id;
  const deleted = await findEntryId(category, 'deleted');
  expect(await restore(deleted, null)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  await shop.call(deleteCategory, { token, params: { id: second } });
  await restoreNow(deleted);
  const ids = (await shop.call(listCategories, {})).body.category.map(({ _id }) => _id);
  expect(ids).toContain(category);
});

test('[AUDIT-13] only owners can restore, and only objects with an earlier version', async () => {
  const category = (await shop.call(createCategory, { token, body: { name: 'Spice' } })).body.category._id;
  await shop.call(updateCategory, { token, params: { id: category }, body: { name: 'Spices' } });
  const entry = await findEntryId(category);
  const key = (await shop.call(createApiKey, { token, body: { name: 'Books', scopes: ['read', 'catalogue'] } })).body.key;
  const tokens = [(await shop.signUp()).token, key];
  for (const teamRole of ['staff', 'read-only'] as const) tokens.push((await shop.signUp({ role: 1, teamRole })).token);
  for (const by of tokens) {
    expect((await preview(entry, by)).status).toBe(403);
    expect((await restore(entry, 2, by)).status).toBe(403);
  }
  expect((await shop.call(restoreVersion, { params: { id: entry }, body: { version: 2 } })).status).toBe(401);
  expect(await restore(await findEntryId(category, 'created'), 2)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(await restore('999999999999', 2)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  for (const id of ['0', 'x', '1e3', '-1']) expect((await preview(id)).status).toBe(400);
  for (const version of ['1', -1, 1.5, undefined, {}]) expect((await restore(entry, version as number)).status).toBe(400);
  expect((await shop.call(listCategories, {})).body.category.find(({ _id }) => _id === category)?.name).toBe('Spices');
});
