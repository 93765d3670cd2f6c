/** The rules of verify.service.ts about gift cards and store credit. */
import { sql } from 'drizzle-orm';
import { checkOrders, listKeyRanges, listViolations, nameOf, type Snapshot } from './verify.repository.ts';

/** By the ledger, whose entries nobody changes. */
export async function* listAccountMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'balance_accounts', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select a.kind || ' ' || coalesce(a.last_four, a.id::text) || ': balance ' || a.balance_cents || ' and held ' || a.held_cents
          || ', entries ' || coalesce(e.available, 0) || ' and ' || coalesce(e.held, 0) as violation
        from balance_accounts a left join lateral (
          select sum(available) as available, sum(held) as held, sum(available) filter (where kind = 'issue') as issued from balance_entries where account_id = a.id
        ) e on true
        where ${within('a.id')} and ((a.balance_cents, a.held_cents) is distinct from (coalesce(e.available, 0), coalesce(e.held, 0))
          or a.initial_cents <> coalesce(e.issued, 0)) order by 1`,
    );
  }
}

/**
 * Held while it waits for its payment, spent from its payment on, nothing where it ended unpaid. On hold because of its payment it may have spent nothing. What its
 * refunds say they gave to balances is in the ledger.
 */
export const listOrderBalanceMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ': ' || o.status || ', by balance ' || o.balance_cents || ', held ' || e.held || ', spent ' || e.spent
      || ', given back ' || e.back || ' of ' || r.cents as violation
    from orders o join lateral (
      select coalesce(sum(held), 0) as held, coalesce(-sum(held) filter (where kind = 'spend'), 0) as spent,
        coalesce(sum(available) filter (where kind = 'refund'), 0) as back from balance_entries
      where order_id = o.id and kind in ('hold', 'release', 'spend', 'refund')
    ) e on true join lateral (
      select coalesce(sum(balance_cents), 0) as cents from refunds where order_id = o.id and (status = 'succeeded' or failed_at is not null)
    ) r on true
    where ${within} and (o.balance_cents > 0 or e.held <> 0 or e.spent <> 0 or e.back <> 0 or r.cents <> 0) and not (e.back = r.cents and case
      when o.is_test then e.held = 0 and e.spent = 0
      when o.status in ('cancelled', 'expired') then e.held = 0 and e.spent = 0
      when o.paid_at is null then e.held = o.balance_cents and e.spent = 0
      when exists (select from order_history h where h.order_id = o.id and h.to_status = 'review') then e.held = 0 and e.spent in (0, o.balance_cents)
      else e.held = 0 and e.spent = o.balance_cents end
    ) order by 1`,
);

/** One for each piece that was paid for, with its price; none of an order that wasn't paid. */
export const listGiftCardMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ': ' || o.status || ', sold ' || sold.pieces || ' gift cards of ' || sold.cents || ', issued ' || made.cards || ' of '
      || made.cents as violation
    from orders o join lateral (
      select coalesce(sum(quantity), 0) as pieces, coalesce(sum(price_cents::bigint * quantity), 0) as cents from order_lines where order_id = o.id and is_gift_card
    ) sold on true join lateral (
      select count(*) as cards, coalesce(sum(initial_cents), 0) as cents from balance_accounts where order_id = o.id
    ) made on true
    where ${within} and o.has_gift_cards and not o.is_test and not case
      when o.paid_at is null then made.cards = 0
      when o.status in ('paid', 'shipped', 'delivered') then (made.cards, made.cents) = (sold.pieces, sold.cents)
      else made.cards in (0, sold.pieces) end
    order by 1`,
);
