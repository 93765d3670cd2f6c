/**
 * The body of an event, `{type, timestamp, data}`: the order as its customer sees it, with its buyer, the product, or the collection, in the form in
 * which the API returns them. The job writes it a moment after the change, so that no checkout or payment waits for it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { toDollars } from '../../../../contract/money.ts';
import { SECOND } from '../../../../contract/values.ts';
import { TEST_EVENT } from '../../../../contract/webhook.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findCollection, toAdminCollection } from '../../catalog/collections/collection.repository.ts';
import { findProduct } from '../../catalog/products/product.repository.ts';
import { toPublicProduct } from '../../catalog/products/product-row.repository.ts';
import { findOrderWithBuyer } from '../../orders/rows/admin-order.repository.ts';
import type { StoredEvent } from './event.repository.ts';

/** Its signatures: the Standard Webhooks specification, https://github.com/standard-webhooks/standard-webhooks */
const PREFIX = 'whsec_';

/** In the form that receivers pass to their library. */
export const createSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

interface Message {
  id: string;
  /** Time of the attempt: receivers refuse signatures that are older than five minutes. */
  at: Date;
  body: string;
}

/** One signature with each secret, so that while a secret is being changed, receivers can verify with either. */
export function buildWebhookHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND));
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}

/** As customers see it, if they may, but with all of the merchant's fields: other programs are what most hidden ones are for. */
async function readProduct(db: Database, id: string): Promise<object | null> {
  const found = await findProduct(db, id);
  if (!found) return null;
  const { customFields, variants } = found.product;
  // What one costs the merchant stays with the team.
  const shown = variants?.map(({ cost: _cost, taxClass: _class, ...variant }) => variant);
  return { ...toPublicProduct(found.product), ...(customFields && { customFields }), ...(shown && { variants: shown }) };
}

async function readData(db: Database, { type, subjectId, details }: StoredEvent): Promise<object> {
  if (type === TEST_EVENT) return { endpoint: subjectId, message: 'This is a test. Nothing has happened.' };
  if (type === 'product.changed') {
    const { change, name, slug } = details;
    // The product was deleted meanwhile, which has its own event.
    return { change, _id: subjectId, ...(change === 'deleted' && { name, slug }), product: await readProduct(db, subjectId) };
  }
  if (type === 'collection.changed') {
    const { change, title, slug } = details;
    const row = await findCollection(db, subjectId);
    const gone = change === 'deleted' && { title, slug };
    return { change, _id: subjectId, ...gone, collection: row && toAdminCollection(row) };
  }
  if (type === 'document.created') return toDocumentData(details);
  if (type === 'stock.low') return { ...details, product: await readProduct(db, subjectId) };
  return toOrderData(details, await findOrderWithBuyer(db, subjectId));
}

function toOrderData({ refundedCents, receivedCents, withdrawal, answer }: StoredEvent['details'], order: object | null) {
  const cents = refundedCents ?? receivedCents;
  return {
    ...(typeof cents === 'number' && { amount: toDollars(cents) }),
    ...(typeof withdrawal === 'string' && { withdrawal }),
    ...(typeof answer === 'string' && { answer }),
    order,
  };
}

/** It says nothing of who bought, so that it stays as it was. */
function toDocumentData({ netCents, taxCents, grossCents, ...document }: StoredEvent['details']): object {
  const [net, tax, gross] = [netCents, taxCents, grossCents].map((cents) => toDollars(Number(cents)));
  return { document: { ...document, net, tax, gross } };
}

const toBody = ({ type, createdAt }: StoredEvent, data: object) => JSON.stringify({ type, timestamp: createdAt.toISOString(), data });

export async function renderPayload(db: Database, event: StoredEvent): Promise<string> {
  return toBody(event, await readData(db, event));
}

/** For an order whose buyer was erased: only which order it is, without personal data. */
export const renderRedactedPayload = (event: StoredEvent): string =>
  toBody(event, event.type === 'document.created' ? toDocumentData(event.details) : toOrderData(event.details, { _id: event.subjectId }));
