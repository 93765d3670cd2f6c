-- A row's version: who saves a form sends the version that it was opened with, and is told where the row has changed since.
create or replace function raise_version() returns trigger language plpgsql as $$ begin
  new.version := old.version + 1;
  return new;
end $$;

-- Not of `quantity`: a product that sells all the time must be editable.
create or replace trigger product_edited before update of name, slug, description, price_cents, shipping, category_id, image_id on products
  for each row when (
    (old.name, old.slug, old.description, old.price_cents, old.shipping, old.category_id, old.image_id)
    is distinct from (new.name, new.slug, new.description, new.price_cents, new.shipping, new.category_id, new.image_id)
  ) execute function raise_version();

create or replace trigger category_edited before update of name, slug on categories
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug)) execute function raise_version();

create or replace trigger setting_edited before update of value on settings
  for each row when (old.value is distinct from new.value) execute function raise_version();

create or replace trigger profile_edited before update of name, phone, address on users
  for each row when ((old.name, old.phone, old.address) is distinct from (new.name, new.phone, new.address)) execute function raise_version();
