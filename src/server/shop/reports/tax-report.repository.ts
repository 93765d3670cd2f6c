/** Reads the ledger of taxes, and orders of an earlier version, which are in no ledger. */
import { type SQL, sql } from 'drizzle-orm';
import type { TaxPeriod } from '../../../contract/tax-report.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { MAX_PROCESSING } from '../orders/checkout/checkout-session.repository.ts';

/** The days of a period, both included. */
export interface Days {
  from: string;
  to: string;
}

const TIME_ZONE = sql`(select shop_time_zone())`;
const startOf = (day: string, more = 0) => sql`((${day}::date + ${more}::int)::timestamp at time zone ${TIME_ZONE})`;
const isWithin = (column: SQL, { from, to }: Days) => sql`${column} >= ${startOf(from)} and ${column} < ${startOf(to, 1)}`;

/**
 * Entries by the order's id. An order of an earlier version kept one rate and its tax: it counts on the day of its payment, less its refunds' share.
 * `created_at` only so that the index of the orders' list is used.
 */
const listEntriesOf = (days: Days) => sql`
  select order_id, at, id::bigint, country, region, rate_ppm, net_cents, tax_cents, rate_ppm = 0 and exists (
      select from orders s where s.id = order_id and s.taxes @> '[{"reverseCharge": true}]'
    ) as is_reversed from tax_entries where ${isWithin(sql`at`, days)}
  union all
  select o.id, o.paid_at, 0, coalesce(o.country, ''), '', nullif(o.tax_rate_ppm, 0), o.total_cents - o.refunded_cents - rest.tax
      - case when rest.is_shipping_taxed then 0 else (o.shipping_cents * (o.total_cents - o.refunded_cents) / greatest(o.total_cents, 1))::bigint end, rest.tax, false
    from orders o join lateral (
      select o.tax_cents - round(o.tax_cents::numeric * o.refunded_cents / greatest(o.total_cents, 1))::bigint as tax,
        o.is_tax_automatic or o.tax_cents > (select coalesce(sum(tax_cents), 0) from order_lines where order_id = o.id) as is_shipping_taxed
    ) rest on true
    where ${isWithin(sql`o.paid_at`, days)} and o.taxes is null and o.tax_cents > 0 and not o.is_test
      and o.status in ('paid', 'shipped', 'delivered', 'refunded')
      and not (o.status in ('pending', 'cancelled', 'expired')) and o.created_at < ${startOf(days.to, 1)}
      and o.created_at >= ${startOf(days.from)} - ${`${MAX_PROCESSING / 1000} seconds`}::interval`;

export interface TaxSum {
  period: string;
  country: string;
  region: string;
  ratePpm: number | null;
  /** Of companies that declare it in their own country. */
  isReversed: boolean;
  netCents: number;
  taxCents: number;
  refundedNetCents: number;
  refundedTaxCents: number;
  orders: number;
}

const FORMATS = { month: 'YYYY-MM', quarter: 'YYYY-"Q"Q' } as const satisfies Record<TaxPeriod, string>;

export function sumTaxes(db: Database, days: Days, by: TaxPeriod): Promise<TaxSum[]> {
  return query<TaxSum>(
    db,
    sql`select to_char(e.at at time zone ${TIME_ZONE}, ${FORMATS[by]}) as period, e.country, e.region, e.rate_ppm as "ratePpm",
        coalesce(e.is_reversed, false) as "isReversed", sum(e.net_cents)::float8 as "netCents", sum(e.tax_cents)::float8 as "taxCents",
        coalesce(sum(e.net_cents) filter (where e.net_cents < 0), 0)::float8 as "refundedNetCents",
        coalesce(sum(e.tax_cents) filter (where e.net_cents < 0), 0)::float8 as "refundedTaxCents", count(distinct e.order_id)::int as orders
      from (${listEntriesOf(days)}) e group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4 desc nulls last, 5`,
  );
}

export interface FeeSum {
  period: string;
  name: string;
  country: string;
  region: string;
  amountCents: number;
  orders: number;
}

export function sumLocalFees(db: Database, days: Days, by: TaxPeriod): Promise<FeeSum[]> {
  return query<FeeSum>(
    db,
    sql`select to_char(o.paid_at at time zone ${TIME_ZONE}, ${FORMATS[by]}) as period, charge ->> 'name' as name, charge ->> 'country' as country,
        charge ->> 'region' as region, sum((charge ->> 'amountCents')::bigint)::float8 as "amountCents", count(distinct o.id)::int as orders
      from orders o, jsonb_array_elements(o.charges) charge
      where o.charges is not null and ${isWithin(sql`o.paid_at`, days)} and not o.is_test and o.status in ('paid', 'shipped', 'delivered')
      group by 1, 2, 3, 4 order by 1, 3, 4, 2`,
  );
}

export interface TaxEntry {
  orderId: string;
  number: number | null;
  at: string;
  id: string;
  country: string;
  region: string;
  ratePpm: number | null;
  netCents: number;
  taxCents: number;
  currency: string;
}

/** A page of the entries, oldest first, behind the last one that was read. `at`: as the shop's clocks show it. */
export function listTaxEntries(db: Database, days: Days, after: TaxEntry | undefined, limit: number): Promise<TaxEntry[]> {
  const isNext = after
    ? sql`(e.at at time zone ${TIME_ZONE}, e.order_id, e.id) > (${after.at}::timestamp, ${after.orderId}::uuid, ${after.id}::bigint)`
    : sql`true`;
  return query<TaxEntry>(
    db,
    sql`select e.order_id as "orderId", o.number, to_char(e.at at time zone ${TIME_ZONE}, 'YYYY-MM-DD HH24:MI:SS.MS') as at, e.id::text, e.country, e.region,
        e.rate_ppm as "ratePpm", e.net_cents::float8 as "netCents", e.tax_cents::float8 as "taxCents", o.currency
      from (${listEntriesOf(days)}) e join orders o on o.id = e.order_id where ${isNext}
      order by e.at at time zone ${TIME_ZONE}, e.order_id, e.id limit ${limit}`,
  );
}

export interface CompanySales {
  period: string;
  vatId: string;
  company: string;
  kind: 'goods' | 'services' | 'goods and services';
  netCents: number;
}

/** What was sold to companies with reverse charge, less refunds: what the EC sales list declares. Once the law lets an order forget its buyer, it has no VAT ID. */
export function sumCompanySales(db: Database, days: Days, by: TaxPeriod): Promise<CompanySales[]> {
  return query<CompanySales>(
    db,
    sql`select to_char(e.at at time zone ${TIME_ZONE}, ${FORMATS[by]}) as period, coalesce(o.billing ->> 'vatId', '') as "vatId",
        max(coalesce(o.billing ->> 'company', '')) as company, lines.kind, sum(e.net_cents)::float8 as "netCents"
      from tax_entries e join orders o on o.id = e.order_id join lateral (
        select case when bool_and(l.is_shipped) then 'goods' when bool_or(l.is_shipped) then 'goods and services' else 'services' end as kind
        from order_lines l where l.order_id = o.id
      ) lines on true
      where ${isWithin(sql`e.at`, days)} and e.rate_ppm = 0 and o.taxes @> '[{"reverseCharge": true}]' group by 1, 2, 4 order by 1, 2, 4`,
  );
}
