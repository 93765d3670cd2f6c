-- Outgoing webhooks: writes an event in the transaction of the change, with a delivery to each endpoint that wants it. If none does, as in
-- most shops, this reads one small table and writes nothing. `position` is drawn while the row of the order or product is locked, so the
-- events of each are numbered in the order of their commits.
create or replace function queue_webhook_event(event_type text, event_subject uuid, event_details jsonb) returns void language plpgsql as $$ begin
  if not exists (select from webhook_endpoints where is_enabled and event_type = any (events)) then return; end if;
  with event as (
    insert into webhook_events (type, subject_id, details, created_at) values (event_type, event_subject, event_details, now())
    returning id, position, created_at
  )
  insert into webhook_deliveries (event_id, endpoint_id, subject_id, position, created_at, next_attempt_at)
    select event.id, endpoint.id, event_subject, event.position, event.created_at, event.created_at
    from event, webhook_endpoints endpoint where endpoint.is_enabled and event_type = any (endpoint.events);
end $$;

create or replace function on_order_webhook() returns trigger language plpgsql as $$ begin
  if new.status is distinct from old.status and new.status in ('paid', 'shipped') then
    perform queue_webhook_event('order.' || new.status, new.id, '{}');
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform queue_webhook_event('order.refunded', new.id, jsonb_build_object('refundedCents', new.refunded_cents - old.refunded_cents));
  end if;
  return null;
end $$;

create or replace trigger order_webhook after update of status, refunded_cents on orders
  for each row when (
    (new.status is distinct from old.status and new.status in ('paid', 'shipped')) or new.refunded_cents > old.refunded_cents
  ) execute function on_order_webhook();

create or replace function on_product_webhook() returns trigger language plpgsql as $$
declare
  told text := new.id::text || ' ' || txid_current();
begin
  -- One save writes the product, its images and its variants, and each write raises the version. Only one event is written for it.
  if current_setting('storefront.webhook_of', true) = told then return null; end if;
  perform set_config('storefront.webhook_of', told, true);
  perform queue_webhook_event('product.changed', new.id, jsonb_build_object('change', 'updated'));
  return null;
end $$;

create or replace function on_product_deleted_webhook() returns trigger language plpgsql as $$ begin
  perform queue_webhook_event('product.changed', old.id, jsonb_build_object('change', 'deleted', 'name', old.name, 'slug', old.slug));
  return null;
end $$;

-- Once for all products of a statement: an import creates hundreds.
create or replace function on_products_created_webhook() returns trigger language plpgsql as $$ begin
  if exists (select from webhook_endpoints where is_enabled and 'product.changed' = any (events)) then
    perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'created')) from inserted;
  end if;
  perform set_config('storefront.webhook_of', id::text || ' ' || txid_current(), true) from inserted limit 1;
  return null;
end $$;

create or replace trigger products_created_webhook after insert on products
  referencing new table as inserted for each statement execute function on_products_created_webhook();

create or replace trigger product_webhook after delete on products for each row execute function on_product_deleted_webhook();

-- A trigger raises the version, so statements don't name the column. So this trigger runs for each update, also by a sale, and then
-- compares two numbers.
create or replace trigger product_changed_webhook after update on products
  for each row when (new.version is distinct from old.version) execute function on_product_webhook();

-- What counts as low is a setting: 5 by default (DEFAULT_SHOP_DETAILS), 100 at most (LOW_STOCK_MAX); the previous version of the shop
-- allowed more.
create or replace function on_stock_webhook() returns trigger language plpgsql as $$
declare
  threshold int;
begin
  if not exists (select from webhook_endpoints where is_enabled and 'stock.low' = any (events)) then return null; end if;
  select (value ->> 'lowStockThreshold')::int into threshold from settings
    where key = 'shop-details' and value ->> 'lowStockThreshold' ~ '^[0-9]{1,4}$';
  threshold := least(coalesce(threshold, 5), 100);
  if old.quantity > threshold and new.quantity <= threshold then
    perform queue_webhook_event('stock.low', new.id, jsonb_build_object('threshold', threshold, 'quantity', new.quantity));
  end if;
  return null;
end $$;

create or replace trigger stock_webhook after update of quantity on products
  for each row when (new.quantity < old.quantity and new.quantity <= 100 and new.status = 'active') execute function on_stock_webhook();
