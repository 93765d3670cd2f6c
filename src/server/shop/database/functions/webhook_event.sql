-- Outgoing webhooks: writes an event in the transaction of the change, with a delivery to each endpoint that wants it. If none does, as in
-- most shops, this reads one small table and writes nothing. `position` is drawn while the row of the order or product is locked, so the
-- events of each are numbered in the order of their commits. Those of orders are written by orders/lifecycle/update-order.service.ts, those of products by
-- the triggers that notice each way in which a product changes (product_changed.sql).
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

-- What counts as low is a setting: 5 by default (DEFAULT_SHOP_DETAILS), 100 at most (LOW_STOCK_MAX); an earlier version of the shop allowed
-- more.
create or replace function queue_low_stock(sold_product uuid, quantity_before int, quantity_now int) returns void language plpgsql as $$
declare
  threshold int;
begin
  if not exists (select from webhook_endpoints where is_enabled and 'stock.low' = any (events)) then return; end if;
  select (value ->> 'lowStockThreshold')::int into threshold from settings
    where key = 'shop-details' and value ->> 'lowStockThreshold' ~ '^[0-9]{1,4}$';
  threshold := least(coalesce(threshold, 5), 100);
  if quantity_before > threshold and quantity_now <= threshold then
    perform queue_webhook_event('stock.low', sold_product, jsonb_build_object('threshold', threshold, 'quantity', quantity_now));
  end if;
end $$;
