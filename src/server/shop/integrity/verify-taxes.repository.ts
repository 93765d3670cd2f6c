/** The rules of verify.service.ts about taxes. */
import { sql } from 'drizzle-orm';
import { checkOrders, nameOf } from './verify.repository.ts';

/** The taxes of the order `o`, a row a rate. */
const PARTS = sql`jsonb_to_recordset(o.taxes) as part ("ratePpm" int, "netCents" bigint, "taxCents" bigint, "shippingCents" bigint, "shippingTaxCents" bigint)`;

/** Shipping that isn't taxed is in no rate. What the payment provider calculated names no rate, and has all that was paid for. */
export const listTaxMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': total ' || o.total_cents || ', tax ' || o.tax_cents || ', by rate '
      || sums.net || ' and ' || sums.tax || coalesce(', not the lines of ' || wrong.rates, '') as violation
    from orders o join lateral (
      select coalesce(sum("netCents"), 0) as net, coalesce(sum("taxCents"), 0) as tax, coalesce(sum("shippingCents"), 0) as shipping,
        coalesce(bool_or("ratePpm" is null), false) as is_by_provider from ${PARTS}
    ) sums on true left join lateral (
      select string_agg((part."ratePpm" / 10000.0)::float8 || '%', ', ' order by part."ratePpm") as rates
      from ${PARTS} left join lateral (
        select sum(l.tax_cents) as tax, sum(l.price_cents::bigint * l.quantity - l.discount_cents) as charged from order_lines l
        where l.order_id = o.id and l.tax_rate_ppm = part."ratePpm"
      ) line on true
      where part."ratePpm" is not null and (
        coalesce(line.tax, 0) + part."shippingTaxCents" <> part."taxCents"
        or coalesce(line.charged, 0) + part."shippingCents" <> part."netCents" + case when o.is_tax_included then part."taxCents" else 0 end
      )
    ) wrong on true
    where ${within} and o.taxes is not null and (
      sums.tax <> o.tax_cents or wrong.rates is not null
      or sums.net + sums.tax + case when sums.shipping = 0 and not sums.is_by_provider then o.shipping_cents + o.fee_cents else 0 end
        + case when o.has_gift_cards then (select coalesce(sum(price_cents::bigint * quantity - discount_cents), 0) from order_lines where order_id = o.id and is_gift_card) else 0 end
        + o.charges_cents <> o.total_cents
    ) order by 1`,
);

/** Nothing was charged, by a VAT ID that VIES had confirmed a day before or later. Who was erased has none any more. */
export const listReverseChargeMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': tax ' || o.tax_cents || ', VAT ID ' || coalesce(o.billing ->> 'vatId', 'none') || ' '
      || coalesce(o.billing ->> 'vatStatus', 'unknown') || ' ' || coalesce(o.billing ->> 'checkedAt', 'never') as violation
    from orders o where ${within} and o.taxes @> '[{"reverseCharge": true}]' and (
      o.tax_cents <> 0 or o.is_tax_included
      or exists (select from jsonb_to_recordset(o.taxes) as part ("ratePpm" int, "reverseCharge" boolean)
        where part."ratePpm" is distinct from 0 or not coalesce(part."reverseCharge", false))
      or exists (select from order_lines l where l.order_id = o.id and l.tax_cents <> 0)
      or (o.guest_email is distinct from '' and not coalesce(
        o.billing ->> 'vatStatus' = 'confirmed' and o.billing ->> 'vatId' <> ''
          and (o.billing ->> 'checkedAt')::timestamptz between o.created_at - interval '26 hours' and o.created_at + interval '1 minute', false))
    ) order by 1`,
);

/** Nothing of an order that isn't sold; of one without refunds what it was sold with; of one that was refunded in full nothing any more. */
export const listTaxEntryMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ': ' || o.status || ', refunded ' || o.refunded_cents || ' of ' || o.total_cents || ', sold with tax '
      || sold.tax || ', in the report ' || kept.net || ' and tax ' || kept.tax as violation
    from orders o join lateral (
      select coalesce(sum("netCents"), 0) as net, coalesce(sum("taxCents"), 0) as tax,
        not o.has_gift_cards and o.charges_cents = 0
          and (coalesce(sum("shippingCents"), 0) > 0 or o.shipping_cents + o.fee_cents = 0 or bool_or("ratePpm" is null)) as is_all_taxed from ${PARTS}
    ) sold on true join lateral (
      select coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax from tax_entries where order_id = o.id
    ) kept on true join lateral (
      select not o.is_test and o.status in ('paid', 'shipped', 'delivered', 'refunded') as is_sold
    ) state on true left join lateral (
      select bool_or(e.net < 0 or e.tax < 0 or e.net > part."netCents" + part."taxCents" or e.tax > part."taxCents") as is_off from ${PARTS} join (
        select rate_ppm, sum(net_cents) as net, sum(tax_cents) as tax from tax_entries where order_id = o.id group by 1
      ) e on e.rate_ppm is not distinct from part."ratePpm"
    ) rates on true
    where ${within} and o.taxes is not null and not case
      when not state.is_sold or o.refunded_cents = o.total_cents then kept.net = 0 and kept.tax = 0
      when o.refunded_cents = 0 then (kept.net, kept.tax) = (sold.net, sold.tax)
      when sold.is_all_taxed then kept.net + kept.tax = o.total_cents - o.refunded_cents and not coalesce(rates.is_off, false)
      else kept.net + kept.tax between 0 and o.total_cents - o.refunded_cents + o.shipping_cents + o.fee_cents + o.charges_cents and not coalesce(rates.is_off, false) end
    order by 1`,
);
