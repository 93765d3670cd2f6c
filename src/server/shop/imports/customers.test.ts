import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listOutbox } from '../../../../tests/support/emails.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, toText } from '../../../../tests/support/product-imports.ts';
import { resetByLink } from '../../../contract/account-security.ts';
import { login } from '../../../contract/auth.ts';
import { exportCustomers, listCustomers, readCustomerDetails } from '../../../contract/customer.ts';
import { listOwnImportedOrders } from '../../../contract/imported-order.ts';
import { inviteImportedCustomers } from '../../../contract/product-import.ts';
import { MINUTE } from '../../../contract/values.ts';
import { users } from '../database/schema/account.ts';
import { auditLog } from '../database/schema/audit.ts';
import { emails } from '../database/schema/messages.ts';
import { queueResetLink } from '../team/passwords/reset-link.service.ts';

const shop = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true, resetsByAnswer: false } }),
});

const SHOPIFY = [
  'First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
  'Mia,Berg,mia@example.com,yes,,Torstraße 1,,Berlin,,DE,10119,,+49 30 1234567,no,120.00,3,Likes blue,no,"VIP, Wholesale"',
  'Ola,Dahl,OLA@example.com,no,,,,,,,,,,no,0.00,0,,no,',
  ',,,no,,,,,,,,,,no,0.00,0,,no,',
].join('\n');

const ORDERS = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
  '#1001,mia@example.com,paid,2024-05-01 10:00:00 +0200,fulfilled,EUR,30.00,5.00,0.00,35.00,2024-05-01 10:00:00 +0200,2,Mug,15.00,M-1',
  '#1002,zoe@example.com,paid,2024-05-01 10:00:00 +0200,fulfilled,EUR,30.00,5.00,0.00,35.00,2024-05-01 10:00:00 +0200,2,Mug,15.00,M-1',
].join('\n');

const find = async (token: string, keyword: string) => (await shop.call(listCustomers, { token, query: { keyword } })).body.customers;

test('[MOVE-1] customers of Shopify come in as accounts without a password, with phone, address, tags, note and consent', async () => {
  const { importFile, token } = await openImporter(shop);
  const { import: done, errors } = await importFile(SHOPIFY);
  expect(done).toMatchObject({ kind: 'customers', format: 'shopify', created: 2, refused: 1, status: 'done', invitable: 2 });
  expect(errors).toEqual([{ row: 4, column: 'Email', name: '', reason: 'Email is required: customers are known by it' }]);
  const [mia] = await find(token, 'mia');
  expect(mia).toMatchObject({ kind: 'account', name: 'Mia Berg', phone: '+49 30 1234567', tags: ['VIP', 'Wholesale'] });
  expect(mia?.consentAt).not.toBeNull();
  const { customer } = (await shop.call(readCustomerDetails, { token, params: { id: String(mia?._id) } })).body;
  expect(customer.notes).toMatchObject([{ by: 'Ada', text: 'Likes blue' }]);
  const address = { recipient: 'Mia Berg', street: 'Torstraße 1', postcode: '10119', city: 'Berlin', country: 'DE', isDefault: true };
  expect(customer.account?.addresses).toMatchObject([address]);
  const again = await importFile(SHOPIFY);
  expect(again.import).toMatchObject({ created: 0, unchanged: 2 });
  expect(again.notices.map(({ name, reason }) => [name, reason])).toContainEqual([
    'mia@example.com',
    'is a customer here already: nothing of theirs is changed',
  ]);
});

