/**
 * The queries for metrics. Each is one short statement that takes less than 50 ms with a million orders: it reads the few rows of a partial
 * index, or a piece of a table that is made smaller if it takes too long.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { emails, isFailed, LINK_ENDED, MAX_ATTEMPTS } from '../../database/schema/messages.ts';
import { isReal } from '../../database/schema/order.ts';

/** Beyond this number nobody needs the exact count. */
const MAX_COUNTED = 10_000;

export interface WaitingRows {
  count: number;
  /** Age of the oldest row; null if there is none. */
  oldestSeconds: number | null;
}

const summarize = sql`select count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"`;

async function readWaiting(db: Database, rows: SQL): Promise<WaitingRows> {
  const [row] = await query<WaitingRows>(db, sql`${summarize} from (${rows} limit ${MAX_COUNTED}) waiting`);
  return row ?? { count: 0, oldestSeconds: null };
}

export const readUnsentEmails = (db: Database): Promise<WaitingRows> =>
  readWaiting(
    db,
    sql`select created_at from emails where sent_at is null and attempts < ${sql.raw(String(MAX_ATTEMPTS))} order by next_attempt_at`,
  );

/** Those that stay unsent until somebody acts, but for links that have ended, of which nobody can send any: `npm run shop -- resend emails`. */
export const readFailedEmails = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from emails where ${isFailed(emails)} and last_error <> ${LINK_ENDED}`);

export const readFailedDeliveries = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from webhook_deliveries where state = 'failed'`);

export const readOrdersOnHold = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from orders where status = 'review' and ${isReal} order by created_at`);

export const readWaitingDeliveries = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from webhook_deliveries where state = 'waiting'`);

/** Audit log entries that aren't part of the chain yet, so that whoever owns the database could change them unnoticed. */
export const readUnsealedEntries = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from audit_log where position is null order by id`);

/** Products with more movements are checked separately, so that a piece reads a bounded number of rows. */
const MAX_MOVEMENTS_IN_PIECE = 300;
/** How many can be read in 50 ms. Products with more are left to `npm run shop -- verify`. */
const MAX_MOVEMENTS = 20_000;

export interface LedgerPiece {
  /** Number of compared products. */
  checked: number;
  /** Those whose stock isn't the sum of its movements. */
  mismatched: number;
  /** Products with too many movements for this piece. */
  large: string[];
  /** Where the next piece begins; null behind the last product. */
  lastId: string | null;
}

/** In one statement, and so in one snapshot: both sides include a sale that is being made, or neither does. */
async function compareWithLedger(db: Database, products: SQL, maxMovements: number): Promise<LedgerPiece> {
  const [row] = await query<LedgerPiece>(
    db,
    sql`with piece as materialized (select id, case when is_bundle then 0 when options is null then coalesce(on_hand, quantity)
          else (select coalesce(sum(coalesce(v.on_hand, v.quantity)), 0) from product_variants v where v.product_id = products.id) end as quantity
        from products where ${products}), compared as (
        select id, ledger.movements > ${maxMovements} as "isLarge", ledger.available <> quantity as "isMismatched"
        from piece, lateral (
          select count(*) as movements, coalesce(sum(available), 0) as available
            from (select available from stock_movements where product_id = piece.id limit ${maxMovements + 1}) movement
        ) ledger
      )
      select (count(*) filter (where not "isLarge"))::int as checked,
        (count(*) filter (where not "isLarge" and "isMismatched"))::int as mismatched,
        coalesce(array_agg(id::text) filter (where "isLarge"), '{}') as large,
        (select id from piece order by id desc limit 1) as "lastId"
      from compared`,
  );
  return row ?? { checked: 0, mismatched: 0, large: [], lastId: null };
}

/** The next `size` products behind `afterId`. */
export const checkLedgerPiece = (db: Database, afterId: string, size: number): Promise<LedgerPiece> =>
  compareWithLedger(db, sql`id > ${afterId}::uuid order by id limit ${size}`, MAX_MOVEMENTS_IN_PIECE);

export const checkLargeLedger = (db: Database, productId: string): Promise<LedgerPiece> =>
  compareWithLedger(db, sql`id = ${productId}::uuid`, MAX_MOVEMENTS);
