/** Ways to pay, stored directly in the database, and orders that are paid by hand. */
import { startCheckout } from '../../src/contract/order.ts';
import type { PaymentMethodInput } from '../../src/contract/payment-method.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { settings } from '../../src/server/shop/database/schema/content.ts';
import { type ShopWithPayments, seedProducts } from './checkout.ts';

export const ONLINE_ID = '00000000-0000-4000-8000-000000000001';
export const TRANSFER_ID = '00000000-0000-4000-8000-000000000011';
export const CASH_ID = '00000000-0000-4000-8000-000000000012';
export const INVOICE_ID = '00000000-0000-4000-8000-000000000013';

export const ACCOUNT = { holder: 'Shop Ltd', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', details: '' };

type Stored = Omit<PaymentMethodInput, 'customers'> & { _id: string; customerIds?: string[] };

export const METHODS: Stored[] = [
  { _id: ONLINE_ID, kind: 'online', name: 'Card', isOn: true },
  { _id: TRANSFER_ID, kind: 'bank_transfer', name: 'Bank transfer', isOn: true, account: ACCOUNT, holdDays: 7 },
  { _id: CASH_ID, kind: 'cash_on_delivery', name: 'Cash on delivery', isOn: true, fee: 3.5 },
];

export async function saveMethods(db: Database, methods: Stored[] = METHODS): Promise<void> {
  const value = { methods };
  await db.insert(settings).values({ key: 'payment-methods', value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** A mug of $12.50, of which there are five, ordered by a new account. */
export async function orderByHand(shop: ShopWithPayments, payment: string = TRANSFER_ID) {
  await saveMethods(shop.deps.db);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const { token, id: userId } = await shop.signUp();
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], payment } });
  if (status !== 200) throw new Error(`the order wasn't placed: ${status} ${body.message}`);
  return { mug, token, userId, order: body.order, started: body };
}
