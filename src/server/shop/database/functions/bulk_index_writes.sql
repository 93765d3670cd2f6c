-- Where many products are written in one transaction, on the embedded database: collect_index_entries() has the GIN indexes collect their entries, and
-- merge_index_entries() merges them, each word of all products once. Else each word of each product is looked up for itself, and all that is known of
-- it is written to the log again: two thirds of the log. On a server both do nothing: the index's setting locks out everybody who reads it. The
-- embedded database has one connection, which the transaction has anyway.
create or replace function has_one_connection() returns boolean language sql stable
  return coalesce(current_setting('storefront.notify_sales', true), '') = 'on';

create or replace function collect_index_entries() returns void language plpgsql as $$ begin
  if not has_one_connection() then return; end if;
  alter index products_search set (fastupdate = true);
  alter index products_table_text set (fastupdate = true);
end $$;

create or replace function merge_index_entries() returns void language plpgsql as $$ begin
  if not has_one_connection() then return; end if;
  perform gin_clean_pending_list('products_search'), gin_clean_pending_list('products_table_text');
  alter index products_search set (fastupdate = false);
  alter index products_table_text set (fastupdate = false);
end $$;
