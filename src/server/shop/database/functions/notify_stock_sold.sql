create or replace function notify_stock_sold() returns trigger language plpgsql as $$ begin
  perform pg_notify('stock_sold', new.product_id::text);
  return null;
end $$;

-- Only on the embedded database, which is opened with this setting. On a server, commits that notify would wait for each other.
create or replace trigger stock_sold after insert on stock_movements
  for each row when (new.kind in ('reserve', 'release') and current_setting('storefront.notify_sales', true) = 'on')
  execute function notify_stock_sold();
