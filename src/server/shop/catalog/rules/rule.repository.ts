/** The only place that turns a rule about products into SQL: a condition on a row of `products`, unaliased, as the lists ask it. */
import { type SQL, sql } from 'drizzle-orm';
import { BEST_SELLING_DAYS } from '../../../../contract/collection.ts';
import { LOW_STOCK_MAX } from '../../../../contract/limits.ts';
import { toCents } from '../../../../contract/money.ts';
import type { ConditionOf } from '../../../../contract/rules.ts';
import { DAY } from '../../../../contract/values.ts';
import { hasTags, isOnSale as isOnSaleColumn, products, tableText } from '../../database/schema/catalog.ts';
import { hasAnyFieldValue, isFieldBetween } from '../../fields/field.repository.ts';
import { isInCategory } from '../categories/category-filter.repository.ts';
import type { ResolvedCondition, ResolvedRule } from './rule.ts';

/** Both ends inclusive; an absent one is none. */
function isBetween(column: SQL, lowest: number | undefined, highest: number | undefined): SQL {
  const from = lowest === undefined ? [] : [sql`${column} >= ${lowest}::int`];
  const to = highest === undefined ? [] : [sql`${column} <= ${highest}::int`];
  return sql.join([...from, ...to], sql` and `);
}

const centsOf = (amount: number | undefined) => (amount === undefined ? undefined : toCents(amount));

/** The condition of a shopper's "sale", as product-row.repository.ts has it: without a price before a sale, or with one that isn't higher, there is none. */
function isOnSale({ onSale, atLeastPercent }: ConditionOf<'compare-at'>): SQL {
  if (!onSale) return sql`coalesce(compare_at_cents, 0) <= price_cents`;
  const isReduced = atLeastPercent
    ? sql` and (compare_at_cents - price_cents)::bigint * 100 >= ${atLeastPercent}::int * compare_at_cents::bigint`
    : sql``;
  return sql`${isOnSaleColumn(products)}${isReduced}`;
}

/**
 * What of few pieces is left is found by the index products_scarce. Of a backorder product only what is there counts for its level, which is at most what
 * can be bought: so none is missed.
 */
const mayBeScarce = ({ atMost = Number.POSITIVE_INFINITY }: ConditionOf<'stock'>): SQL =>
  atMost <= LOW_STOCK_MAX
    ? sql` and stock_level < 7 and stock_level <= width_bucket(${atMost}::int, array[1, 3, 6, 11, 21, 51, 101])`
    : sql``;

/** The days before today are counted in the shop's time zone, as the statistics that this adds up. */
const isSold = ({ days, atLeast }: ConditionOf<'sold'>, now: Date): SQL => sql`id in (select product_id from daily_product_stats
  where day > (${now.toISOString()}::timestamptz at time zone (select shop_time_zone()))::date - ${days}::int group by product_id having sum(pieces) >= ${atLeast}::int)`;

/** Not a rule's, but counted by the same days: pieces of a product that were sold lately, for lists by best selling. */
export const SOLD_PIECES = `coalesce((select sum(pieces) from daily_product_stats where product_id = products.id
  and day > (now() at time zone (select shop_time_zone()))::date - ${BEST_SELLING_DAYS}), 0)`;

/** The first half is what the index products_table_text has, which knows names together with SKUs. */
function hasInName({ contains, not }: ConditionOf<'title'>): SQL {
  const pattern = `%${contains
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return not ? sql`sort_name like ${pattern}` : sql`${tableText(products)} like ${pattern} and sort_name like ${pattern}`;
}

function matches(condition: ResolvedCondition, now: Date): SQL {
  switch (condition.field) {
    case 'category':
      return condition.branches ? isInCategory(condition.branches) : sql`null::boolean`;
    case 'brand':
      return condition.brands ? sql`brand_id is not null and brand_id = any(${sql.param(condition.brands)}::uuid[])` : sql`null::boolean`;
    case 'tag':
      return sql`${hasTags(products.tags)} and tags && ${sql.param(condition.tags.map((it) => it.trim()))}::text[]`;
    case 'vendor':
      return sql`vendor is not null and lower(vendor) = any(${sql.param(condition.vendors.map((it) => it.trim().toLowerCase()))}::text[])`;
    case 'price':
      return isBetween(sql`price_cents`, centsOf(condition.atLeast), centsOf(condition.atMost));
    case 'compare-at':
      return isOnSale(condition);
    case 'stock':
      return sql`${isBetween(sql`quantity`, condition.atLeast, condition.atMost)}${mayBeScarce(condition)}`;
    case 'created':
      return sql`created_at > ${new Date(now.getTime() - condition.days * DAY).toISOString()}::timestamptz`;
    case 'sold':
      return isSold(condition, now);
    case 'title':
      return hasInName(condition);
    case 'custom-field': {
      const { key, asked } = condition;
      if (!asked) return sql`null::boolean`;
      return 'values' in asked ? hasAnyFieldValue(key, asked.values) : isFieldBetween(key, asked);
    }
  }
}

/** What is gone is `null`, so that neither the condition nor its opposite holds anything. */
const matchesCondition = (condition: ResolvedCondition, now: Date): SQL =>
  'not' in condition && condition.not ? sql`not (${matches(condition, now)})` : sql`(${matches(condition, now)})`;

export function matchesRule(rule: ResolvedRule): SQL {
  if ('productIds' in rule) return sql`id = any(${sql.param(rule.productIds)}::uuid[])`;
  const conditions = rule.conditions.map((it) => matchesCondition(it, rule.now));
  return sql`(${sql.join(conditions, rule.match === 'all' ? sql` and ` : sql` or `)})`;
}
