/** What is in the audit log, and what isn't. */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { login, register } from '../../../../contract/auth.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import { addOrderNote } from '../../../../contract/order-admin.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { createWebhookEndpoint } from '../../../../contract/webhook.ts';
import { perform } from '../../../cli/command-operations.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { startWorker } from '../../../platform/jobs/worker.ts';
import { type Actor, runInContext } from '../../../platform/monitoring/request-context.ts';
import { createProducts } from '../../catalog/products/product.repository.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { products } from '../../database/schema/catalog.ts';
import { categories } from '../../database/schema/category.ts';
import { loadAccountSecret } from '../../settings/sealed-text.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const listRows = () => db.select().from(auditLog).orderBy(asc(auditLog.id));
/** Drizzle's statements are sent once they are awaited, which is to happen in there. */
const act = <T>(actor: Actor, work: () => Promise<T>) => runInContext({ id: randomUUID(), span: null, actor }, async () => await work());
async function seedCategory() {
  const category = { id: randomUUID(), name: 'Mugs', slug: 'mugs' };
  await db.insert(categories).values(category);
  return category;
}
async function signUpOwner() {
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  await db.delete(auditLog);
  return owner;
}

test('[AUDIT-2] a row says what each changed field was and is now, and of which object, and nothing of other fields', async () => {
  const { token, id } = await signUpOwner();
  const [product = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250 }]);
  const headers = { 'x-request-id': 'from-the-proxy' };
  await shop.call(updateProduct, { token, params: { id: product }, body: { price: 13.5 }, headers });
  await shop.call(updateProduct, { token, params: { id: product }, body: { price: 13.5 }, headers });
  expect(await listRows()).toMatchObject([
    {
      kind: 'change',
      action: 'updated',
      actorKind: 'admin',
      actorId: id,
      requestId: 'from-the-proxy',
      objectType: 'product',
      objectId: product,
      objectName: 'Mug',
      part: null,
      changes: { price_cents: { before: 1250, after: 1350 } },
      personal: { network: '127.0.0.1' },
    },
  ]);
  expect(Object.keys((await listRows())[0]?.changes ?? {})).toEqual(['price_cents']);
});

test('[AUDIT-2] if one statement changes several products, each has its own row, covered by its hash', async () => {
  await signUpOwner();
  const { id: categoryId } = await seedCategory();
  const input = {
    description: 'A mug',
    quantity: 3,
    shipping: 0 as const,
    categoryId,
    imageId: 'a'.repeat(32),
    imageAlt: '',
    createdAt: new Date(),
  };
  const mugs = ['Blue', 'Red'].map((name) => ({ ...input, id: randomUUID(), name, slug: name.toLowerCase(), priceCents: 900 }));
  const [blue = input as never, red = input as never] = mugs;
  const more = [{ imageId: 'b'.repeat(32), alt: 'From above' }];
  await act({ kind: 'command', name: 'x' }, () => createProducts(db, [blue, { ...red, status: 'draft', moreImages: more }], new Date()));
  await act({ kind: 'job', name: 'x' }, () =>
    db
      .update(products)
      .set({
        priceCents: sql`${products.priceCents} + 100`,
        quantity: 1,
        description: sql`case when ${products.slug} = 'red' then 'A cup' else description end`,
      })
      .where(eq(products.categoryId, categoryId)),
  );
  const [blueCreated, redCreated, pictureCreated, ...updated] = await listRows();
  // In which order a statement updates its rows is the database's choice.
  updated.sort((a, b) => String(a.objectName).localeCompare(String(b.objectName)));
  const rows = [blueCreated, redCreated, pictureCreated, ...updated];
  const changed = { price_cents: { before: 900, after: 1000 } };
  expect(rows).toMatchObject([
    {
      objectName: 'Blue',
      action: 'created',
      part: null,
      changes: { price_cents: { after: 900 }, quantity: { after: 3 }, status: { after: 'active' } },
    },
    { objectName: 'Red', action: 'created', part: null, changes: { status: { after: 'draft' }, slug: { after: 'red' } } },
    { objectName: null, action: 'created', part: 'picture 1', changes: { alt: { after: 'From above' } } },
    ...[
      { objectName: 'Blue', action: 'updated', part: null, changes: changed },
      { objectName: 'Red', action: 'updated', part: null, changes: { ...changed, description: { before: 'A mug', after: 'A cup' } } },
    ],
  ]);
  // What a job does to the stock is in the ledger.
  expect(Object.keys(rows[3]?.changes ?? {})).toEqual(['price_cents']);
  const hashed = sql<string>`audit_hash(${auditLog.personal}::text)`;
  expect(await db.select({ id: auditLog.id }).from(auditLog).where(sql`${auditLog.personalHash} <> ${hashed}`)).toEqual([]);
});

test('[AUDIT-1] a refused or rolled back change leaves no row, and two changes at once leave one each', async () => {
  const { token } = await signUpOwner();
  await warmUpPool(shop);
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.call(createCategory, { token, body: { name: 'Tea' } })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await listRows()).toHaveLength(1);
  const insert = (on: Database, name: string) => on.insert(categories).values({ id: randomUUID(), name, slug: name });
  const fail = () =>
    db.transaction(async (tx) => {
      await insert(tx, 'lost');
      throw new Error('rolled back');
    });
  await expect(act({ kind: 'job', name: 'x' }, fail)).rejects.toThrow('rolled back');
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => act({ kind: 'command', name }, () => insert(db, `of-${name}`))));
  const rows = (await listRows()).slice(1);
  expect(rows.map(({ actorName, objectName }) => `${objectName} by ${actorName}`).toSorted()).toEqual([
    'of-a by a',
    'of-b by b',
    'of-c by c',
    'of-d by d',
  ]);
});

