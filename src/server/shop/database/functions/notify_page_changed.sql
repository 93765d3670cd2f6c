-- Only the page itself shows its text; every footer shows its title. A draft is shown nowhere.
create or replace function notify_page_changed() returns trigger language plpgsql as $$ begin
  if (tg_op = 'INSERT' or old.status = 'draft') and (tg_op = 'DELETE' or new.status = 'draft') then return null; end if;
  perform notify_change_of(case
    when tg_op = 'UPDATE' and (old.slug, old.title, old.status, old.in_footer, old.footer_position)
      is not distinct from (new.slug, new.title, new.status, new.in_footer, new.footer_position) then 'text:' || new.id
    else '' end);
  return null;
end $$;

create or replace trigger pages_changed after insert or update or delete on pages
  for each row execute function notify_page_changed();

create or replace trigger pages_truncated after truncate on pages
  for each statement execute function notify_catalog_changed();
