/** Every call of the contract by which the team changes something, made once: each leaves a row that names who, what and by which request. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, startPayment } from '../../../../../tests/support/checkout.ts';
import { CONNECTION_CHANGES } from '../../../../../tests/support/connections.ts';
import { buyAsGuest } from '../../../../../tests/support/guests.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { orderByHand } from '../../../../../tests/support/payment-methods.ts';
import { TAX, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { registerWithFactor } from '../../../../../tests/support/second-factor.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { DEFAULT_INVOICE_SETTINGS } from '../../../../contract/documents.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { requestOrderChange } from '../../../../contract/order.ts';
import { listRedirects } from '../../../../contract/redirect.ts';
import { readShopDetails } from '../../../../contract/shop-details.ts';
import { listTeam } from '../../../../contract/team.ts';
import { endpoints, getOperationId } from '../../../platform/http/route.ts';
import { checkImports } from '../../catalog/import/runs/check-imports.ts';
import { users } from '../../database/schema/account.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { customers } from '../../database/schema/customer.ts';
import { emails, MAX_ATTEMPTS, webhookDeliveries } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { IMPORT_WORK } from '../../imports/import-kinds.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** They only read: what they are asked is too long for a URL, or asks Stripe or the shop's own pages. */
const READING =
  'previewBulkEdit previewCollection findOrdersByNumber listPickedProducts previewText previewEmail checkPayments checkPaypal readStatement checkLaw'.split(
    ' ',
  );
/** They change no setting: the email in the list of emails shows who it went to, what an owner tries isn't saved, and feeds are made by a job. */
const SENDING = ['sendTestEmail', 'testEmailConnection', 'resendOrderDownloads', 'renewFeeds'];
/** connection-changes.test.ts makes the changes of connections, and imports/customers.test.ts, whose shop emails links, this call. */
const LEFT_OUT = [...READING, ...SENDING, ...CONNECTION_CHANGES, 'inviteImportedCustomers'];

const changing = endpoints.filter(
  (it) => it.method !== 'GET' && !['public', 'guest', 'user'].includes(it.access) && !LEFT_OUT.includes(getOperationId(it)),
);
const byName = new Map(changing.map((it) => [getOperationId(it), it]));

function getEndpoint(name: string): Endpoint {
  const found = byName.get(name);
  if (!found) throw new Error(`${name} is no call by which the team changes something`);
  return found;
}

const PAGE = { title: 'Care', slug: 'care', text: 'Wash cold.', status: 'published', inFooter: true, footerPosition: 1, description: '' };
const CODE = {
  kind: 'percent',
  value: 10,
  startsAt: null,
  endsAt: null,
  minimum: 0,
  categories: [],
  products: [],
  maxUses: null,
  maxUsesPerCustomer: null,
};
const SHIPMENT = { carrier: 'UPS', tracking: '1Z' };
const WEBHOOK = { url: 'https://hooks.example/orders', description: '', events: ['order.paid'], isEnabled: true };

/** `path`: names, and places in lists. */
function getId(answer: unknown, ...path: (string | number)[]): string {
  const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer);
  if (typeof found !== 'string') throw new Error(`the answer has no ${path.join('.')}`);
  return found;
}