test('[MOVE-2] an import touches no account that is there, in whatever case its email is written, and none of the team', async () => {
  const { importFile, token } = await openImporter(shop);
  await shop.signUp({ role: 1, name: 'Owner' });
  const [team] = await shop.deps.db.select().from(users).where(eq(users.name, 'Owner'));
  const customer = await shop.signUp({ name: 'Known' });
  const [known] = await shop.deps.db.select().from(users).where(eq(users.id, customer.id));
  const file = [
    'email,name,kind,consent,tags,user_pass,role',
    `${team?.email.toUpperCase()},Taken over,account,yes,x,$P$Bhash,owner`,
    `${known?.email.toUpperCase()},Other name,account,yes,x,$P$Bhash,owner`,
    'boss@elsewhere.example,Boss,team,yes,,$P$Bhash,owner',
    'new@example.com,=HYPERLINK("x"),guest,no,,$P$Bhash,owner',
    'NEW@example.com,Twice,guest,no,,,',
    'no-email,Nobody,account,no,,,',
  ].join('\n');
  const { import: done, errors } = await importFile(file);
  expect(done).toMatchObject({ kind: 'customers', created: 1, unchanged: 1, refused: 4 });
  expect(errors.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'email belongs to somebody of the team, whose account no import touches'],
    [4, 'kind says that this is somebody of the team: invite them on the page Team'],
    [6, 'NEW@example.com is already in row 5'],
    [7, 'email is no email address'],
  ]);
  // Not even the hash of a password is shown.
  expect(done.columns.find(({ title }) => title === 'user_pass')).toMatchObject({ field: null, example: '' });
  const rows = await shop.deps.db.select().from(users);
  expect(rows.find(({ id }) => id === team?.id)).toEqual(team);
  expect(rows.find(({ id }) => id === known?.id)).toEqual(known);
  const made = rows.find(({ email }) => email === 'new@example.com');
  expect(made).toMatchObject({ role: 0, teamRole: null, isEmailUnconfirmed: true, emailConfirmedAt: null });
  const file2 = toText(await shop.call(exportCustomers, { token }));
  expect(file2).toContain(`"'=HYPERLINK(""x"")"`);
});

test('[MOVE-3] customers claim their account by a link to their mailbox, and see their old orders only then', async () => {
  const { importFile } = await openImporter(shop);
  await importFile(SHOPIFY);
  await importFile(ORDERS);
  const person = { email: 'mia@example.com', password: 'battery staple' };
  expect((await shop.call(login, { body: person })).status).toBe(401);
  await queueResetLink(shop.deps, person.email);
  const sent = (await listOutbox(shop.deps.db)).find(({ kind }) => kind === 'reset password');
  const [, token = ''] = /#token=(\S+)/.exec(sent?.text ?? '') ?? [];
  expect((await shop.call(resetByLink, { body: { token, newPassword: person.password } })).status).toBe(200);
  const { token: session } = (await shop.call(login, { body: person })).body;
  const { orders } = (await shop.call(listOwnImportedOrders, { token: session })).body;
  expect(orders).toMatchObject([{ number: '#1001', total: 35, lines: [{ name: 'Mug', quantity: 2, price: 15 }] }]);
  // Whoever only says that an address is theirs gets nothing of it.
  const stranger = await shop.signUp({ email: 'zoe@example.com' });
  expect((await shop.call(listOwnImportedOrders, { token: stranger.token })).body.orders).toEqual([]);
});

test('[MOVE-4] [AUDIT-1] the merchant invites imported customers in one go: each once, twenty a minute, and nobody who set a password already', async () => {
  const { importFile, token, read } = await openImporter(shop);
  const rows = Array.from({ length: 45 }, (_, n) => `c${n}@example.com,Customer ${n},yes`);
  const { import: done } = await importFile(['email,name,consent', ...rows].join('\n'));
  await shop.deps.db.update(users).set({ emailConfirmedAt: shop.deps.now() }).where(eq(users.email, 'c7@example.com'));
  const invite = () => shop.call(inviteImportedCustomers, { token, params: { id: done._id } });
  const { invited, lastAt } = (await invite()).body;
  expect(invited).toBe(44);
  const queued = (await shop.deps.db.select().from(emails)).filter(({ kind }) => kind === 'account moved');
  expect(queued.map(({ recipient }) => recipient)).not.toContain('c7@example.com');
  const first = Math.min(...queued.map(({ nextAttemptAt }) => nextAttemptAt.getTime()));
  expect(Date.parse(lastAt ?? '') - first).toBe(2 * MINUTE);
  expect(queued.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() === first)).toHaveLength(20);
  expect((await invite()).body).toMatchObject({ invited: 0, lastAt: null });
  const told = await shop.deps.db.select().from(auditLog).where(eq(auditLog.action, 'invited'));
  expect(told).toMatchObject([
    {
      actorKind: 'admin',
      objectType: 'product-import',
      objectId: done._id,
      objectName: done.fileName,
      changes: { customers: { after: 44 } },
    },
  ]);
  expect((await read(done._id)).import.invitable).toBeUndefined();
});
