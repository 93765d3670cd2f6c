-- Creating, deleting, moving, publishing or hiding a product changes the lists of its categories, their numbers of products, and the image
-- of the newest product. If it is shown neither before nor after, nothing changes.
create or replace function notify_product_listed() returns trigger language plpgsql as $$ begin
  if (tg_op = 'INSERT' or old.status <> 'active') and (tg_op = 'DELETE' or new.status <> 'active') then return null; end if;
  if tg_op <> 'INSERT' then perform notify_change_of('product:' || old.id || ':' || old.category_id); end if;
  if tg_op <> 'DELETE' and (new.id, new.category_id) is distinct from (old.id, old.category_id) then
    perform notify_change_of('product:' || new.id || ':' || new.category_id);
  end if;
  -- PostgreSQL sends equal notifications once per transaction.
  perform pg_notify('catalog_changed', 'categories');
  return null;
end $$;

create or replace trigger product_listed after insert or delete on products
  for each row execute function notify_product_listed();

create or replace trigger product_moved after update of id, category_id, image_id, created_at, status on products
  for each row when (
    row(old.id, old.category_id, old.image_id, old.created_at, old.status)
    is distinct from row(new.id, new.category_id, new.image_id, new.created_at, new.status)
  ) execute function notify_product_listed();
