/** Invents what demo shoppers bought in the last sixty days: the same for the same goods, so that nothing depends on luck. */
import { randomUUID } from 'node:crypto';
import type { DemoProduct, NewOrderLine, PastOrder } from './seed.repository.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const CHECKOUT_TTL = HOUR / 2;
const OTHER_ORDER_COUNT = 60;
/** Days from the order until it was sent, and until it was there. */
const SHIPPED_AFTER_DAYS = 3;
const DELIVERED_AFTER_DAYS = 7;
/** How many days ago the demo's own shopper ordered, and what became of it. */
const OWN_ORDERS = [
  { age: 51.3, status: 'paid' },
  { age: 33.6, status: 'cancelled' },
  { age: 17.2, status: 'paid' },
  { age: 2.1, status: 'paid' },
] as const;

export interface Shopper {
  id: string;
  address: string;
  /** Days ago: nobody orders before that. */
  joined: number;
}

type Random = () => number;

/** Numbers from 0 to 1 that are the same on every run (the generator mulberry32). */
function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Outcome = 'paid' | 'cancelled' | 'expired';

function pickStatus(random: Random): Outcome {
  const chance = random();
  if (chance < 0.85) return 'paid';
  return chance < 0.93 ? 'cancelled' : 'expired';
}

/** Cheap things are bought more often than dear ones. */
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
  shopper: Shopper;
  status: Outcome;
  /** Days ago. */
  age: number;
}

function planOrders(random: Random, own: Shopper, others: readonly Shopper[]): PlannedOrder[] {
  const planned: PlannedOrder[] = OWN_ORDERS.map((it) => ({ ...it, shopper: own }));
  while (planned.length < OWN_ORDERS.length + OTHER_ORDER_COUNT) {
    // More of them lately: the shop is growing.
    const age = 0.1 + 57 * random() ** 1.35;
    const known = others.filter((it) => it.joined > age);
    const shopper = known[Math.floor(random() * known.length)];
    if (shopper) planned.push({ shopper, status: pickStatus(random), age });
  }
  return planned.sort((a, b) => b.age - a.age);
}

/** How far an order has come that was paid so many days ago. */
function toFulfillmentStatus(age: number): 'paid' | 'shipped' | 'delivered' {
  if (age > DELIVERED_AFTER_DAYS) return 'delivered';
  return age > SHIPPED_AFTER_DAYS ? 'shipped' : 'paid';
}

/** Oldest first; with each order the times at which it was sent and there. `others` must hold somebody who joined 58 days ago or earlier. */
export function generateOrders(
  products: readonly DemoProduct[],
  own: Shopper,
  others: readonly Shopper[],
  now: Date,
): { orders: PastOrder[]; lines: NewOrderLine[] } {
  const random = seededRandom(2);
  const lines: NewOrderLine[] = [];
  const orders = planOrders(random, own, others).map(({ shopper, status: outcome, age }): PastOrder => {
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
      quantity: pickQuantity(random),
    }));
    lines.push(...bought);
    const createdAt = new Date(now.getTime() - Math.round(age * DAY));
    const daysLater = (days: number) => new Date(createdAt.getTime() + Math.round(days * DAY));
    const isShipped = status === 'shipped' || status === 'delivered';
    return {
      id,
      userId: shopper.id,
      status,
      stock: isPaid ? 'sold' : 'none',
      totalCents: bought.reduce((sum, it) => sum + it.priceCents * it.quantity, 0),
      address: shopper.address,
      provider: 'demo',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CHECKOUT_TTL),
      paidAt: isPaid ? new Date(createdAt.getTime() + Math.round(40 + random() * 200) * SECOND) : null,
      carrier: isShipped ? 'Parcel Post' : null,
      tracking: isShipped ? `PP${Math.floor(createdAt.getTime() / SECOND)}` : null,
      shippedAt: isShipped ? daysLater(SHIPPED_AFTER_DAYS) : null,
      deliveredAt: status === 'delivered' ? daysLater(DELIVERED_AFTER_DAYS) : null,
    };
  });
  return { orders, lines };
}
