-- Recomputes the stored results of the search functions after one of them changed. Also reindexes, because an update that changes no
-- indexed column leaves the index as it is.
create or replace function rebuild_search() returns void language plpgsql as $$ begin
  update categories set name = name;
  update products set name = name;
  reindex index products_search;
  delete from vocabulary;
  perform add_to_vocabulary(array_agg(name), array_agg(description)) from products where status = 'active';
  perform add_to_vocabulary(array_agg(name), '{}') from categories;
end $$;
