/** Random walks of orders that are paid by hand: whatever the team, the customer and the clock do, and in which order, the books stay true. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { CASH_ID, orderByHand, TRANSFER_ID } from '../../../../../tests/support/payment-methods.ts';
import { SECOND } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import { cancelOwnOrder, endCheckout } from '../checkout/end-checkout.service.ts';
import { expireOrders } from '../checkout/expire-orders.service.ts';
import { advanceOrder, readAnyOrder } from '../lifecycle/order.service.ts';
import { refundOrder } from '../refunds/refund.service.ts';
import { shipOrder } from '../shipping/ship-orders.service.ts';
import { bookPayment } from './book-payment.service.ts';

const shop = await openShopWithPayments();
const { deps } = shop;
const LOG = { error: (...args: unknown[]) => console.error(...args) };

const amount = fc.integer({ min: 1, max: 2000 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('book' as const), amount, surplus: fc.boolean(), reopens: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('all' as const), surplus: fc.boolean(), reopens: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refund' as const), amount, isExtra: fc.boolean(), restock: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constantFrom(...(['ship', 'deliver', 'end', 'cancel', 'expire'] as const).map((act) => ({ act }))) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Walker {
  id: string;
  userId: string;
  admin: { id: string; name: string };
}

async function take({ id, userId, admin }: Walker, taken: Step): Promise<unknown> {
  const order = await readAnyOrder(deps.db, id);
  switch (taken.act) {
    case 'book':
    case 'all': {
      const amountCents = taken.act === 'all' ? Math.round(order.total * 100) : taken.amount;
      return bookPayment(deps, admin, id, { amountCents, note: '', booksSurplus: taken.surplus, reopens: taken.reopens });
    }
    case 'refund': {
      const extra = taken.isExtra ? order.payments.find((it) => it.extra)?._id : undefined;
      const input = { amountCents: taken.amount, reason: 'Walk', restock: taken.restock, payment: extra };
      return refundOrder(deps, admin, id, input);
    }
    case 'ship':
      return shipOrder(deps, admin, id, { carrier: 'UPS', tracking: '' });
    case 'deliver':
      return advanceOrder(deps, admin, id, 'deliver', 'Delivered');
    case 'end':
      return endCheckout(deps, admin, id);
    case 'cancel':
      return cancelOwnOrder(deps, { userId }, 'Ada', id);
    case 'expire':
      await deps.db.execute(sql`update orders set expires_at = now() - interval '1 day' where id = ${id} and status = 'pending'`);
      return expireOrders(deps, LOG);
  }
}

/** A refusal is an answer; anything else is a failure. */
async function attempt(walker: Walker, taken: Step): Promise<void> {
  try {
    await take(walker, taken);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') throw error;
  }
}

test.each([
  ['by transfer', TRANSFER_ID],
  ['on delivery', CASH_ID],
])(
  '[PAYWAY-10] an order that is paid %s stays true, whatever happens to it and in which order, also two at once',
  async (_name, method) => {
    const { id: userId } = await shop.signUp();
    const admin = { id: userId, name: 'Ada' };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), fc.integer({ min: 0, max: 9 }), async (steps, at) => {
        const { order: id, userId } = await orderByHand(shop, method);
        const walker = { id, userId, admin };
        for (const [index, taken] of steps.entries()) {
          const next = steps[index + 1];
          if (index === at && next) await Promise.all([attempt(walker, taken), attempt(walker, next)]);
          else await attempt(walker, taken);
        }
        expect(await shop.listFindings()).toEqual([]);
        const { payments } = await readAnyOrder(deps.db, id);
        expect(payments.filter((it) => it.refunded > it.amount)).toEqual([]);
      }),
      { numRuns: process.env.FULL ? 100 : 6, endOnFailure: true },
    );
  },
  120 * SECOND,
);
