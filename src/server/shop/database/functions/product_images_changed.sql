-- A product's form and page show its further images too: so a change of them makes open forms and cached responses stale.
create or replace function on_product_images_changed() returns trigger language plpgsql as $$
declare
  product record;
begin
  for product in
    update products set version = version + 1 where id in (select product_id from changed) returning id, category_id, status
  loop
    -- No response shows a product that isn't active.
    if product.status = 'active' then perform notify_change_of('product:' || product.id || ':' || product.category_id); end if;
  end loop;
  return null;
end $$;

create or replace trigger product_images_inserted after insert on product_images
  referencing new table as changed for each statement execute function on_product_images_changed();

create or replace trigger product_images_updated after update on product_images
  referencing new table as changed for each statement execute function on_product_images_changed();

create or replace trigger product_images_deleted after delete on product_images
  referencing old table as changed for each statement execute function on_product_images_changed();
