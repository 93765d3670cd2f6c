import { type SQL, sql } from 'drizzle-orm';
import type { Waiting } from '../../../contract/notifications.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { hasStock } from '../catalog/product-table/product-filter.repository.ts';
import { isListed, products } from '../database/schema/catalog.ts';
import { emails, isFailed } from '../database/schema/email.ts';
import { isReadyToShip } from '../orders/lifecycle/order.repository.ts';

/** Nobody needs exact numbers beyond this, so at most as many index rows are read. */
const MAX_COUNTED = 100;

/** All values are the shop's own constants, written into the SQL: as parameters, they would keep PostgreSQL from using partial indexes. */
const countUpTo = (rows: SQL): SQL => sql`(select count(*)::int from (${rows} limit ${MAX_COUNTED}) found)`;
const countStatus = (table: 'orders' | 'order_requests' | 'disputes', status: 'review' | 'open' | 'needs_response'): SQL =>
  countUpTo(sql`select from ${sql.raw(table)} where status = ${sql.raw(`'${status}'`)}`);

const NONE: Waiting = { toShip: 0, onHold: 0, processing: 0, requests: 0, disputes: 0, lowStock: 0, soldOut: 0, failedEmails: 0 };

/** A product counts as low if it has at most as many pieces as the setting says. */
export async function countWaiting(db: Database, lowStockThreshold: number): Promise<Waiting> {
  const lowStock = sql`select from products where ${isListed(products.status)} and ${hasStock({ atMost: lowStockThreshold })}`;
  const soldOut = sql`select from products where ${isListed(products.status)} and ${hasStock('sold_out')}`;
  const [row] = await query<Waiting>(
    db,
    sql`select ${countUpTo(sql`select from orders where ${isReadyToShip}`)} as "toShip", ${countStatus('orders', 'review')} as "onHold",
      ${countUpTo(sql`select from orders where status = 'pending' and processing_since is not null`)} as processing,
      ${countStatus('order_requests', 'open')} as requests, ${countStatus('disputes', 'needs_response')} as disputes,
      ${countUpTo(lowStock)} as "lowStock", ${countUpTo(soldOut)} as "soldOut",
      ${countUpTo(sql`select from emails where ${isFailed(emails)}`)} as "failedEmails"`,
  );
  return row ?? NONE;
}
