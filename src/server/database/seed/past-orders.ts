/** Invents what demo shoppers bought in the last sixty days: the same for the same goods, so that nothing depends on luck. */
import { randomUUID } from 'node:crypto';
import type { DemoProduct, NewOrderLine, PastOrder } from './seed.repository.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const HELD_FOR = HOUR / 2;
const OTHERS_ORDERS = 60;
/** Days from the order until it was sent, and until it was there. */
const SENT_AFTER = 3;
const THERE_AFTER = 7;
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
function repeatable(seed: number): Random {
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
function pickProducts(random: Random, goods: readonly DemoProduct[], count: number): DemoProduct[] {
  const left = [...goods];
  const picked: DemoProduct[] = [];
  while (picked.length < count && left.length) {
    const weights = left.map((it) => 1 / Math.sqrt(it.priceCents + 100));
    let at = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => {
      at -= weight;
      return at <= 0;
    });
    picked.push(...left.splice(Math.max(0, found), 1));
  }
  return picked;
}

function pickQuantity(random: Random): number {
  const chance = random();
  if (chance < 0.82) return 1;
  return chance < 0.96 ? 2 : 3;
}

interface Occasion {
  shopper: Shopper;
  status: Outcome;
  /** Days ago. */
  age: number;
}

function listOccasions(random: Random, own: Shopper, others: readonly Shopper[]): Occasion[] {
  const occasions: Occasion[] = OWN_ORDERS.map((it) => ({ ...it, shopper: own }));
  while (occasions.length < OWN_ORDERS.length + OTHERS_ORDERS) {
    // More of them lately: the shop is growing.
    const age = 0.1 + 57 * random() ** 1.35;
    const known = others.filter((it) => it.joined > age);
    const shopper = known[Math.floor(random() * known.length)];
    if (shopper) occasions.push({ shopper, status: pickStatus(random), age });
  }
  return occasions.sort((a, b) => b.age - a.age);
}

/** How far an order has come that was paid so many days ago. */
function progressOf(age: number): 'paid' | 'shipped' | 'delivered' {
  if (age > THERE_AFTER) return 'delivered';
  return age > SENT_AFTER ? 'shipped' : 'paid';
}

/** Oldest first; with each order the times at which it was sent and there. `others` must hold somebody who joined 58 days ago or earlier. */
export function inventOrders(
  goods: readonly DemoProduct[],
  own: Shopper,
  others: readonly Shopper[],
  now: Date,
): { orders: PastOrder[]; lines: NewOrderLine[] } {
  const random = repeatable(2);
  const lines: NewOrderLine[] = [];
  const orders = listOccasions(random, own, others).map(({ shopper, status: outcome, age }): PastOrder => {
    const isPaid = outcome === 'paid';
    const status = isPaid ? progressOf(age) : outcome;
    const id = randomUUID();
    const bought = pickProducts(random, goods, 1 + Math.floor(random() ** 1.6 * 4)).map((it, position) => ({
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
    const isSent = status === 'shipped' || status === 'delivered';
    return {
      id,
      userId: shopper.id,
      status,
      stock: isPaid ? 'sold' : 'none',
      totalCents: bought.reduce((sum, it) => sum + it.priceCents * it.quantity, 0),
      address: shopper.address,
      provider: 'demo',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + HELD_FOR),
      paidAt: isPaid ? new Date(createdAt.getTime() + Math.round(40 + random() * 200) * SECOND) : null,
      carrier: isSent ? 'Parcel Post' : null,
      tracking: isSent ? `PP${Math.floor(createdAt.getTime() / SECOND)}` : null,
      shippedAt: isSent ? daysLater(SENT_AFTER) : null,
      deliveredAt: status === 'delivered' ? daysLater(THERE_AFTER) : null,
    };
  });
  return { orders, lines };
}
