-- Pictures after the first one are part of what a product's form shows, and of what its page shows: forms and cached responses become old.
create or replace function on_product_images_changed() returns trigger language plpgsql as $$
declare
  product record;
begin
  for product in
    update products set version = version + 1 where id in (select product_id from changed) returning id, category_id, status
  loop
    -- What isn't shown is in no response.
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
