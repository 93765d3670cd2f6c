/** Endpoints on this machine, which the shop would refuse from an owner, and orders for events. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/contract/webhook.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { webhookEndpoints } from '../../src/server/shop/database/schema/messages.ts';
import { createSecret } from '../../src/server/shop/messages/webhooks/webhook-payload.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface TestEndpoint extends WebhookReceiver {
  id: string;
  secret: string;
}

/** Receives for the rest of the test. */
export async function addTestEndpoint(db: Database, events: readonly WebhookEvent[] = WEBHOOK_EVENTS): Promise<TestEndpoint> {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.close);
  const endpoint = { id: randomUUID(), secret: createSecret() };
  const row = { ...endpoint, url: receiver.url, description: '', events: [...events], isEnabled: true, createdAt: new Date() };
  await db.insert(webhookEndpoints).values(row);
  return Object.assign(receiver, endpoint);
}

/** A paid order without an event. */
export async function addPaidOrder(db: Database, buyerId: string): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    values (${id}, nextval('orders_number_seq'), ${buyerId}, 'paid', 100, '', 'demo', now(), now(), 'none')`);
  return id;
}
