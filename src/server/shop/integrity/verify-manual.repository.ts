/** The rules of verify.service.ts about payments by hand. */
import { sql } from 'drizzle-orm';
import { checkOrders, nameOf } from './verify.repository.ts';

/** What the shop and the manual provider know of an order's payments by hand: the same sums, and nothing paid back that didn't come. */
export const listManualMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': ' || o.status || ', received ' || s.received_cents || ', booked ' || coalesce(p.cents, 0)
      || ', extra ' || coalesce(r.extra, 0) || ' of ' || coalesce(p.extra, 0) || ', paid back ' || coalesce(b.cents, 0) as violation
    from orders o join manual_sessions s on s.order_id = o.id
    left join lateral (
      select sum(amount_cents) filter (where not is_extra) as own, sum(amount_cents) filter (where is_extra) as extra
      from manual_receipts where session_id = s.id
    ) r on true left join lateral (
      select sum(amount_cents) filter (where session = s.id) as cents, sum(amount_cents) filter (where session <> s.id) as extra
      from payments where order_id = o.id and provider = 'manual' and state <> 'failed'
    ) p on true left join lateral (
      select sum(f.amount_cents) as cents from manual_refunds f join payments of_order on of_order.payment_id = f.payment_id
      where of_order.order_id = o.id and of_order.provider = 'manual'
    ) b on true
    where ${within} and o.provider = 'manual' and not (
      s.amount_cents = o.total_cents - o.balance_cents and s.currency = o.currency and s.received_cents = coalesce(r.own, 0)
      and s.received_cents = coalesce(p.cents, 0) and coalesce(r.extra, 0) = coalesce(p.extra, 0)
      and coalesce(b.cents, 0) <= s.received_cents + coalesce(r.extra, 0) and (s.status = 'paid') = (o.paid_at is not null)
    ) order by 1`,
);
