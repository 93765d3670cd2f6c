-- Remembers a slug that is no longer in use: links with it are redirected to whatever had it last, or get a 410. Drafts had no links. The
-- triggers of products, pages, categories and brands call it.
create or replace function leave_slug(left_kind text, left_slug text, left_by uuid) returns void language sql
begin atomic
  insert into slug_history (kind, slug, target_id) values (left_kind, left_slug, left_by)
    on conflict (kind, slug) do update set target_id = excluded.target_id;
end;

-- Tells every process, when the transaction commits, what changed of the pages and categories that responses show, and remembers their slugs.

-- Only the page itself shows its text; every footer shows its title. A draft is shown nowhere.
create or replace function on_page_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and old.status <> 'draft' and (tg_op = 'DELETE' or old.slug <> new.slug) then
    perform leave_slug('page', old.slug, old.id);
  end if;
  if (tg_op = 'INSERT' or old.status = 'draft') and (tg_op = 'DELETE' or new.status = 'draft') then return null; end if;
  perform notify_change_of(case
    when tg_op = 'UPDATE' and (old.slug, old.title, old.status, old.in_footer, old.footer_position)
      is not distinct from (new.slug, new.title, new.status, new.in_footer, new.footer_position) then 'text:' || new.id
    else '' end);
  return null;
end $$;

create or replace trigger page_changed after insert or update or delete on pages for each row execute function on_page_changed();

-- Products, searches and every page show a category's name; people search for its words. Only its own page shows which products it puts first.
create or replace function on_category_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.slug <> new.slug) then perform leave_slug('category', old.slug, old.id); end if;
  -- Also for a name that stays as it is: a rebuild writes it again for its words (derived-data.ts).
  if tg_op <> 'DELETE' then perform add_to_vocabulary(array[new.name], '{}'); end if;
  -- Equal notifications are sent once per transaction.
  if tg_op = 'UPDATE' and old.pinned_ids <> new.pinned_ids and to_jsonb(old) - '{pinned_ids,version}'::text[] = to_jsonb(new) - '{pinned_ids,version}'::text[] then
    perform notify_change_of('category:' || new.id);
  else
    perform pg_notify('catalog_changed', '');
  end if;
  return null;
end $$;

create or replace trigger category_changed after insert or update or delete on categories for each row execute function on_category_changed();

-- Only its own page shows what a collection holds and says; the list of collections and the sitemap show which are published, every page's menu those
-- that are in it. A webhook's event for each change that raises the version.
create or replace function on_collection_changed() returns trigger language plpgsql as $$
declare
  was_shown boolean := tg_op <> 'INSERT' and old.is_published;
  is_shown boolean := tg_op <> 'DELETE' and new.is_published;
  link_before text := case when was_shown and old.is_in_menu then old.slug || ' ' || old.title end;
  link_now text := case when is_shown and new.is_in_menu then new.slug || ' ' || new.title end;
begin
  if was_shown and (tg_op = 'DELETE' or old.slug <> new.slug) then perform leave_slug('collection', old.slug, old.id); end if;
  if link_before is distinct from link_now then perform notify_change_of('');
  elsif was_shown or is_shown then perform notify_change_of('collection:' || coalesce(new.id, old.id)); end if;
  if tg_op = 'DELETE' then
    perform queue_webhook_event('collection.changed', old.id, jsonb_build_object('change', 'deleted', 'title', old.title, 'slug', old.slug));
  elsif tg_op = 'INSERT' or new.version <> old.version then
    perform queue_webhook_event('collection.changed', new.id, jsonb_build_object('change', case tg_op when 'INSERT' then 'created' else 'updated' end));
  end if;
  return null;
end $$;

create or replace trigger collection_changed after insert or update or delete on collections for each row execute function on_collection_changed();

-- Lists are filtered by a brand's name, which is in the facets of its products. Those of a small brand are written with its new name; those of a large
-- one would be locked for minutes, so a job writes them in pieces (catalog/brands/tidy-brands.service.ts).
create or replace function on_brand_renamed() returns trigger language plpgsql as $$ begin
  new.is_untidy := old.is_untidy or exists (select from products where brand_id = new.id offset 500);
  return new;
end $$;

create or replace trigger brand_renamed before update of name on brands for each row when (old.name <> new.name) execute function on_brand_renamed();

-- Products show a brand's name and lead to its slug. Only its own page shows the rest.
create or replace function on_brand_changed() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' or old.slug <> new.slug then perform leave_slug('brand', old.slug, old.id); end if;
  if tg_op = 'UPDATE' and old.name <> new.name and not new.is_untidy then
    update products set facets = all_facets(id, options, attributes, tags, brand_id, custom) where brand_id = new.id;
  end if;
  perform notify_change_of(case
    when tg_op = 'UPDATE' and (old.name, old.slug, old.merged_into, old.maker) is not distinct from (new.name, new.slug, new.merged_into, new.maker) then 'text:' || new.id
    else '' end);
  return null;
end $$;

create or replace trigger brand_changed after update or delete on brands for each row execute function on_brand_changed();

-- Every product of a maker shows it. Whoever changes one that nothing names empties the caches once for nothing.
create or replace function on_safety_contact_changed() returns trigger language plpgsql as $$ begin
  perform notify_change_of('');
  return null;
end $$;

create or replace trigger safety_contact_changed after update or delete on safety_contacts for each row execute function on_safety_contact_changed();

-- A content page's text is the setting `text:<page>`, and settings that no page shows are called `private:<name>`. Every other setting is
-- shown on every page.
create or replace function on_setting_changed() returns trigger language plpgsql as $$
declare
  changed_key text := coalesce(new.key, old.key);
begin
  -- In another time zone, orders belong to other days. So all are counted again in the transaction that changes it. It waits for payments
  -- that are being counted by the old zone, and payments that come meanwhile wait for it.
  if changed_key = 'shop-details' and coalesce(old.value ->> 'timeZone', 'UTC') <> coalesce(new.value ->> 'timeZone', 'UTC') then
    perform pg_advisory_xact_lock(hashtext('shop_time_zone'));
    perform rebuild_daily_stats();
    perform rebuild_product_stats();
  end if;
  if changed_key not like 'private:%' then
    perform notify_change_of(case when changed_key like 'text:%' then changed_key else '' end);
  end if;
  return null;
end $$;

create or replace trigger setting_changed after insert or update or delete on settings
  for each row execute function on_setting_changed();

-- Which fields customers see and filter by: any product's page and any list may show it.
create or replace function on_custom_field_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

create or replace trigger custom_field_changed after insert or update or delete on custom_fields
  for each row execute function on_custom_field_changed();
