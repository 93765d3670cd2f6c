/** Generates the orders of the demo's last sixty days from a seeded random generator: the same products give the same orders. */
import { randomUUID } from 'node:crypto';
import { estimateDelivery } from '../../../contract/estimated-delivery.ts';
import { DAY, MINUTE, SECOND } from '../../../contract/values.ts';
import { type Random, seededRandom } from '../../platform/secrets/random.ts';
import type { DemoProduct, NewOrderLine, PastOrder } from './seed.repository.ts';

const OTHER_ORDER_COUNT = 60;
/** Days after the order. */
const SHIPPED_AFTER_DAYS = 3;
const DELIVERED_AFTER_DAYS = 7;
/** The orders of DEMO_CUSTOMER; `age` in days. */
const OWN_ORDERS = [
  { age: 51.3, status: 'paid' },
  { age: 33.6, status: 'cancelled' },
  { age: 17.2, status: 'paid' },
  { age: 2.1, status: 'paid' },
] as const;

export interface Customer {
  id: string;
  address: string;
  /** Days ago; no order is older. */
  joined: number;
}

type Outcome = 'paid' | 'cancelled' | 'expired';

function pickStatus(random: Random): Outcome {
  const chance = random();
  if (chance < 0.85) return 'paid';
  return chance < 0.93 ? 'cancelled' : 'expired';
}

/** Cheap products are bought more often than expensive ones. */
function pickProducts(random: Random, products: readonly DemoProduct[], count: number): DemoProduct[] {
  const remaining = [...products];
  const picked: DemoProduct[] = [];
  while (picked.length < count && remaining.length) {
    const weights = remaining.map((it) => 1 / Math.sqrt(it.priceCents + 100));
    let at = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => {
      at -= weight;
      return at <= 0;
    });
    picked.push(...remaining.splice(Math.max(0, found), 1));
  }
  return picked;
}

function pickQuantity(random: Random): number {
  const chance = random();
  if (chance < 0.82) return 1;
  return chance < 0.96 ? 2 : 3;
}

interface PlannedOrder {
  customer: Customer;
  status: Outcome;
  /** Days ago. */
  age: number;
}

function planOrders(random: Random, own: Customer, others: readonly Customer[]): PlannedOrder[] {
  const planned: PlannedOrder[] = OWN_ORDERS.map((it) => ({ ...it, customer: own }));
  while (planned.length < OWN_ORDERS.length + OTHER_ORDER_COUNT) {
    // The exponent makes recent orders more frequent: the demo's shop is growing.
    const age = 0.1 + 57 * random() ** 1.35;
    const existing = others.filter((it) => it.joined > age);
    const customer = existing[Math.floor(random() * existing.length)];
    if (customer) planned.push({ customer, status: pickStatus(random), age });
  }
  return planned.sort((a, b) => b.age - a.age);
}

/** `age`: days since it was paid. */
function toFulfillmentStatus(age: number): 'paid' | 'shipped' | 'delivered' {
  if (age > DELIVERED_AFTER_DAYS) return 'delivered';
  return age > SHIPPED_AFTER_DAYS ? 'shipped' : 'paid';
}

/** Oldest first. One of `others` must have joined at least 58 days ago, because the oldest order looks for a customer until it finds one. */
export function generateOrders(
  products: readonly DemoProduct[],
  own: Customer,
  others: readonly Customer[],
  now: Date,
): { orders: PastOrder[]; lines: NewOrderLine[] } {
  // Of the seeds tried, one that gives every status and a growing revenue.
  const random = seededRandom(4);
  const lines: NewOrderLine[] = [];
  const orders = planOrders(random, own, others).map(({ customer, status: outcome, age }): PastOrder => {
    const isPaid = outcome === 'paid';
    const status = isPaid ? toFulfillmentStatus(age) : outcome;
    const id = randomUUID();
    const bought = pickProducts(random, products, 1 + Math.floor(random() ** 1.6 * 4)).map((it, position) => ({
      orderId: id,
      position,
      productId: it.id,
      slug: it.slug,
      name: it.name,
      priceCents: it.priceCents,
      imageId: it.imageId,
      sku: it.sku,
      quantity: pickQuantity(random),
    }));
    lines.push(...bought);
    const createdAt = new Date(now.getTime() - Math.round(age * DAY));
    const daysLater = (days: number) => new Date(createdAt.getTime() + Math.round(days * DAY));
    // As the demo's free rate says (seed.ts).
    const delivery = estimateDelivery({ min: 3, max: 5 }, createdAt, 'UTC');
    const isShipped = status === 'shipped' || status === 'delivered';
    return {
      id,
      userId: customer.id,
      status,
      stock: isPaid ? 'sold' : 'none',
      totalCents: bought.reduce((sum, it) => sum + it.priceCents * it.quantity, 0),
      address: customer.address,
      provider: 'demo',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 15 * MINUTE),
      paidAt: isPaid ? new Date(createdAt.getTime() + Math.round(40 + random() * 200) * SECOND) : null,
      deliveryFrom: isPaid ? delivery.from : null,
      deliveryTo: isPaid ? delivery.to : null,
      carrier: isShipped ? 'Parcel Post' : null,
      tracking: isShipped ? `PP${Math.floor(createdAt.getTime() / SECOND)}` : null,
      shippedAt: isShipped ? daysLater(SHIPPED_AFTER_DAYS) : null,
      deliveredAt: status === 'delivered' ? daysLater(DELIVERED_AFTER_DAYS) : null,
    };
  });
  return { orders, lines };
}
