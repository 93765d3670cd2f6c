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

-- Products, searches and every page show a category's name; people search for its words.
create or replace function on_category_changed() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.slug <> new.slug) then perform leave_slug('category', old.slug, old.id); end if;
  -- Also for a name that stays as it is: a rebuild writes it again for its words (derived-data.ts).
  if tg_op <> 'DELETE' then perform add_to_vocabulary(array[new.name], '{}'); end if;
  -- Equal notifications are sent once per transaction.
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

create or replace trigger category_changed after insert or update or delete on categories for each row execute function on_category_changed();