test('[AUDIT-1] rows name the API key, the command or the job that made a change; a job’s changes of stock are in the ledger', async () => {
  const { token, id } = await signUpOwner();
  const { key, keys } = (await shop.call(createApiKey, { token, body: { name: 'Warehouse', scopes: ['catalogue'] } })).body;
  await shop.call(createCategory, { token: key, body: { name: 'Tea' } });
  await perform(shop.deps, 'admin', { input: { email: 'new@example.com', password: 'correct horse' } });
  const [product = ''] = await seedProducts(shop, [{ quantity: 1 }]);
  const run = async () => void (await db.update(products).set({ quantity: 5, name: 'Renamed' }).where(eq(products.id, product)));
  const worker = await startWorker(shop.connection, [{ name: 'rename', cron: '0 0 29 2 *', run }], SILENT_LOG, { pollSeconds: 0.5 });
  try {
    await expect.poll(async () => (await listRows()).at(-1)?.actorName, { timeout: 20_000 }).toBe('rename');
  } finally {
    await worker.stop();
  }
  const rows = (await listRows()).map(({ action, actorKind, actorId, actorName, objectType }) => [
    action,
    objectType,
    actorKind,
    actorId ?? actorName,
  ]);
  expect(rows).toEqual([
    ['key_made', 'api-key', 'admin', id],
    ['created', 'category', 'key', keys[0]?._id],
    ['created', 'account', 'command', 'admin'],
    ['role_changed', 'account', 'command', 'admin'],
    ['updated', 'product', 'job', 'rename'],
  ]);
  expect(Object.keys((await listRows()).at(-1)?.changes ?? {})).toEqual(['name']);
});

test('[AUDIT-3] customers leave no row when they shop or change their account; a reset password is a security event', async () => {
  await shop.call(register, { body: ada });
  const { token, user } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  await shop.call(updateProfile, { token, body: { name: 'Ada L', phone: ada.phone, address: ada.address } });
  const [mug = ''] = await seedProducts(shop, [{ quantity: 3 }]);
  const { body } = await shop.checkOut(token, [mug]);
  await shop.pay(body.url);
  expect(await shop.readOrderStatus(token, body.order)).toBe('paid');
  expect(await listRows()).toEqual([]);
  await shop.call(resetPassword, { body: { email: ada.email, answer: ada.answer, newPassword: 'a longer horse' } });
  expect(await listRows()).toMatchObject([
    { kind: 'security', action: 'password_changed', actorKind: 'nobody', objectId: user._id, personal: { network: '127.0.0.1' } },
  ]);
});

test('[AUDIT-4] no secret is in the log, and personal data is kept separately', async () => {
  const { token } = await signUpOwner();
  const { key } = (await shop.call(createApiKey, { token, body: { name: 'Books', scopes: ['read'] } })).body;
  const input = { url: 'https://hooks.example/', description: '', events: ['order.paid' as const], isEnabled: true };
  const { secret } = (await shop.call(createWebhookEndpoint, { token, body: input })).body;
  await act({ kind: 'command', name: 'test' }, () => loadAccountSecret(db));
  await act({ kind: 'command', name: 'test' }, () => shop.call(register, { body: ada }));
  const customer = await shop.signUp();
  const [mug = ''] = await seedProducts(shop, [{ quantity: 3 }]);
  const { body } = await shop.checkOut(customer.token, [mug]);
  await shop.pay(body.url);
  await shop.call(addOrderNote, { token, params: { id: body.order }, body: { audience: 'team', text: 'For Zoë' } });
  const { rows } = (await db.execute(
    sql`select value ->> 'secret' as secret from settings where key like 'private:%secret'`,
  )) as unknown as {
    rows: { secret: string }[];
  };
  const log = JSON.stringify(await listRows());
  for (const it of [key, secret, ada.password, ...rows.map((row) => row.secret)]) {
    expect(it).toMatch(/.{8}/);
    expect(log).not.toContain(it);
  }
  const note = (await listRows()).find(({ part }) => part === 'note');
  expect(note).toMatchObject({ changes: { text: { hidden: 'personal' } }, personal: { changes: { text: { after: 'For Zoë' } } } });
});

test('[AUDIT-1] [RUN-6] [RUN-14] verify can run as a command, where each transaction begins with the name of who runs it', async () => {
  await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  expect(await perform(shop.deps, 'verify', { input: {} })).toEqual([]);
});

test('[AUDIT-2] a name with any characters appears unchanged in its rows', async () => {
  const name = `O'Hara's "key" \\ '; drop table audit_log; --\n\u{1f600} \\'`;
  const [product = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250 }]);
  await db.delete(auditLog);
  await act({ kind: 'command', name }, () => db.update(products).set({ priceCents: 1300 }).where(eq(products.id, product)));
  expect(await listRows()).toMatchObject([{ actorKind: 'command', actorName: name, objectId: product }]);
});