test('[AUDIT-1] each call that changes something for the team leaves a row with who, what and which request, in the same transaction', async () => {
  const { token, id: owner } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const done = new Set<string>();
  const call = async (
    name: string,
    request: { params?: object; query?: object; body?: unknown; headers?: Record<string, string> },
    type: string,
  ) => {
    const requestId = `call-${name}-${done.size}`;
    const headers = { 'x-request-id': requestId, ...request.headers };
    const { status, body } = await shop.call(getEndpoint(name), {
      token,
      ...request,
      params: request.params as never,
      query: request.query as never,
      headers,
    });
    expect(`${name} ${status} ${status === 200 ? '' : JSON.stringify(body)}`).toBe(`${name} 200 `);
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.requestId, requestId), eq(auditLog.objectType, type)))
      .orderBy(asc(auditLog.id));
    expect(rows.length, `${name} left no row of a ${type}`).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ actorKind: 'admin', actorId: owner, actorName: null });
      expect(row.personal).toMatchObject({ network: '127.0.0.1' });
    }
    done.add(name);
    return body as unknown;
  };
  const form = async (fields: Record<string, string>) => makeMultipartForm(fields, await makeImage());

  // Catalog.
  const category = getId(await call('createCategory', { body: { name: 'Tea' } }, 'category'), 'category', '_id');
  await call('updateCategory', { params: { id: category }, body: { name: 'Teas' } }, 'category');
  const parent = getId(await call('createCategory', { body: { name: 'Drinks' } }, 'category'), 'category', '_id');
  await call('moveCategory', { params: { id: category }, body: { parent } }, 'category');
  const tea = { name: 'Tea', description: 'Green.', price: '4.50', quantity: '7', category, shipping: '1' };
  const product = getId(await call('createProduct', await form(tea), 'product'), 'product', '_id');
  const params = { id: product };
  await call('updateProduct', { params, body: { price: 5 } }, 'product');
  await call('replaceProductImage', { params, ...(await form({})) }, 'product');
  await call('uploadImage', await form({}), 'image');
  const define = async (owner: string, key: string) =>
    getId(await call('createCustomField', { body: { owner, key, name: key } }, 'custom-field'), 'field', '_id');
  const first = await define('order', 'gift');
  const second = await define('order', 'courier');
  await define('customer', 'size');
  await call('updateCustomField', { params: { id: first }, body: { help: 'Wrapped' } }, 'custom-field');
  await call('orderCustomFields', { body: { owner: 'order', ids: [second, first] } }, 'custom-field');
  const sheet = { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('sheet') };
  await call('uploadFieldFile', { query: { name: 'Sizes.pdf' }, ...sheet }, 'file');
  await call('deleteCustomField', { params: { id: second } }, 'custom-field');
  const copy = getId(await call('duplicateProduct', { params }, 'product'), 'product', '_id');
  await call('deleteProduct', { params: { id: copy } }, 'product');
  const change = { field: 'stock', by: 'set', value: 3 };
  const edit = getId(await call('startBulkEdit', { body: { id: randomUUID(), ids: [product], change } }, 'bulk-edit'), 'edit', '_id');
  await expect.poll(async () => shop.readStock(product)).toBe(3);
  await call('undoBulkEdit', { params: { id: edit } }, 'bulk-edit');
  await expect.poll(async () => shop.readStock(product)).toBe(7);
  const ofProduct = { params: { product } };
  const file = getId(await call('createDownload', { ...ofProduct, body: { name: 'Teas.pdf', bytes: 3 } }, 'product'), 'file', '_id');
  const bytes = { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('tea') };
  await call('uploadDownloadPiece', { params: { id: file, piece: 0 }, ...bytes }, 'product');
  await call('updateDownload', { params: { id: file }, body: { name: 'Tea.pdf' } }, 'product');
  const keys = getId(await call('createKeyList', { ...ofProduct, body: {} }, 'product'), 'keyList', '_id');
  await call('addLicenseKeys', { params: { id: keys }, body: { keys: 'TEA-1' } }, 'product');
  await call('updateKeyList', { params: { id: keys }, body: { lowAt: 3 } }, 'product');
  const { id: reader } = await buyAsGuest(shop, [product]);
  await call('renewOrderDownloads', { params: { id: reader } }, 'order');
  await call('deleteDownload', { params: { id: file } }, 'product');
  await call('deleteKeyList', { params: { id: keys } }, 'product');
  await call('updateDownloadLimits', { body: { downloads: 3, days: null } }, 'setting');
  const upload = { query: { fileName: 'teas.csv' }, headers: { 'content-type': 'text/csv' }, body: Buffer.from('sku,price\nA,1') };
  const teas = { id: getId(await call('uploadProductImport', upload, 'product-import'), 'import', '_id') };
  const choices = { format: 'products', match: 'auto', replacesImages: false, createsCategories: true, imageHosts: [] };
  await call('updateProductImport', { params: teas, body: choices }, 'product-import');
  await checkImports(shop.deps, IMPORT_WORK, new AbortController().signal);
  await call('startProductImport', { params: teas }, 'product-import');
  await call('cancelProductImport', { params: teas }, 'product-import');
  const brand = getId(await call('createBrand', { body: { name: 'Leaf' } }, 'brand'), 'brand', '_id');
  await call('updateBrand', { params: { id: brand }, body: { name: 'Leaf & Co' } }, 'brand');
  const other = getId(await call('createBrand', { body: { name: 'Leaves' } }, 'brand'), 'brand', '_id');
  await call('mergeBrand', { params: { id: other }, body: { into: brand } }, 'brand');
  await call('deleteBrand', { params: { id: brand } }, 'brand');
  const maker = { role: 'manufacturer', name: 'Leaf Works', address: 'Row 1', country: 'JP', website: 'https://leaf.example' };
  const contact = { id: getId(await call('createSafetyContact', { body: maker }, 'safety-contact'), 'contact', '_id') };
  await call('updateSafetyContact', { params: contact, body: { ...maker, address: 'Row 2' } }, 'safety-contact');
  await call('deleteSafetyContact', { params: contact }, 'safety-contact');
  await call('updateLocalFees', { body: { fees: [] } }, 'setting');
  await call('updatePriceNotes', { body: { lowestPrice: true, taxAndShipping: true, shippingPage: '' } }, 'setting');
  await call('updateLawMarkets', { body: { markets: ['EU'] } }, 'setting');
  await call('createLegalTexts', {}, 'page');
  await call('updateGuaranteeSettings', { body: { isOn: false, files: [] } }, 'setting');
  await call('updateCategoryPins', { params: { id: category }, body: { products: [product] } }, 'category');
  await call('updateSearchPins', { body: { searches: [{ words: 'tea', products: [product] }] } }, 'setting');
  const collection = { id: getId(await call('createCollection', { body: { title: 'Picks' } }, 'collection'), 'collection', '_id') };
  await call('updateCollection', { params: collection, body: { title: 'Our picks' } }, 'collection');
  await call('addToCollection', { params: collection, body: { products: [product] } }, 'collection');
  await call('deleteCollection', { params: collection }, 'collection');
  const empty = getId(await call('createCategory', { body: { name: 'Empty' } }, 'category'), 'category', '_id');
  await call('deleteCategory', { params: { id: empty } }, 'category');

  // Orders.
  const buy = async () => {
    const payment = await startPayment(shop);
    await shop.pay(payment.url);
    return { ...payment, params: { id: payment.order } };
  };
  const bought = await buy();
  await call('changeBilling', { params: bought.params, body: { company: 'Tea Ltd' } }, 'order');
  await call('changeOrderFields', { params: bought.params, body: { customFields: { gift: 'Yes' } } }, 'order');
  await call('addOrderNote', { params: bought.params, body: { audience: 'team', text: 'A gift' } }, 'order');
  const ask = { token: bought.token, params: bought.params, body: { kind: 'cancel', reason: 'Late' } };
  const request = (await shop.call(requestOrderChange, ask)).body.order.request?._id;
  await call('declineOrderRequest', { params: bought.params, body: { request, answer: 'It is packed' } }, 'order');
  await call('shipOrder', { params: bought.params, body: SHIPMENT }, 'order');
  await call('deliverOrder', { params: bought.params }, 'order');
  await call('refundOrder', { params: bought.params, body: { amount: 1, reason: 'Kind', restock: false } }, 'order');
  await call('shipOrders', { body: { shipments: [{ order: (await buy()).order, ...SHIPMENT }] } }, 'order');
  const delayed = await buy();
  await db.update(orders).set({ needsShipping: true }).where(eq(orders.id, delayed.order));
  await call('delayOrders', { body: { orders: [delayed.order], day: null } }, 'order');
  await call('endCheckout', { params: { id: (await startPayment(shop)).order } }, 'order');
  const [late = ''] = await seedProducts(shop, [{ name: 'Late', quantity: 1 }]);
  const review = await shop.signUp().then((it) => shop.checkOut(it.token, [late]));
  await shop.sendPaymentEvent({ session: review.body.id, reference: review.body.order, amount: 1 });
  await call('acceptOrder', { params: { id: review.body.order }, body: { why: 'The rest came by post' } }, 'order');

  const byHand = async () => {
    const { order } = await orderByHand(shop);
    return { id: order };
  };
  await call('bookPayment', { params: await byHand(), body: { amount: 5, note: 'By transfer' } }, 'order');
  const line = { key: 'line-00001', order: (await byHand()).id, amount: 12.5, currency: 'USD' };
  await call('bookStatement', { body: { lines: [line] } }, 'order');

  await call('startTestOrders', {}, 'account');
  const tried = async () => ({ id: (await shop.checkOut(token, [late])).body.order });
  await call('deleteTestOrder', { params: await tried() }, 'order');
  await tried();
  await call('deleteTestOrders', {}, 'order');
  await call('endTestOrders', {}, 'account');
  await buyAsGuest(shop, await seedProducts(shop, [{ quantity: 1 }]));

  // Prices, words and settings.
  const code = getId(await call('createDiscountCode', { body: { code: 'SPRING', ...CODE } }, 'discount-code'), 'code', '_id');
  await call('updateDiscountCode', { params: { id: code }, body: { ...CODE, value: 20 } }, 'discount-code');
  await call('endDiscountCode', { params: { id: code } }, 'discount-code');
  await call('updateShippingSettings', { body: ZONES }, 'setting');
  await call('updateTaxSettings', { body: TAX }, 'setting');
  await call('updatePaymentMethods', { body: { methods: [{ kind: 'in_shop', name: 'At the counter', isOn: true }] } }, 'setting');
  await call('updateSettings', { body: { priceRanges: [[0, 10]], quickAdd: true } }, 'setting');
  const { logo: _logo, ...details } = (await shop.call(readShopDetails, { token })).body.shop;
  await call('updateShopDetails', { body: { ...details, name: 'Tea & Sons', address: '1 Leaf Street', country: 'GB' } }, 'setting');
  await call('updateInvoiceSettings', { body: { ...DEFAULT_INVOICE_SETTINGS, isOn: true, vatId: 'GB1' } }, 'setting');
  await call('createInvoice', { params: bought.params }, 'order');
  await call('replaceLogo', await form({}), 'setting');
  await call('deleteLogo', {}, 'setting');
  await call('updateFeeds', { body: { isOn: false, country: 'DE' } }, 'setting');
  await call('updateNotifications', { body: { email: 'team@example.com', eachOrder: true, dailySummary: false } }, 'setting');
  await call('updateEmailSender', { body: { name: 'Tea & Sons', replyTo: 'help@shop.example' } }, 'setting');
  await call(
    'updateEmailWords',
    { params: { kind: 'order paid' }, body: { subject: 'Paid: {{order}}', opening: '', closing: '' } },
    'setting',
  );
  await call('updateSynonyms', { body: { groups: [['tea', 'chai']] } }, 'setting');
  await call('updateContentPage', { params: { name: 'about' }, body: { text: 'We sell tea.' } }, 'setting');
  await call('updateSetup', { body: { step: { name: 'shop', isSkipped: true } } }, 'setting');
  await call('dismissSetup', {}, 'setting');
  await call('updateOpening', { body: { isOpen: false } }, 'setting');
  await call('updateOpening', { body: { isOpen: true } }, 'setting');
  const page = getId(await call('createPage', { body: PAGE }, 'page'), 'page', '_id');
  await call('updateOrderTexts', { body: { pages: [PAGE.slug] } }, 'setting');
  await call('updatePage', { params: { id: page }, body: { ...PAGE, title: 'Caring' } }, 'page');
  await call('deletePage', { params: { id: page } }, 'page');
  const [deleted] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.objectId, page), eq(auditLog.action, 'deleted')));
  await call('restoreVersion', { params: { id: String(deleted?.id) }, body: { version: null } }, 'page');
  await call('addRedirects', { body: { text: '/old /new' } }, 'redirect');
  const redirect = (await shop.call(listRedirects, { token })).body.redirects[0]?._id;
  await call('deleteRedirect', { params: { id: redirect } }, 'redirect');

  // People.
  const customer = await shop.signUp();
  const account = { id: customer.id };
  const noted = await call('addCustomerNote', { params: account, body: { text: 'Calls often' } }, 'account');
  await call('deleteCustomerNote', { params: { ...account, note: getId(noted, 'customer', 'notes', 0, '_id') } }, 'account');
  const about = await call('addNote', { params: account, body: { text: 'Pays at once' } }, 'account');
  await call('deleteNote', { params: { ...account, note: getId(about, 'customer', 'notes', 0, '_id') } }, 'account');
  await call('changeCustomerFields', { params: account, body: { customFields: { size: '42' } } }, 'account');
  await call('tagCustomers', { body: { ids: [customer.id], add: ['VIP'] } }, 'account');
  await db.update(customers).set({ consentAt: shop.deps.now() }).where(eq(customers.id, customer.id));
  await call('endConsent', { params: account }, 'account');
  const [guest] = await db.select().from(customers).where(eq(customers.kind, 'guest'));
  await call('addNote', { params: { id: guest?.id }, body: { text: 'Waits' } }, 'account');
  await call('eraseGuest', { params: { id: guest?.id } }, 'order');
  const view = { name: 'Regulars', query: 'orders=2', columns: null };
  const saved = getId(await call('createSavedView', { body: { list: 'customers', isShared: true, ...view } }, 'saved-view'), 'view', '_id');
  await call('updateSavedView', { params: { id: saved }, body: { name: 'Regular customers' } }, 'saved-view');
  await call('deleteSavedView', { params: { id: saved } }, 'saved-view');
  await call('adjustCustomerCredit', { params: account, body: { amount: 5, reason: 'Sorry' } }, 'balance');
  const issued = await call('issueGiftCard', { body: { amount: 25, reason: 'A prize', recipientEmail: 'ada@example.com' } }, 'balance');
  const card = { id: getId(issued, 'card', '_id') };
  await call('showGiftCardCode', { params: card }, 'balance');
  await call('adjustGiftCard', { params: card, body: { amount: -5, reason: 'Spent in the shop' } }, 'balance');
  await call('changeGiftCard', { params: card, body: { isDisabled: true } }, 'balance');
  await call('sendGiftCard', { params: card, body: { email: 'grace@example.com' } }, 'balance');
  await call('endUserSessions', { params: account }, 'account');
  await call('disableCustomer', { params: account }, 'account');
  await call('enableCustomer', { params: account }, 'account');
  await call('eraseCustomer', { params: account }, 'account');
  const { id: secured } = await registerWithFactor(shop);
  await call('removeSecondFactor', { params: { id: secured } }, 'account');
  await db.update(users).set({ role: 1, teamRole: 'staff' }).where(eq(users.id, secured));
  await call('changeTeamRole', { params: { id: secured }, body: { role: 'read-only' } }, 'account');
  await call('removeTeamMember', { params: { id: secured } }, 'account');
  const invited = { body: { email: 'new@example.com', role: 'staff' } };
  const invitation = getId(await call('inviteToTeam', invited, 'invitation'), 'invitations', 0, '_id');
  await call('resendInvitation', { params: { id: invitation } }, 'invitation');
  const again = (await shop.call(listTeam, { token })).body.invitations[0]?._id;
  await call('revokeInvitation', { params: { id: again } }, 'invitation');

  // Programs.
  const key = getId(await call('createApiKey', { body: { name: 'Books', scopes: ['read'] } }, 'api-key'), 'keys', 0, '_id');
  await call('endApiKey', { params: { id: key } }, 'api-key');
  const webhook = { id: getId(await call('createWebhookEndpoint', { body: WEBHOOK }, 'webhook'), 'endpoint', '_id') };
  await call('updateWebhookEndpoint', { params: webhook, body: { ...WEBHOOK, description: 'Books' } }, 'webhook');
  await call('rotateWebhookSecret', { params: webhook }, 'webhook');
  await call('deleteWebhookEndpoint', { params: webhook }, 'webhook');
  const { id: endpoint } = await addTestEndpoint(db);
  const delivery = getId(await call('sendTestEvent', { params: { id: endpoint } }, 'webhook'), 'delivery', '_id');
  await db.update(webhookDeliveries).set({ state: 'failed' });
  await call('resendWebhookDelivery', { params: { id: delivery } }, 'webhook');
  await db.update(webhookDeliveries).set({ state: 'failed' });
  await call('resendFailedDeliveries', { body: { endpoint } }, 'webhook');

  // Emails.
  const failEmails = () =>
    db.update(emails).set({ sentAt: null, attempts: MAX_ATTEMPTS, lastError: 'Failed' }).returning({ id: emails.id });
  const [failed] = await failEmails();
  await call('resendEmail', { params: { id: failed?.id } }, 'email');
  await failEmails();
  await call('resendFailedEmails', {}, 'email');

  expect([...done].toSorted()).toEqual([...byName.keys()].toSorted());
});
