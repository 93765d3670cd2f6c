/** What a trading day (tests/support/trading-day.ts) leaves out: the team's lists and tools, guests, codes, addresses, requests, other programs. */
import { randomUUID } from 'node:crypto';
import { listUsers, readProfile, updateProfile } from '../../src/contract/account.ts';
import { createAddress, listAddresses } from '../../src/contract/address.ts';
import { createApiKey } from '../../src/contract/api-key.ts';
import { listAuditEntries } from '../../src/contract/audit.ts';
import { login, logout, register } from '../../src/contract/auth.ts';
import { startBulkEdit } from '../../src/contract/bulk-edit.ts';
import { priceCart } from '../../src/contract/cart.ts';
import { createDiscountCode } from '../../src/contract/discount-code.ts';
import { listEmails } from '../../src/contract/email.ts';
import { readGuestOrder } from '../../src/contract/guest-order.ts';
import { cancelOrder, requestOrderChange, startCheckout } from '../../src/contract/order.ts';
import { addOrderNote, declineOrderRequest, listAllOrders, readAnyOrder, refundOrder } from '../../src/contract/order-admin.ts';
import { deliverOrder } from '../../src/contract/order-shipping.ts';
import { readDashboardStats } from '../../src/contract/reports.ts';
import { createWebhookEndpoint } from '../../src/contract/webhook.ts';
import { call, makeRegistration } from '../../tests/e2e/support/api-client.ts';
import type { TradingDay } from '../../tests/support/trading-day.ts';

export interface Office {
  /** Of another program. */
  apiKey: string;
  code: string;
}

/** Once: what is set up for all days. Nobody listens at the endpoint, so each event is tried again. */
export async function setUpOffice(origin: string, adminToken: string): Promise<Office> {
  const token = adminToken;
  const { key: apiKey } = await call(origin, createApiKey, { token, body: { name: 'Stock of the warehouse', scopes: ['read', 'orders'] } });
  const code = 'WELCOME';
  const forAll = { startsAt: null, endsAt: null, minimum: 0, categories: [], products: [], maxUses: null, maxUsesPerCustomer: null };
  await call(origin, createDiscountCode, { token, body: { code, kind: 'percent', value: 10, ...forAll } });
  const events = ['order.paid', 'order.shipped', 'order.refunded'] as const;
  await call(origin, createWebhookEndpoint, {
    token,
    body: { url: 'https://receiver.invalid/hook', description: '', events: [...events], isEnabled: true },
  });
  return { apiKey, code };
}

/** An order with a code by somebody without an account, who looks at it by its link. */
async function buyAsGuest(origin: string, productId: string, code: string): Promise<void> {
  const products = [{ _id: productId }];
  await call(origin, priceCart, { body: { products, code } });
  const guest = { email: `${randomUUID().slice(0, 12)}@example.com`, name: 'Grace Guest', address: '3 Market Street' };
  const { order, signature } = await call(origin, startCheckout, { body: { guest, products, code } });
  if (!signature) throw new Error("the guest's order has no link");
  await call(origin, readGuestOrder, { params: { id: order }, body: { signature } });
}

async function askToReturn(origin: string, { adminToken, customerToken, orderId: id }: TradingDay): Promise<void> {
  const body = { kind: 'return', reason: 'Too small', lines: [{ line: 0, quantity: 1 }] } as const;
  const { order } = await call(origin, requestOrderChange, {
    token: customerToken,
    params: { id },
    body: { ...body, lines: [...body.lines] },
  });
  const request = order.request?._id;
  if (!request) throw new Error('the order has no request');
  await call(origin, declineOrderRequest, { token: adminToken, params: { id }, body: { request, answer: 'Worn' } });
}

export async function runOffice(origin: string, day: TradingDay, { apiKey, code }: Office): Promise<void> {
  const { adminToken, customerToken, product, orderId } = day;
  const asAdmin = { token: adminToken };
  const asCustomer = { token: customerToken };
  const params = { id: orderId };
  await call(origin, readDashboardStats, asAdmin);
  await call(origin, listAllOrders, asAdmin);
  await call(origin, listAllOrders, { ...asAdmin, query: { keyword: 'shopper' } });
  await call(origin, listAllOrders, { token: `Bearer ${apiKey}` });
  await call(origin, readAnyOrder, { ...asAdmin, params });
  await askToReturn(origin, day);
  await call(origin, deliverOrder, { ...asAdmin, params });
  await call(origin, addOrderNote, { ...asAdmin, params, body: { audience: 'team', text: 'Called back' } });
  await call(origin, refundOrder, { ...asAdmin, params, body: { amount: 10, reason: 'Scratched', restock: false } });
  await call(origin, startBulkEdit, {
    ...asAdmin,
    body: { id: randomUUID(), ids: [product._id], change: { field: 'stock', by: 'add', value: 5 } },
  });
  await call(origin, listUsers, asAdmin);
  await call(origin, listEmails, asAdmin);
  await call(origin, listAuditEntries, asAdmin);
  await buyAsGuest(origin, product._id, code);
  const home = { recipient: 'Ada', street: '1 Market Street', postcode: '12345', city: 'Springfield', region: 'NY', country: 'US' };
  await call(origin, createAddress, { ...asCustomer, body: home });
  await call(origin, listAddresses, asCustomer);
  const { order } = await call(origin, startCheckout, { ...asCustomer, body: { products: [{ _id: product._id }] } });
  await call(origin, cancelOrder, { ...asCustomer, params: { id: order } });
  const { user } = await call(origin, readProfile, asCustomer);
  await call(origin, updateProfile, {
    ...asCustomer,
    body: { name: user.name, email: user.email, password: '', address: '2 Market Street' },
  });
  // Who comes back.
  const registration = makeRegistration();
  await call(origin, register, { body: registration });
  const { token } = await call(origin, login, { body: { email: registration.email, password: registration.password } });
  await call(origin, logout, { token });
}
