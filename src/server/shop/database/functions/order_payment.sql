-- An order that is paid has a row in payments. The shop writes it itself, with what the provider reported; what a version before pays, which
-- doesn't know the table, was paid with the order's total, or else it is under review, where the provider's event says the sum.
create or replace function on_order_payment() returns trigger language plpgsql as $$ begin
  insert into payments (id, order_id, provider, session, payment_id, amount_cents, currency, state, created_at, ended_at)
    select gen_random_uuid(), new.id, new.provider, new.provider_session, new.payment_id,
      coalesce((told.payload ->> 'amountCents')::bigint, new.total_cents), coalesce(told.payload ->> 'currency', new.currency), 'paid', new.paid_at, new.paid_at
    from (select 1) as one left join lateral (
      select payload from payment_events where new.status = 'review' and provider = new.provider and type = 'paid'
        and payload ->> 'sessionId' = new.provider_session limit 1
    ) told on true
    on conflict (provider, session) do nothing;
  return null;
end $$;

create or replace trigger order_payment_inserted after insert on orders
  for each row when (new.paid_at is not null and new.provider_session is not null) execute function on_order_payment();

create or replace trigger order_payment after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null and new.provider_session is not null) execute function on_order_payment();
