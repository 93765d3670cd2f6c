/** The state of a chaos run, and the customers and products that it starts with. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Random } from '../platform/secrets/random.ts';
import { createCategory } from '../shop/catalog/categories/category.repository.ts';
import { createProduct } from '../shop/catalog/products/product.repository.ts';
import type { ChaosProvider } from '../shop/payments/demo/unreliable-provider.ts';
import { createUser } from '../shop/team/login/user.repository.ts';
import { createSession } from '../shop/team/sessions/auth-session.ts';

const PRODUCT_COUNT = 12;

export interface ChaosContext {
  app: FastifyInstance;
  deps: Deps;
  provider: ChaosProvider;
  random: Random;
  customerTokens: string[];
  adminToken: string;
  productIds: string[];
  /** Checkout sessions that were paid at the provider, and their orders. */
  paidSessions: Map<string, string>;
  /** Responses of 5xx that no injected failure explains. */
  serverErrors: string[];
  counts: { opened: number; refused: number };
  advanceClock: (ms: number) => void;
}

export async function createLoggedInUser(db: Database, role: 0 | 1): Promise<string> {
  const id = randomUUID();
  const profile = { name: `Person ${id.slice(0, 4)}`, email: `${id}@example.com`, phone: '1', address: '1 Market Street' };
  // Nobody logs in with a password: sessions are created directly, which saves hashing.
  await createUser(db, { id, ...profile, passwordHash: '-', answerHash: '-', role });
  return createSession(db, id, new Date());
}

export async function createProducts(db: Database, random: Random, now: Date): Promise<string[]> {
  const categoryId = randomUUID();
  await createCategory(db, { id: categoryId, name: 'Goods', slug: 'goods' });
  const productIds: string[] = [];
  for (let n = 0; n < PRODUCT_COUNT; n += 1) {
    const id = randomUUID();
    const priceCents = 100 + Math.floor(random() * 20_000);
    const row = {
      id,
      name: `Thing ${n}`,
      slug: `thing-${n}`,
      description: 'A thing.',
      priceCents,
      quantity: 10 + Math.floor(random() * 60),
    };
    const product = { ...row, categoryId, imageId: id.replaceAll('-', ''), createdAt: now, updatedAt: now };
    await db.transaction((tx) => createProduct(tx, product));
    productIds.push(id);
  }
  return productIds;
}
