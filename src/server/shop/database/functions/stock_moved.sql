-- Tells the response caches of stock that changed. Sales only on the embedded database, which is opened with this setting: on a server, commits
-- that notify would wait for each other.
create or replace function on_stock_moved() returns trigger language plpgsql as $$ begin
  if new.kind in ('import', 'edit', 'return') then perform notify_change_of('stock:' || new.product_id);
  else perform pg_notify('stock_sold', new.product_id::text);
  end if;
  return null;
end $$;

create or replace trigger stock_moved after insert on stock_movements for each row when (
    new.kind in ('import', 'edit', 'return')
    or (new.kind in ('reserve', 'release') and current_setting('storefront.notify_sales', true) = 'on')
  ) execute function on_stock_moved();
