-- Raises a row's version with each change. A form sends the version that it was opened with, and is refused if the row has changed since.
-- Products and accounts: product_saved.sql, user_saved.sql.
create or replace function raise_version() returns trigger language plpgsql as $$ begin
  new.version := old.version + 1;
  return new;
end $$;

create or replace trigger category_edited
  before update of name, slug, description, image_id, image_alt, parent_id, custom, google_category, pinned_ids on categories
  for each row when ((old.name, old.slug, old.description, old.image_id, old.image_alt, old.parent_id, old.custom, old.google_category, old.pinned_ids)
    is distinct from (new.name, new.slug, new.description, new.image_id, new.image_alt, new.parent_id, new.custom, new.google_category, new.pinned_ids))
  execute function raise_version();

create or replace trigger collection_edited before update on collections
  for each row when (old.* is distinct from new.*) execute function raise_version();

create or replace trigger brand_edited before update of name, slug, description, image_id, image_alt, maker on brands
  for each row when ((old.name, old.slug, old.description, old.image_id, old.image_alt, old.maker)
    is distinct from (new.name, new.slug, new.description, new.image_id, new.image_alt, new.maker)) execute function raise_version();

create or replace trigger safety_contact_edited before update on safety_contacts
  for each row when (old.* is distinct from new.*) execute function raise_version();

create or replace trigger setting_edited before update of value on settings
  for each row when (old.value is distinct from new.value) execute function raise_version();

create or replace trigger page_edited before update of slug, title, text, status, in_footer, footer_position, description on pages
  for each row when ((old.slug, old.title, old.text, old.status, old.in_footer, old.footer_position, old.description)
    is distinct from (new.slug, new.title, new.text, new.status, new.in_footer, new.footer_position, new.description))
  execute function raise_version();

-- Not for `uses`, so that a code can be edited while it is used.
create or replace trigger discount_code_edited
  before update of kind, percent, amount_cents, starts_at, ends_at, minimum_cents, category_ids, product_ids, max_uses, max_uses_per_customer
  on discount_codes for each row when (
    (old.kind, old.percent, old.amount_cents, old.starts_at, old.ends_at, old.minimum_cents, old.category_ids, old.product_ids, old.max_uses,
      old.max_uses_per_customer)
    is distinct from (new.kind, new.percent, new.amount_cents, new.starts_at, new.ends_at, new.minimum_cents, new.category_ids,
      new.product_ids, new.max_uses, new.max_uses_per_customer)
  ) execute function raise_version();

create or replace trigger webhook_endpoint_edited before update of url, description, events, is_enabled on webhook_endpoints
  for each row when ((old.url, old.description, old.events, old.is_enabled)
    is distinct from (new.url, new.description, new.events, new.is_enabled)) execute function raise_version();

create or replace trigger custom_field_edited before update of name, help, type, choices, is_visible, is_filter on custom_fields
  for each row when ((old.name, old.help, old.type, old.choices, old.is_visible, old.is_filter)
    is distinct from (new.name, new.help, new.type, new.choices, new.is_visible, new.is_filter)) execute function raise_version();
