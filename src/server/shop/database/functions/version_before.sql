-- What the version before leaves to triggers, and this one does itself in the transaction of the change (orders/lifecycle/update-order.service.ts,
-- catalog/products/product.repository.ts): both sell on one database while instances are upgraded one by one. A transaction of this version
-- begins by saying so (`storefront.rules`, platform/monitoring/request-context.ts), and then these do nothing. The next release drops them.
create or replace function on_order_before_change() returns trigger language plpgsql as $$ begin
  perform count_order(old.id, -1);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger order_before_change before delete or update of status, paid_at, total_cents, refunded_cents, user_id on orders
  for each row when (coalesce(current_setting('storefront.rules', true), '') <> 'services' and is_sale(old.status, old.paid_at))
  execute function on_order_before_change();

create or replace function on_order_after_change() returns trigger language plpgsql as $$
declare
  is_closed boolean := new.status in ('cancelled', 'expired');
  changed_code uuid;
begin
  perform count_order(new.id, 1);
  -- Of an order under review, the provider's event says the sum.
  if new.paid_at is not null and new.provider_session is not null and (tg_op = 'INSERT' or old.paid_at is null) then
    insert into payments (id, order_id, provider, session, payment_id, amount_cents, currency, state, created_at, ended_at)
      select gen_random_uuid(), new.id, new.provider, new.provider_session, new.payment_id,
        coalesce((told.payload ->> 'amountCents')::bigint, new.total_cents), coalesce(told.payload ->> 'currency', new.currency), 'paid', new.paid_at, new.paid_at
      from (select 1) as one left join lateral (
        select payload from payment_events where new.status = 'review' and provider = new.provider and type = 'paid'
          and payload ->> 'sessionId' = new.provider_session limit 1
      ) told on true
      on conflict (provider, session) do nothing;
  end if;
  if new.is_test then return null; end if;
  if new.user_id is not null and new.status not in ('pending', 'cancelled', 'expired') then
    insert into customers_with_orders select id, created_at from users where id = new.user_id on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if new.discount_code is not null and (old.status in ('cancelled', 'expired')) <> is_closed then
    update discount_code_uses set is_counted = not is_closed where order_id = new.id and is_counted = is_closed returning code_id into changed_code;
    update discount_codes set uses = uses + case when is_closed then -1 else 1 end where id = changed_code;
  end if;
  if new.status <> old.status and new.status in ('paid', 'shipped') then perform queue_webhook_event('order.' || new.status, new.id, '{}'); end if;
  if new.refunded_cents > old.refunded_cents then
    perform queue_webhook_event('order.refunded', new.id, jsonb_build_object('refundedCents', new.refunded_cents - old.refunded_cents));
  end if;
  return null;
end $$;

create or replace trigger order_after_change after insert or update of status, paid_at, total_cents, refunded_cents, user_id on orders
  for each row when (coalesce(current_setting('storefront.rules', true), '') <> 'services') execute function on_order_after_change();

-- The pieces of a refund that succeeds no longer count as sold; if it fails afterwards, they count again.
create or replace function on_refund_counted() returns trigger language plpgsql as $$ begin
  perform add_to_product_stats(new.order_id, case when tg_when = 'BEFORE' then -1 else 1 end);
  return new;
end $$;

create or replace trigger refund_before_change before update of status on refunds for each row
  when (coalesce(current_setting('storefront.rules', true), '') <> 'services' and (old.status = 'succeeded') <> (new.status = 'succeeded'))
  execute function on_refund_counted();

create or replace trigger refund_after_change after update of status on refunds for each row
  when (coalesce(current_setting('storefront.rules', true), '') <> 'services' and (old.status = 'succeeded') <> (new.status = 'succeeded'))
  execute function on_refund_counted();

create or replace function on_picture_changed() returns trigger language plpgsql as $$ begin
  update products set version = version + 1 where id = coalesce(new.product_id, old.product_id);
  return null;
end $$;

create or replace trigger picture_changed after insert or update or delete on product_images for each row
  when (coalesce(current_setting('storefront.rules', true), '') <> 'services') execute function on_picture_changed();

-- A checkout counts for no customer.
create or replace function on_order_of_customer() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and not old.status in ('pending', 'cancelled', 'expired') then perform count_customer(old.user_id, old.guest_email); end if;
  if tg_op = 'DELETE' then return null; end if;
  -- An account that is erased leaves its orders to the books.
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null then update orders set is_buyer_erased = true where id = new.id; end if;
  if not new.status in ('pending', 'cancelled', 'expired') then perform count_customer(new.user_id, new.guest_email); end if;
  return null;
end $$;

create or replace trigger order_of_customer after insert or delete or update of status, paid_at, total_cents, refunded_cents, user_id, guest_email on orders
  for each row when (coalesce(current_setting('storefront.rules', true), '') <> 'services') execute function on_order_of_customer();
