-- Remembers a slug that is no longer in use: links with it are redirected to whatever had it last, or get a 410. Drafts had no links.
create or replace function on_slug_left() returns trigger language plpgsql as $$ begin
  insert into slug_history (kind, slug, target_id) values (tg_argv[0], old.slug, old.id)
    on conflict (kind, slug) do update set target_id = excluded.target_id;
  return null;
end $$;

create or replace trigger product_slug_changed after update of slug on products
  for each row when (old.slug is distinct from new.slug and old.status <> 'draft') execute function on_slug_left('product');

create or replace trigger product_slug_deleted after delete on products
  for each row when (old.status <> 'draft') execute function on_slug_left('product');

create or replace trigger category_slug_changed after update of slug on categories
  for each row when (old.slug is distinct from new.slug) execute function on_slug_left('category');

create or replace trigger category_slug_deleted after delete on categories
  for each row execute function on_slug_left('category');

create or replace trigger page_slug_changed after update of slug on pages
  for each row when (old.slug is distinct from new.slug and old.status <> 'draft') execute function on_slug_left('page');

create or replace trigger page_slug_deleted after delete on pages
  for each row when (old.status <> 'draft') execute function on_slug_left('page');
