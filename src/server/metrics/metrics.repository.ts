/**
 * What metrics ask the database. One short statement each, under 50 ms with a million orders: each reads the few rows of a partial index, or
 * a piece of a table that is made smaller where it takes too long.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';
import { MAX_ATTEMPTS } from '../database/schema/email.ts';

/** Of more rows than this nobody needs the exact number. */
const MAX_COUNTED = 10_000;

export interface WaitingRows {
  count: number;
  /** How long the oldest has been there; null where there is none. */
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

export const readOrdersOnHold = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from orders where status = 'review' order by created_at`);

export const readWaitingDeliveries = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from webhook_deliveries where state = 'waiting'`);

/** Nothing proves them yet: whoever owns the database could change them unseen. */
export const readUnsealedEntries = (db: Database): Promise<WaitingRows> =>
  readWaiting(db, sql`select created_at from audit_log where position is null order by id`);

/** In a piece: products with more movements are checked by themselves, so that a piece reads a bounded number of rows. */
const MAX_MOVEMENTS_IN_PIECE = 300;
/** What 50 ms suffice for. Products with more are left to `npm run shop -- verify`. */
const MAX_MOVEMENTS = 20_000;

export interface LedgerPiece {
  /** Products that were compared. */
  checked: number;
  /** Those whose stock isn't the sum of its movements. */
  mismatched: number;
  /** Products with too many movements for this piece. */
  large: string[];
  /** Where the next piece begins; null behind the last product. */
  lastId: string | null;
}

/** In one statement, so in one snapshot: a sale that runs is seen on both sides or on neither. */
async function compareWithLedger(db: Database, products: SQL, maxMovements: number): Promise<LedgerPiece> {
  const [row] = await query<LedgerPiece>(
    db,
    sql`with piece as materialized (select id, quantity from products where ${products}), compared as (
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
