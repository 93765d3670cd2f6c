/** The columns of stock that products and variants both have. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, integer, jsonb } from 'drizzle-orm/pg-core';
import { type StoredPolicy, UNLIMITED_QUANTITY } from '../../../../contract/stock-policy.ts';

/** Of a product without options, and of each variant; most have neither. */
export const stockPolicyColumns = () => ({
  /** Null: it is counted. See inventory/stock-policy.ts. */
  stockPolicy: jsonb('stock_policy').$type<StoredPolicy>(),
  /** The sum of the ledger, where that isn't `quantity`: with a policy, or below zero. */
  onHand: integer('on_hand'),
});

/** A preorder with a day on which it ends. Literally this condition, for the indexes. */
export const isPreorder = (policy: AnyPgColumn) => sql`${policy} ->> 'shipsOn' is not null`;

/** `quantity` follows from the two other columns, whoever writes them: functions/stock_policy.sql says how. */
export const isQuantityOfPolicy = (t: { quantity: AnyPgColumn; stockPolicy: AnyPgColumn; onHand: AnyPgColumn }) =>
  sql`case when ${t.onHand} is null then ${t.stockPolicy} is null else ${t.quantity} = case
    when ${t.stockPolicy} is null then 0
    when ${t.stockPolicy} ->> 'limit' is null then ${sql.raw(String(UNLIMITED_QUANTITY))}
    else greatest(0, least(${sql.raw(String(UNLIMITED_QUANTITY))}, ${t.onHand} + (${t.stockPolicy} ->> 'limit')::int)) end end`;
