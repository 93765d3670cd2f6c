-- Written by `npm run schema` from the catalogs of a freshly migrated database.

create extension fuzzystrmatch;
create extension pg_trgm;
create extension unaccent;

-- text search configuration search_english: asciihword, asciiword, hword_asciipart with english_stem
-- text search configuration search_english: email, file, float, host, hword_numpart, int, numhword, numword, sfloat, uint, url, url_path, version with simple
-- text search configuration search_english: hword, hword_part, word with unaccent, english_stem
-- text search configuration search_simple: asciihword, asciiword, email, file, float, host, hword_asciipart, hword_numpart, int, numhword, numword, sfloat, uint, url, url_path, version with simple
-- text search configuration search_simple: hword, hword_part, word with unaccent, simple

create sequence audit_log_id_seq as bigint start 1 increment 1;
create sequence balance_entries_id_seq as bigint start 1 increment 1;
create sequence license_keys_position_seq as bigint start 1 increment 1;
create sequence order_history_id_seq as bigint start 1 increment 1;
create sequence order_notes_id_seq as bigint start 1 increment 1;
create sequence orders_number_seq as integer start 1 increment 1;
create sequence product_import_errors_id_seq as bigint start 1 increment 1;
create sequence stock_movements_id_seq as bigint start 1 increment 1;
create sequence tax_entries_id_seq as bigint start 1 increment 1;
create sequence webhook_events_position_seq as bigint start 1 increment 1;

create table addresses (
  id uuid not null,
  user_id uuid not null,
  recipient text not null,
  street text not null,
  postcode text not null,
  city text not null,
  region text not null,
  country text not null,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table api_keys (
  id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  constraint api_keys_key_hash_unique UNIQUE (key_hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scopes CHECK (((scopes <@ ARRAY['read'::text, 'catalogue'::text, 'orders'::text]) AND (cardinality(scopes) > 0))),
  constraint api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table audit_chain (
  id boolean default true not null,
  start_position bigint default 0 not null,
  start_hash text default ''::text not null,
  position bigint default 0 not null,
  hash text default ''::text not null,
  constraint audit_chain_one CHECK (id),
  constraint audit_chain_pkey PRIMARY KEY (id)
);

create table audit_log (
  id bigint default nextval('audit_log_id_seq'::regclass) not null,
  created_at timestamp(3) with time zone not null,
  kind text not null,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  object_type text not null,
  object_id text not null,
  object_name text,
  part text,
  changes jsonb not null,
  personal jsonb,
  personal_hash text not null,
  position bigint,
  hash text,
  constraint audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['admin'::text, 'key'::text, 'command'::text, 'job'::text, 'customer'::text, 'nobody'::text]))),
  constraint audit_log_kind CHECK ((kind = ANY (ARRAY['change'::text, 'security'::text]))),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_position_unique UNIQUE ("position"),
  constraint audit_log_sealed CHECK ((("position" IS NULL) = (hash IS NULL)))
);

create table balance_accounts (
  id uuid not null,
  kind text not null,
  currency text not null,
  balance_cents bigint default 0 not null,
  held_cents bigint default 0 not null,
  user_id uuid,
  sealed text,
  digest text,
  last_four text,
  initial_cents bigint default 0 not null,
  expires_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  recipient_email text default ''::text not null,
  recipient_name text default ''::text not null,
  sender_name text default ''::text not null,
  message text default ''::text not null,
  send_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  order_id uuid,
  line integer,
  piece integer,
  reason text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  constraint balance_accounts_balance CHECK (((balance_cents >= 0) AND (held_cents >= 0))),
  constraint balance_accounts_code CHECK (((kind = 'gift_card'::text) = (digest IS NOT NULL))),
  constraint balance_accounts_digest UNIQUE (digest),
  constraint balance_accounts_kind CHECK ((kind = ANY (ARRAY['gift_card'::text, 'store_credit'::text]))),
  constraint balance_accounts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint balance_accounts_piece UNIQUE (order_id, line, piece),
  constraint balance_accounts_pkey PRIMARY KEY (id),
  constraint balance_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table balance_entries (
  id bigint default nextval('balance_entries_id_seq'::regclass) not null,
  account_id uuid not null,
  kind text not null,
  available bigint not null,
  held bigint not null,
  order_id uuid,
  refund_id uuid,
  reason text default ''::text not null,
  actor_id uuid,
  by text not null,
  at timestamp(3) with time zone not null,
  key text,
  constraint balance_entries_account_id_balance_accounts_id_fk FOREIGN KEY (account_id) REFERENCES balance_accounts(id) ON DELETE RESTRICT,
  constraint balance_entries_key_unique UNIQUE (key),
  constraint balance_entries_kind CHECK ((kind = ANY (ARRAY['issue'::text, 'adjust'::text, 'hold'::text, 'release'::text, 'spend'::text, 'refund'::text, 'revoke'::text, 'restore'::text]))),
  constraint balance_entries_pkey PRIMARY KEY (id)
);

create table brands (
  id uuid not null,
  name text not null,
  slug text not null,
  description text default ''::text not null,
  image_id text,
  image_alt text default ''::text not null,
  created_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  merged_into uuid,
  is_untidy boolean default false not null,
  maker text,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_slug_unique UNIQUE (slug)
);

create table bulk_edit_items (
  edit_id uuid not null,
  product_id uuid not null,
  name text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint bulk_edit_items_edit_id_bulk_edits_id_fk FOREIGN KEY (edit_id) REFERENCES bulk_edits(id) ON DELETE CASCADE,
  constraint bulk_edit_items_edit_id_product_id_pk PRIMARY KEY (edit_id, product_id)
);

create table bulk_edits (
  id uuid not null,
  change jsonb not null,
  product_ids uuid[],
  filter jsonb,
  undo_of uuid,
  status text not null,
  cursor uuid,
  total integer not null,
  is_about boolean not null,
  changed integer default 0 not null,
  unchanged integer default 0 not null,
  refused integer default 0 not null,
  by text not null,
  created_at timestamp(3) with time zone not null,
  constraint bulk_edits_pkey PRIMARY KEY (id),
  constraint bulk_edits_undo_of_bulk_edits_id_fk FOREIGN KEY (undo_of) REFERENCES bulk_edits(id) ON DELETE CASCADE
);

create table bundle_parts (
  bundle_id uuid not null,
  position smallint not null,
  product_id uuid not null,
  variant_id uuid,
  count integer not null,
  constraint bundle_parts_bundle_id_position_pk PRIMARY KEY (bundle_id, "position"),
  constraint bundle_parts_bundle_id_products_id_fk FOREIGN KEY (bundle_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint bundle_parts_count CHECK (((count >= 1) AND (count <= 1000))),
  constraint bundle_parts_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id)
);

create table categories (
  id uuid not null,
  name text not null,
  slug text not null,
  created_at timestamp(3) with time zone default now() not null,
  name_words tsvector generated always as (search_name_vector(name)) stored,
  version integer default 1 not null,
  description text default ''::text not null,
  image_id text,
  image_alt text default ''::text not null,
  parent_id uuid,
  position integer default 0 not null,
  custom jsonb,
  google_category text,
  pinned_ids uuid[] default '{}'::uuid[] not null,
  constraint categories_parent_id_categories_id_fk FOREIGN KEY (parent_id) REFERENCES categories(id) ON DELETE RESTRICT,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_unique UNIQUE (slug)
);

create table category_combinations (
  id uuid not null,
  category_id uuid not null,
  further_ids uuid[] not null,
  constraint category_combinations_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint category_combinations_pkey PRIMARY KEY (id)
);

create table collections (
  id uuid not null,
  title text not null,
  slug text not null,
  text text not null,
  image_id text,
  image_alt text not null,
  is_published boolean not null,
  sort text not null,
  rule jsonb,
  product_ids uuid[] not null,
  seo_title text not null,
  seo_description text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  is_in_menu boolean default false not null,
  constraint collections_manual_sort CHECK (((sort <> 'manual'::text) OR (rule IS NULL))),
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_slug_unique UNIQUE (slug),
  constraint collections_sort CHECK ((sort = ANY (ARRAY['manual'::text, 'best-selling'::text, 'newest'::text, 'price-up'::text, 'price-down'::text, 'name'::text])))
);

create table custom_fields (
  id uuid not null,
  owner text not null,
  key text not null,
  name text not null,
  help text default ''::text not null,
  type text not null,
  choices text[] default '{}'::text[] not null,
  is_visible boolean default false not null,
  is_filter boolean default false not null,
  position integer not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  is_deleted boolean default false not null,
  is_untidy boolean default false not null,
  constraint custom_fields_key UNIQUE (owner, key),
  constraint custom_fields_owner CHECK ((owner = ANY (ARRAY['product'::text, 'variant'::text, 'category'::text, 'customer'::text, 'order'::text]))),
  constraint custom_fields_pkey PRIMARY KEY (id),
  constraint custom_fields_type CHECK ((type = ANY (ARRAY['text'::text, 'long_text'::text, 'number'::text, 'date'::text, 'boolean'::text, 'choice'::text, 'color'::text, 'url'::text, 'product'::text, 'file'::text])))
);

create table customer_notes (
  id uuid not null,
  user_id uuid not null,
  author_id uuid,
  by text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  constraint customer_notes_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_user_id_customers_id_fk FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);

create table customers (
  id uuid not null,
  user_id uuid,
  kind text not null,
  name text not null,
  email text not null,
  search_text text not null,
  is_disabled boolean default false not null,
  created_at timestamp(3) with time zone not null,
  orders integer default 0 not null,
  spent_cents bigint default 0 not null,
  last_order_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  country text,
  tags text[] default '{}'::text[] not null,
  consent_at timestamp(3) with time zone,
  custom jsonb,
  constraint customers_account CHECK (((user_id IS NULL) OR (user_id = id))),
  constraint customers_kind CHECK ((((kind = 'guest'::text) = (user_id IS NULL)) AND (kind = ANY (ARRAY['account'::text, 'guest'::text, 'team'::text])))),
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table customers_with_orders (
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint customers_with_orders_pkey PRIMARY KEY (user_id),
  constraint customers_with_orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table daily_product_stats (
  product_id uuid not null,
  day date not null,
  slot smallint not null,
  pieces integer not null,
  cents bigint not null,
  constraint daily_product_stats_product_id_day_slot_pk PRIMARY KEY (product_id, day, slot)
);

create table daily_stats (
  day date not null,
  slot smallint not null,
  orders integer not null,
  cents bigint not null,
  customers integer not null,
  constraint daily_stats_day_slot_pk PRIMARY KEY (day, slot)
);

create table demo_events (
  id text not null,
  session_id text not null,
  type text not null,
  amount_cents bigint not null,
  created_at timestamp(3) with time zone not null,
  delivered_at timestamp(3) with time zone,
  constraint demo_events_pkey PRIMARY KEY (id),
  constraint demo_events_session_id_demo_sessions_id_fk FOREIGN KEY (session_id) REFERENCES demo_sessions(id) ON DELETE CASCADE
);

create table demo_refunds (
  key text not null,
  id text not null,
  session_id text not null,
  amount_cents bigint not null,
  constraint demo_refunds_pkey PRIMARY KEY (key),
  constraint demo_refunds_session_id_demo_sessions_id_fk FOREIGN KEY (session_id) REFERENCES demo_sessions(id) ON DELETE CASCADE
);

create table demo_sessions (
  id text not null,
  idempotency_key text not null,
  status text not null,
  refunded_cents bigint default 0 not null,
  checkout jsonb not null,
  webhook_url text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint demo_sessions_idempotency_key_unique UNIQUE (idempotency_key),
  constraint demo_sessions_pkey PRIMARY KEY (id),
  constraint demo_sessions_status CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text])))
);

create table discount_code_uses (
  order_id uuid not null,
  code_id uuid not null,
  customer text not null,
  is_counted boolean not null,
  constraint discount_code_uses_code_id_discount_codes_id_fk FOREIGN KEY (code_id) REFERENCES discount_codes(id) ON DELETE RESTRICT,
  constraint discount_code_uses_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint discount_code_uses_pkey PRIMARY KEY (order_id)
);

create table discount_codes (
  id uuid not null,
  code text not null,
  kind text not null,
  percent integer,
  amount_cents bigint,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  minimum_cents bigint default 0 not null,
  category_ids uuid[] default '{}'::uuid[] not null,
  product_ids uuid[] default '{}'::uuid[] not null,
  max_uses integer,
  max_uses_per_customer integer,
  uses integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  constraint discount_codes_amount CHECK ((((kind = 'amount'::text) = (amount_cents IS NOT NULL)) AND (amount_cents > 0))),
  constraint discount_codes_code_unique UNIQUE (code),
  constraint discount_codes_kind CHECK ((kind = ANY (ARRAY['percent'::text, 'amount'::text, 'free_shipping'::text]))),
  constraint discount_codes_percent CHECK ((((kind = 'percent'::text) = (percent IS NOT NULL)) AND ((percent >= 1) AND (percent <= 100)))),
  constraint discount_codes_pkey PRIMARY KEY (id),
  constraint discount_codes_uses CHECK ((uses >= 0))
);

create table disputes (
  id text not null,
  order_id uuid not null,
  amount_cents bigint not null,
  reason text not null,
  status text not null,
  is_withdrawn boolean not null,
  movements integer not null,
  opened_at timestamp(3) with time zone not null,
  respond_by timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone not null,
  constraint disputes_amount CHECK ((amount_cents >= 0)),
  constraint disputes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_status CHECK ((status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);

create table document_series (
  prefix text not null,
  year integer not null,
  first integer not null,
  last integer not null,
  hash text default ''::text not null,
  day date,
  constraint document_series_numbers CHECK (((first >= 1) AND (last >= (first - 1)))),
  constraint document_series_prefix_year_pk PRIMARY KEY (prefix, year)
);

create table documents (
  id uuid not null,
  kind text not null,
  prefix text not null,
  year integer not null,
  sequence integer not null,
  number text not null,
  day date not null,
  created_at timestamp(3) with time zone not null,
  order_id uuid not null,
  refund_id uuid,
  corrects uuid,
  currency text not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  gross_cents bigint not null,
  content jsonb not null,
  personal jsonb,
  personal_hash text not null,
  hash text not null,
  constraint documents_corrects_documents_id_fk FOREIGN KEY (corrects) REFERENCES documents(id) ON DELETE RESTRICT,
  constraint documents_kind CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint documents_number_unique UNIQUE (number),
  constraint documents_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_sum CHECK (((gross_cents = (net_cents + tax_cents)) AND (gross_cents >= 0)))
);

create table download_files (
  id uuid not null,
  product_id uuid,
  variant_ids uuid[] default '{}'::uuid[] not null,
  name text not null,
  bytes bigint not null,
  status text not null,
  position integer not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  downloads integer,
  days integer,
  constraint download_files_bytes CHECK ((bytes > 0)),
  constraint download_files_limits CHECK (((downloads >= 0) AND (days >= 0))),
  constraint download_files_pkey PRIMARY KEY (id),
  constraint download_files_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint download_files_status CHECK ((status = ANY (ARRAY['uploading'::text, 'ready'::text, 'removed'::text, 'deleted'::text])))
);

create table download_pieces (
  name text not null,
  file_id uuid not null,
  position integer not null,
  constraint download_pieces_file_id_download_files_id_fk FOREIGN KEY (file_id) REFERENCES download_files(id) ON DELETE CASCADE,
  constraint download_pieces_pkey PRIMARY KEY (name),
  constraint download_pieces_place UNIQUE (file_id, "position")
);

create table emails (
  id uuid not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  last_error text,
  is_saved_to_file boolean default false not null,
  sealed text,
  user_id uuid,
  test_order_id uuid,
  attachments jsonb,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_test_order_id_orders_id_fk FOREIGN KEY (test_order_id) REFERENCES orders(id) ON DELETE CASCADE
);

create table feed_builds (
  id uuid not null,
  requested_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  products integer default 0 not null,
  items integer default 0 not null,
  problems jsonb default '{}'::jsonb not null,
  sizes jsonb default '{}'::jsonb not null,
  constraint feed_builds_pkey PRIMARY KEY (id)
);

create table feed_parts (
  build_id uuid not null,
  feed text not null,
  part smallint not null,
  bytes bytea not null,
  constraint feed_parts_build_id_feed_builds_id_fk FOREIGN KEY (build_id) REFERENCES feed_builds(id) ON DELETE CASCADE,
  constraint feed_parts_build_id_feed_part_pk PRIMARY KEY (build_id, feed, part)
);

create table feed_problems (
  product_id uuid not null,
  problem text not null,
  constraint feed_problems_product_id_problem_pk PRIMARY KEY (product_id, problem),
  constraint feed_problems_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table field_files (
  id uuid not null,
  name text not null,
  url text not null,
  bytes integer not null,
  pieces text[] not null,
  created_at timestamp(3) with time zone not null,
  unused_since timestamp(3) with time zone,
  constraint field_files_bytes CHECK ((bytes > 0)),
  constraint field_files_pkey PRIMARY KEY (id),
  constraint field_files_url_unique UNIQUE (url)
);

create table import_mappings (
  fingerprint text not null,
  format text not null,
  mapping jsonb not null,
  numbers text,
  updated_at timestamp(3) with time zone not null,
  kind text default 'products'::text not null,
  constraint import_mappings_pkey PRIMARY KEY (fingerprint)
);

create table imported_customers (
  user_id uuid not null,
  import_id uuid not null,
  invited_at timestamp(3) with time zone,
  constraint imported_customers_pkey PRIMARY KEY (user_id),
  constraint imported_customers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table imported_orders (
  id uuid not null,
  source text not null,
  number text not null,
  placed_at timestamp(3) with time zone not null,
  status text not null,
  email text not null,
  name text not null,
  phone text not null,
  shipping_address text not null,
  billing_address text not null,
  currency text not null,
  total_cents bigint not null,
  refunded_cents bigint not null,
  lines jsonb not null,
  details jsonb not null,
  note text not null,
  is_buyer_erased boolean default false not null,
  created_at timestamp(3) with time zone not null,
  constraint imported_orders_pkey PRIMARY KEY (id),
  constraint imported_orders_source CHECK ((source = ANY (ARRAY['products'::text, 'shopify'::text, 'woocommerce'::text])))
);

create table known_devices (
  user_id uuid not null,
  key text not null,
  used_at timestamp(3) with time zone not null,
  constraint known_devices_user_id_key_pk PRIMARY KEY (user_id, key),
  constraint known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table license_key_lists (
  id uuid not null,
  product_id uuid,
  variant_ids uuid[] default '{}'::uuid[] not null,
  low_at integer not null,
  added integer default 0 not null,
  discarded integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  low_told_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  version integer default 1 not null,
  constraint license_key_lists_low_at CHECK ((low_at >= 0)),
  constraint license_key_lists_pkey PRIMARY KEY (id),
  constraint license_key_lists_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL
);

create table license_keys (
  id uuid not null,
  list_id uuid not null,
  position bigint default nextval('license_keys_position_seq'::regclass) not null,
  sealed text not null,
  digest text not null,
  order_id uuid,
  line integer,
  assigned_at timestamp(3) with time zone,
  constraint license_keys_digest UNIQUE (list_id, digest),
  constraint license_keys_list_id_license_key_lists_id_fk FOREIGN KEY (list_id) REFERENCES license_key_lists(id) ON DELETE CASCADE,
  constraint license_keys_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint license_keys_owner CHECK ((((order_id IS NULL) = (line IS NULL)) AND ((order_id IS NULL) = (assigned_at IS NULL)))),
  constraint license_keys_pkey PRIMARY KEY (id)
);

create table login_attempts (
  key text not null,
  count integer not null,
  reset_at timestamp(3) with time zone not null,
  constraint login_attempts_pkey PRIMARY KEY (key)
);

create table manual_receipts (
  id uuid not null,
  session_id text not null,
  order_id uuid not null,
  amount_cents bigint not null,
  is_extra boolean default false not null,
  key text,
  received_on date,
  note text not null,
  at timestamp(3) with time zone not null,
  constraint manual_receipts_amount CHECK ((amount_cents > 0)),
  constraint manual_receipts_key_unique UNIQUE (key),
  constraint manual_receipts_pkey PRIMARY KEY (id),
  constraint manual_receipts_session_id_manual_sessions_id_fk FOREIGN KEY (session_id) REFERENCES manual_sessions(id) ON DELETE CASCADE
);

create table manual_refunds (
  key text not null,
  id text not null,
  payment_id text not null,
  amount_cents bigint not null,
  at timestamp(3) with time zone not null,
  constraint manual_refunds_amount CHECK ((amount_cents > 0)),
  constraint manual_refunds_pkey PRIMARY KEY (key)
);

create table manual_sessions (
  id text not null,
  order_id uuid not null,
  status text not null,
  amount_cents bigint not null,
  received_cents bigint default 0 not null,
  currency text not null,
  url text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint manual_sessions_order_id_unique UNIQUE (order_id),
  constraint manual_sessions_paid CHECK (((status = 'paid'::text) = (received_cents = amount_cents))),
  constraint manual_sessions_pkey PRIMARY KEY (id),
  constraint manual_sessions_received CHECK (((received_cents >= 0) AND (received_cents <= amount_cents))),
  constraint manual_sessions_status CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'ended'::text])))
);

create table monthly_product_stats (
  product_id uuid not null,
  month date not null,
  slot smallint not null,
  pieces integer not null,
  cents bigint not null,
  constraint monthly_product_stats_product_id_month_slot_pk PRIMARY KEY (product_id, month, slot)
);

create table order_delays (
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  day date,
  previous_day date not null,
  created_at timestamp(3) with time zone not null,
  answer text,
  answered_at timestamp(3) with time zone,
  consent_by date,
  refund_by date,
  constraint order_delays_answer CHECK ((answer = ANY (ARRAY['wait'::text, 'cancel'::text]))),
  constraint order_delays_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_delays_pkey PRIMARY KEY (id),
  constraint order_delays_position UNIQUE (order_id, "position")
);

create table order_downloads (
  id uuid not null,
  order_id uuid not null,
  line integer not null,
  file_id uuid not null,
  allowed integer,
  used integer default 0 not null,
  starts integer default 0 not null,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint order_downloads_file_id_download_files_id_fk FOREIGN KEY (file_id) REFERENCES download_files(id) ON DELETE RESTRICT,
  constraint order_downloads_line UNIQUE (order_id, line, file_id),
  constraint order_downloads_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_downloads_pkey PRIMARY KEY (id),
  constraint order_downloads_used CHECK (((used >= 0) AND ((allowed IS NULL) OR (used <= allowed))))
);

create table order_history (
  id bigint default nextval('order_history_id_seq'::regclass) not null,
  order_id uuid not null,
  at timestamp(3) with time zone not null,
  actor_id uuid,
  by text not null,
  from_status text,
  to_status text not null,
  why text not null,
  constraint order_history_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint order_history_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_history_pkey PRIMARY KEY (id)
);

create table order_keys (
  order_id uuid not null,
  line integer not null,
  list_id uuid not null,
  quantity integer not null,
  given integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  constraint order_keys_given CHECK (((given >= 0) AND (given <= quantity))),
  constraint order_keys_list_id_license_key_lists_id_fk FOREIGN KEY (list_id) REFERENCES license_key_lists(id) ON DELETE RESTRICT,
  constraint order_keys_order_id_line_pk PRIMARY KEY (order_id, line),
  constraint order_keys_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

create table order_lines (
  order_id uuid not null,
  position integer not null,
  product_id uuid,
  slug text not null,
  name text not null,
  price_cents integer not null,
  image_id text not null,
  quantity integer not null,
  discount_cents bigint default 0 not null,
  tax_cents bigint default 0 not null,
  variant_id uuid,
  options text default ''::text not null,
  sku text,
  sold_by jsonb,
  cost_cents integer,
  is_shipped boolean default true not null,
  bundle jsonb,
  tax_class text,
  tax_rate_ppm integer,
  withdrawal_exception text,
  is_gift_card boolean default false not null,
  recipient jsonb,
  minimum_age integer,
  constraint order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_lines_order_id_position_pk PRIMARY KEY (order_id, "position"),
  constraint order_lines_price CHECK ((price_cents >= 0)),
  constraint order_lines_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint order_lines_quantity CHECK ((quantity > 0))
);

create table order_notes (
  id bigint default nextval('order_notes_id_seq'::regclass) not null,
  order_id uuid not null,
  audience text not null,
  text text not null,
  at timestamp(3) with time zone not null,
  actor_id uuid,
  by text not null,
  constraint order_notes_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint order_notes_audience CHECK ((audience = ANY (ARRAY['team'::text, 'customer'::text]))),
  constraint order_notes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_notes_pkey PRIMARY KEY (id)
);

create table order_requests (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  reason text not null,
  lines jsonb not null,
  status text not null,
  answer text,
  created_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  name text,
  is_late boolean default false not null,
  refund_by date,
  constraint order_requests_kind CHECK ((kind = ANY (ARRAY['cancel'::text, 'return'::text, 'withdraw'::text]))),
  constraint order_requests_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_requests_pkey PRIMARY KEY (id),
  constraint order_requests_status CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text])))
);

create table order_texts (
  id uuid not null,
  hash text not null,
  title text not null,
  text text not null,
  kept_at timestamp(3) with time zone not null,
  constraint order_texts_hash_unique UNIQUE (hash),
  constraint order_texts_pkey PRIMARY KEY (id)
);

create table orders (
  id uuid not null,
  number integer,
  user_id uuid,
  status text not null,
  total_cents bigint not null,
  currency text default 'usd'::text not null,
  address text not null,
  provider text not null,
  provider_session text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  stock text not null,
  payment_id text,
  refunded_cents bigint default 0 not null,
  carrier text,
  tracking text,
  version integer default 1 not null,
  subtotal_cents bigint,
  discount_cents bigint default 0 not null,
  discount_code text,
  shipping_cents bigint default 0 not null,
  shipping_name text,
  tax_cents bigint default 0 not null,
  tax_rate_ppm integer default 0 not null,
  is_tax_included boolean default false not null,
  guest_email text,
  guest_name text,
  guest_network text,
  provider_refunded_cents bigint,
  provider_refunded_at timestamp(3) with time zone,
  is_tax_automatic boolean default false not null,
  processing_since timestamp(3) with time zone,
  is_tax_rounded_once boolean default false not null,
  session_failures integer default 0 not null,
  session_due_at timestamp(3) with time zone,
  recipient text,
  street text,
  postcode text,
  city text,
  region text,
  country text,
  is_buyer_erased boolean default false not null,
  consent_at timestamp(3) with time zone,
  delivery_from date,
  delivery_to date,
  is_test boolean default false not null,
  custom jsonb,
  needs_shipping boolean default true not null,
  has_downloads boolean default false not null,
  taxes jsonb,
  fee_cents bigint default 0 not null,
  payment_method jsonb,
  due_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  has_documents boolean default false not null,
  text_ids uuid[],
  balance_cents bigint default 0 not null,
  has_gift_cards boolean default false not null,
  billing jsonb,
  customer_note text,
  gift_message text,
  confirmations jsonb,
  due_on date,
  is_delayed boolean default false not null,
  charges jsonb,
  charges_cents bigint default 0 not null,
  constraint orders_balance CHECK (((balance_cents >= 0) AND (balance_cents <= total_cents))),
  constraint orders_buyer CHECK (((user_id IS NOT NULL) OR (guest_email IS NOT NULL))),
  constraint orders_guest CHECK (((guest_email IS NULL) = (guest_name IS NULL))),
  constraint orders_number_unique UNIQUE (number),
  constraint orders_numbered CHECK (((number IS NOT NULL) OR (status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text])))),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_provider_session_unique UNIQUE (provider_session),
  constraint orders_refunded CHECK (((refunded_cents >= 0) AND (refunded_cents <= total_cents))),
  constraint orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text, 'expired'::text, 'refunded'::text, 'review'::text]))),
  constraint orders_stock CHECK ((stock = ANY (ARRAY['none'::text, 'held'::text, 'sold'::text]))),
  constraint orders_test_order CHECK (((NOT is_test) OR ((stock = 'none'::text) AND (provider = ANY (ARRAY['demo'::text, 'none'::text]))))),
  constraint orders_total CHECK ((total_cents >= 0)),
  constraint orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE RESTRICT
);

create table pages (
  id uuid not null,
  slug text not null,
  title text not null,
  text text not null,
  status text not null,
  in_footer boolean not null,
  footer_position integer not null,
  description text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_slug_unique UNIQUE (slug),
  constraint pages_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);

create table payment_customers (
  id text not null,
  provider_account text not null,
  user_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint payment_customers_pkey PRIMARY KEY (id),
  constraint payment_customers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table payment_events (
  id text not null,
  provider text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamp(3) with time zone not null,
  constraint payment_events_pkey PRIMARY KEY (id)
);

create table payments (
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  session text not null,
  payment_id text,
  amount_cents bigint not null,
  currency text not null,
  state text not null,
  is_extra boolean default false not null,
  refunded_cents bigint default 0 not null,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_refunded CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint payments_state CHECK ((state = ANY (ARRAY['processing'::text, 'paid'::text, 'failed'::text])))
);

create table paypal_sessions (
  id text not null,
  order_id uuid not null,
  account text not null,
  status text not null,
  amount_cents bigint not null,
  currency text not null,
  url text not null,
  attempts integer default 0 not null,
  capture_id text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint paypal_sessions_attempts CHECK ((attempts >= 0)),
  constraint paypal_sessions_captured CHECK (((status = 'captured'::text) = (capture_id IS NOT NULL))),
  constraint paypal_sessions_order_id_unique UNIQUE (order_id),
  constraint paypal_sessions_pkey PRIMARY KEY (id),
  constraint paypal_sessions_status CHECK ((status = ANY (ARRAY['open'::text, 'capturing'::text, 'declined'::text, 'captured'::text, 'ended'::text])))
);

create table price_counts (
  category_id uuid not null,
  price_cents integer not null,
  count integer not null,
  is_bucket boolean not null
);

create table product_images (
  product_id uuid not null,
  position smallint not null,
  image_id text not null,
  alt text not null,
  constraint product_images_position CHECK ((("position" >= 1) AND ("position" <= 249))),
  constraint product_images_product_id_position_pk PRIMARY KEY (product_id, "position"),
  constraint product_images_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table product_import_errors (
  id bigint default nextval('product_import_errors_id_seq'::regclass) not null,
  import_id uuid not null,
  row integer not null,
  column text not null,
  reason text not null,
  name text not null,
  rows integer[],
  kind text,
  host text,
  constraint product_import_errors_import_id_product_imports_id_fk FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE,
  constraint product_import_errors_pkey PRIMARY KEY (id)
);

create table product_import_pieces (
  import_id uuid not null,
  position integer not null,
  bytes bytea not null,
  constraint product_import_pieces_import_id_position_pk PRIMARY KEY (import_id, "position"),
  constraint product_import_pieces_import_id_product_imports_id_fk FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);

create table product_imports (
  id uuid not null,
  file_name text not null,
  size integer default 0 not null,
  status text not null,
  format text,
  mapping jsonb,
  match text default 'auto'::text not null,
  replaces_images boolean default false not null,
  creates_categories boolean default true not null,
  image_hosts text[] default '{}'::text[] not null,
  form jsonb,
  preview jsonb,
  problem text,
  cursor integer default 0 not null,
  progress real default 0 not null,
  created integer default 0 not null,
  updated integer default 0 not null,
  unchanged integer default 0 not null,
  refused integer default 0 not null,
  lease uuid,
  leased_until timestamp(3) with time zone,
  failures integer default 0 not null,
  actor jsonb,
  by text not null,
  created_at timestamp(3) with time zone not null,
  queued_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  numbers text,
  uncounted_stock integer,
  hides_imageless boolean default false not null,
  kind text default 'products'::text,
  constraint product_imports_pkey PRIMARY KEY (id)
);

create table product_sources (
  source text not null,
  product_id uuid not null,
  constraint product_sources_pkey PRIMARY KEY (source),
  constraint product_sources_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table product_variants (
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  option_values text[] not null,
  sku text,
  price_cents integer not null,
  compare_at_cents integer,
  quantity integer not null,
  image_id text,
  barcode text,
  stock_policy jsonb,
  on_hand integer,
  cost_cents integer,
  contents numeric(12,3),
  custom jsonb,
  tax_class text,
  lowest_cents integer,
  constraint product_variants_compare_at_cents CHECK (((compare_at_cents >= 1) AND (compare_at_cents <= 99999999))),
  constraint product_variants_contents CHECK ((contents > (0)::numeric)),
  constraint product_variants_cost_cents CHECK (((cost_cents >= 0) AND (cost_cents <= 99999999))),
  constraint product_variants_pkey PRIMARY KEY (id),
  constraint product_variants_price_cents CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint product_variants_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint product_variants_quantity CHECK ((quantity >= 0)),
  constraint product_variants_stock_policy CHECK (
CASE
    WHEN (on_hand IS NULL) THEN (stock_policy IS NULL)
    ELSE (quantity =
    CASE
        WHEN (stock_policy IS NULL) THEN 0
        WHEN ((stock_policy ->> 'limit'::text) IS NULL) THEN 1000000
        ELSE GREATEST(0, LEAST(1000000, (on_hand + ((stock_policy ->> 'limit'::text))::integer)))
    END)
END),
  constraint product_variants_values UNIQUE (product_id, option_values)
);

create table products (
  id uuid not null,
  name text not null,
  slug text not null,
  description text not null,
  price_cents integer not null,
  quantity integer not null,
  shipping smallint default 0 not null,
  category_id uuid not null,
  image_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  sort_name text generated always as (lower(name)) stored not null,
  name_words tsvector generated always as (search_name_vector(name)) stored,
  version integer default 1 not null,
  compare_at_cents integer,
  sku text,
  weight_grams integer,
  status text default 'active'::text not null,
  image_alt text default ''::text not null,
  options jsonb,
  is_price_from boolean default false not null,
  attributes jsonb default '[]'::jsonb not null,
  stock_level smallint default 7 not null,
  facets text[] default '{}'::text[] not null,
  description_markdown text,
  further_category_ids uuid[] default '{}'::uuid[] not null,
  publish_from timestamp(3) with time zone,
  publish_until timestamp(3) with time zone,
  barcode text,
  condition text,
  seo_title text,
  seo_description text,
  stock_policy jsonb,
  on_hand integer,
  brand_id uuid,
  vendor text,
  tags text[] default '{}'::text[] not null,
  cost_cents integer,
  country_of_origin text,
  hs_code text,
  contents numeric(12,3),
  contents_unit text,
  price_contents numeric(12,3),
  related_product_ids uuid[] default '{}'::uuid[] not null,
  custom jsonb,
  google_category text,
  is_bundle boolean default false not null,
  is_part boolean default false not null,
  tax_class text,
  withdrawal_exception text,
  sold_as text,
  minimum_age text,
  handling_days text,
  maker text,
  safety_warnings text,
  guarantee_years text,
  guarantee_text text,
  guarantee_label text,
  lowest_cents integer,
  constraint products_brand_id_brands_id_fk FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE RESTRICT,
  constraint products_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE RESTRICT,
  constraint products_compare_at_cents CHECK (((compare_at_cents >= 1) AND (compare_at_cents <= 99999999))),
  constraint products_condition CHECK ((condition = ANY (ARRAY['new'::text, 'refurbished'::text, 'used'::text]))),
  constraint products_contents CHECK (((contents IS NULL) OR ((contents > (0)::numeric) AND (contents_unit IS NOT NULL)))),
  constraint products_contents_unit CHECK ((contents_unit = ANY (ARRAY['g'::text, 'kg'::text, 'ml'::text, 'cl'::text, 'l'::text, 'cm'::text, 'm'::text, 'm2'::text, 'm3'::text, 'piece'::text]))),
  constraint products_cost_cents CHECK (((cost_cents >= 0) AND (cost_cents <= 99999999))),
  constraint products_handling_days CHECK ((handling_days ~ '^\d{1,3}(-\d{1,3})?$'::text)),
  constraint products_minimum_age CHECK ((minimum_age ~ '^[1-9][0-9]?$'::text)),
  constraint products_pkey PRIMARY KEY (id),
  constraint products_price_cents CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint products_quantity CHECK ((quantity >= 0)),
  constraint products_shipping CHECK ((shipping = ANY (ARRAY[0, 1]))),
  constraint products_slug_unique UNIQUE (slug),
  constraint products_sold_as CHECK ((sold_as = 'gift_card'::text)),
  constraint products_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text, 'scheduled'::text, 'ended'::text]))),
  constraint products_stock_policy CHECK (
CASE
    WHEN (on_hand IS NULL) THEN (stock_policy IS NULL)
    ELSE (quantity =
    CASE
        WHEN (stock_policy IS NULL) THEN 0
        WHEN ((stock_policy ->> 'limit'::text) IS NULL) THEN 1000000
        ELSE GREATEST(0, LEAST(1000000, (on_hand + ((stock_policy ->> 'limit'::text))::integer)))
    END)
END),
  constraint products_weight_grams CHECK ((weight_grams >= 0)),
  constraint products_withdrawal_exception CHECK ((withdrawal_exception = ANY (ARRAY['made_to_measure'::text, 'perishable'::text, 'sealed'::text, 'digital'::text])))
);

create table recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  constraint recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table redirects (
  id uuid not null,
  from_path text not null,
  to_path text not null,
  to_key text not null,
  created_at timestamp(3) with time zone not null,
  constraint redirects_from_path_unique UNIQUE (from_path),
  constraint redirects_pkey PRIMARY KEY (id)
);

create table refund_lines (
  refund_id uuid not null,
  position integer not null,
  quantity integer not null,
  restock boolean not null,
  constraint refund_lines_quantity CHECK ((quantity > 0)),
  constraint refund_lines_refund_id_position_pk PRIMARY KEY (refund_id, "position"),
  constraint refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE
);

create table refunds (
  id uuid not null,
  order_id uuid not null,
  amount_cents bigint not null,
  reason text not null,
  restock boolean not null,
  status text not null,
  provider_refund text,
  actor_id uuid,
  at timestamp(3) with time zone not null,
  shipping_cents bigint default 0 not null,
  provider_created_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  failure text,
  payment uuid,
  failures integer default 0 not null,
  due_at timestamp(3) with time zone,
  balance_cents bigint default 0 not null,
  to_store_credit boolean default false not null,
  constraint refunds_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint refunds_amount CHECK ((amount_cents > 0)),
  constraint refunds_balance CHECK (((balance_cents >= 0) AND (balance_cents <= amount_cents))),
  constraint refunds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  constraint refunds_payment_payments_id_fk FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_refund_unique UNIQUE (provider_refund),
  constraint refunds_status CHECK ((status = ANY (ARRAY['requested'::text, 'succeeded'::text, 'failed'::text])))
);

create table safety_contacts (
  id uuid not null,
  key text not null,
  role text not null,
  name text not null,
  address text not null,
  country text not null,
  email text default ''::text not null,
  website text default ''::text not null,
  eu_person_id uuid,
  uk_person_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  constraint safety_contacts_eu_person_id_safety_contacts_id_fk FOREIGN KEY (eu_person_id) REFERENCES safety_contacts(id) ON DELETE RESTRICT,
  constraint safety_contacts_key_unique UNIQUE (key),
  constraint safety_contacts_pkey PRIMARY KEY (id),
  constraint safety_contacts_reachable CHECK (((email <> ''::text) OR (website <> ''::text))),
  constraint safety_contacts_role CHECK ((role = ANY (ARRAY['manufacturer'::text, 'responsible_person'::text]))),
  constraint safety_contacts_uk_person_id_safety_contacts_id_fk FOREIGN KEY (uk_person_id) REFERENCES safety_contacts(id) ON DELETE RESTRICT
);

create table saved_views (
  id uuid not null,
  list text not null,
  user_id uuid,
  name text not null,
  query text not null,
  columns text[],
  created_at timestamp(3) with time zone not null,
  constraint saved_views_list CHECK ((list = ANY (ARRAY['products'::text, 'orders'::text, 'customers'::text]))),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table second_factors (
  user_id uuid not null,
  secret text not null,
  created_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  last_step integer,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sessions (
  token_hash text not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone not null,
  authenticated_at timestamp(3) with time zone,
  user_agent text,
  ip text,
  test_orders_until timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table settings (
  key text not null,
  value jsonb not null,
  version integer default 1 not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table slug_history (
  kind text not null,
  slug text not null,
  target_id uuid not null,
  constraint slug_history_kind_slug_pk PRIMARY KEY (kind, slug)
);

create table stock_movements (
  id bigint default nextval('stock_movements_id_seq'::regclass) not null,
  product_id uuid not null,
  order_id uuid,
  kind text not null,
  available integer not null,
  reserved integer not null,
  at timestamp(3) with time zone not null,
  product_version integer,
  variant_id uuid,
  bundle_id uuid,
  constraint stock_movements_pkey PRIMARY KEY (id)
);

create table tax_entries (
  id bigint default nextval('tax_entries_id_seq'::regclass) not null,
  order_id uuid not null,
  at timestamp(3) with time zone not null,
  rate_ppm integer,
  country text not null,
  region text not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  constraint tax_entries_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint tax_entries_pkey PRIMARY KEY (id)
);

create table team_invitations (
  id uuid not null,
  email text not null,
  role text not null,
  token_hash text not null,
  by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint team_invitations_pkey PRIMARY KEY (id),
  constraint team_invitations_role CHECK ((role = ANY (ARRAY['read-only'::text, 'staff'::text, 'owner'::text]))),
  constraint team_invitations_token_hash_unique UNIQUE (token_hash)
);

create table unattached_images (
  image_id text not null,
  since timestamp(3) with time zone not null,
  constraint unattached_images_pkey PRIMARY KEY (image_id)
);

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  password_hash text not null,
  answer_hash text not null,
  role smallint default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  search_text text default ''::text not null,
  disabled_at timestamp(3) with time zone,
  is_email_unconfirmed boolean default false not null,
  pending_email text,
  team_role text,
  second_factor_grace_from timestamp(3) with time zone,
  email_confirmed_at timestamp(3) with time zone,
  billing jsonb,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role CHECK ((role = ANY (ARRAY[0, 1]))),
  constraint users_team_role CHECK ((team_role = ANY (ARRAY['read-only'::text, 'staff'::text, 'owner'::text])))
);

create table vat_checks (
  vat_id text not null,
  is_confirmed boolean not null,
  consultation text,
  checked_at timestamp(3) with time zone not null,
  constraint vat_checks_pkey PRIMARY KEY (vat_id)
);

create table vocabulary (
  word text not null,
  is_in_name boolean not null,
  constraint vocabulary_pkey PRIMARY KEY (word)
);

create table webhook_deliveries (
  id uuid default gen_random_uuid() not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  subject_id uuid not null,
  position bigint not null,
  state text default 'waiting'::text not null,
  created_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  first_attempt_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone not null,
  log jsonb default '[]'::jsonb not null,
  constraint webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_event_id_webhook_events_id_fk FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id)
);

create table webhook_endpoints (
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  is_enabled boolean not null,
  is_gone boolean default false not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  failure_told_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
);

create table webhook_events (
  id uuid default gen_random_uuid() not null,
  type text not null,
  subject_id uuid not null,
  position bigint default nextval('webhook_events_position_seq'::regclass) not null,
  details jsonb not null,
  created_at timestamp(3) with time zone not null,
  body text,
  write_failures integer default 0 not null,
  write_due_at timestamp(3) with time zone,
  constraint webhook_events_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX addresses_default ON public.addresses USING btree (user_id) WHERE is_default;
CREATE INDEX addresses_user ON public.addresses USING btree (user_id, created_at);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, created_at DESC NULLS LAST, id);
CREATE INDEX audit_log_actor_kind ON public.audit_log USING btree (actor_kind, created_at DESC NULLS LAST, id);
CREATE INDEX audit_log_created ON public.audit_log USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX audit_log_object ON public.audit_log USING btree (object_type, object_id, created_at DESC NULLS LAST, id);
CREATE INDEX audit_log_security ON public.audit_log USING btree (created_at DESC NULLS LAST, id) WHERE (kind = 'security'::text);
CREATE INDEX audit_log_unsealed ON public.audit_log USING btree (id) WHERE ("position" IS NULL);
CREATE UNIQUE INDEX balance_accounts_credit ON public.balance_accounts USING btree (user_id, currency) WHERE (kind = 'store_credit'::text);
CREATE INDEX balance_accounts_due ON public.balance_accounts USING btree (send_at) WHERE (send_at IS NOT NULL);
CREATE INDEX balance_accounts_list ON public.balance_accounts USING btree (created_at DESC NULLS LAST, id) WHERE (kind = 'gift_card'::text);
CREATE INDEX balance_accounts_recipient ON public.balance_accounts USING btree (lower(recipient_email)) WHERE (recipient_email <> ''::text);
CREATE INDEX balance_entries_account ON public.balance_entries USING btree (account_id, id);
CREATE INDEX balance_entries_order ON public.balance_entries USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX brands_name_key ON public.brands USING btree (lower(name));
CREATE INDEX brands_untidy ON public.brands USING btree (id) WHERE is_untidy;
CREATE INDEX bulk_edits_newest ON public.bulk_edits USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX bundle_parts_product ON public.bundle_parts USING btree (product_id);
CREATE INDEX categories_parent ON public.categories USING btree (parent_id);
CREATE UNIQUE INDEX categories_sibling_name_key ON public.categories USING btree (COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name));
CREATE INDEX collections_image ON public.collections USING btree (image_id);
CREATE INDEX collections_title ON public.collections USING btree (title, id);
CREATE INDEX customer_notes_user ON public.customer_notes USING btree (user_id, created_at);
CREATE INDEX customers_created_at ON public.customers USING btree (created_at DESC NULLS LAST, id);
CREATE UNIQUE INDEX customers_guest ON public.customers USING btree (lower(email)) WHERE (user_id IS NULL);
CREATE INDEX customers_last_order ON public.customers USING btree (last_order_at DESC NULLS LAST, id);
CREATE INDEX customers_orders ON public.customers USING btree (orders DESC NULLS LAST, id);
CREATE INDEX customers_search ON public.customers USING gin (search_text gin_trgm_ops) WITH (fastupdate='false');
CREATE INDEX customers_spent ON public.customers USING btree (spent_cents DESC NULLS LAST, id);
CREATE INDEX customers_tags ON public.customers USING gin (tags) WHERE (tags <> '{}'::text[]);
CREATE UNIQUE INDEX customers_user ON public.customers USING btree (user_id);
CREATE INDEX customers_with_orders_created_at ON public.customers_with_orders USING btree (created_at DESC NULLS LAST, user_id);
CREATE INDEX daily_product_stats_day ON public.daily_product_stats USING btree (day);
CREATE INDEX demo_events_undelivered ON public.demo_events USING btree (created_at, id) WHERE (delivered_at IS NULL);
CREATE INDEX discount_code_uses_customer ON public.discount_code_uses USING btree (code_id, customer) WHERE is_counted;
CREATE INDEX disputes_open ON public.disputes USING btree (order_id) WHERE (status = ANY (ARRAY['needs_response'::text, 'under_review'::text]));
CREATE INDEX disputes_order ON public.disputes USING btree (order_id);
CREATE INDEX documents_created ON public.documents USING btree (created_at DESC NULLS LAST, id);
CREATE UNIQUE INDEX documents_invoice ON public.documents USING btree (order_id) WHERE ((kind = 'invoice'::text) AND (corrects IS NULL));
CREATE INDEX documents_order ON public.documents USING btree (order_id, created_at);
CREATE UNIQUE INDEX documents_sequence ON public.documents USING btree (prefix, year, sequence);
CREATE INDEX download_files_ended ON public.download_files USING btree (id) WHERE ((status = ANY (ARRAY['uploading'::text, 'removed'::text])) OR (product_id IS NULL));
CREATE INDEX download_files_product ON public.download_files USING btree (product_id);
CREATE INDEX emails_created ON public.emails USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX emails_failed ON public.emails USING btree (created_at DESC NULLS LAST, id) WHERE ((sent_at IS NULL) AND (attempts >= 10) AND (last_error IS NOT NULL));
CREATE INDEX emails_recipient ON public.emails USING btree (lower(recipient), created_at DESC NULLS LAST);
CREATE INDEX emails_test_order ON public.emails USING btree (test_order_id) WHERE (test_order_id IS NOT NULL);
CREATE INDEX emails_unsent ON public.emails USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (attempts < 10));
CREATE INDEX emails_user ON public.emails USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX feed_problems_by_problem ON public.feed_problems USING btree (problem, product_id);
CREATE INDEX field_files_name ON public.field_files USING btree (lower(name), created_at DESC NULLS LAST);
CREATE INDEX imported_customers_import ON public.imported_customers USING btree (import_id, user_id);
CREATE INDEX imported_orders_email ON public.imported_orders USING btree (lower(email), placed_at DESC NULLS LAST);
CREATE UNIQUE INDEX imported_orders_number ON public.imported_orders USING btree (source, number);
CREATE INDEX imported_orders_placed ON public.imported_orders USING btree (placed_at DESC NULLS LAST, id);
CREATE INDEX known_devices_used ON public.known_devices USING btree (used_at);
CREATE INDEX license_key_lists_product ON public.license_key_lists USING btree (product_id);
CREATE INDEX license_keys_free ON public.license_keys USING btree (list_id, "position") WHERE (order_id IS NULL);
CREATE INDEX license_keys_order ON public.license_keys USING btree (order_id, line) WHERE (order_id IS NOT NULL);
CREATE INDEX login_attempts_reset ON public.login_attempts USING btree (reset_at);
CREATE INDEX manual_receipts_session ON public.manual_receipts USING btree (session_id);
CREATE INDEX manual_refunds_payment ON public.manual_refunds USING btree (payment_id);
CREATE INDEX monthly_product_stats_month ON public.monthly_product_stats USING btree (month);
CREATE INDEX order_downloads_file ON public.order_downloads USING btree (file_id);
CREATE INDEX order_history_order ON public.order_history USING btree (order_id, id);
CREATE INDEX order_keys_list ON public.order_keys USING btree (list_id);
CREATE INDEX order_keys_owed ON public.order_keys USING btree (created_at, order_id) WHERE (given < quantity);
CREATE INDEX order_lines_image ON public.order_lines USING btree (image_id);
CREATE INDEX order_lines_product ON public.order_lines USING btree (product_id);
CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id, id);
CREATE UNIQUE INDEX order_requests_one_open ON public.order_requests USING btree (order_id) WHERE ((status = 'open'::text) AND (kind <> 'withdraw'::text));
CREATE INDEX order_requests_order ON public.order_requests USING btree (order_id, created_at);
CREATE INDEX order_requests_waiting ON public.order_requests USING btree (order_id) WHERE (status = 'open'::text);
CREATE INDEX orders_charges ON public.orders USING btree (paid_at) WHERE (charges IS NOT NULL);
CREATE INDEX orders_checkouts ON public.orders USING btree (created_at DESC NULLS LAST, id) WHERE (number IS NULL);
CREATE INDEX orders_guest_email ON public.orders USING btree (lower(guest_email)) WHERE (user_id IS NULL);
CREATE INDEX orders_guest_network ON public.orders USING btree (guest_network, created_at DESC NULLS LAST) WHERE ((guest_network IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text])));
CREATE INDEX orders_guest_search ON public.orders USING gin (lower(((guest_name || '
'::text) || guest_email)) gin_trgm_ops) WITH (fastupdate='false') WHERE (guest_email IS NOT NULL);
CREATE INDEX orders_numbered ON public.orders USING btree (created_at DESC NULLS LAST, id) WHERE (number IS NOT NULL);
CREATE INDEX orders_payment ON public.orders USING btree (payment_id);
CREATE INDEX orders_pending ON public.orders USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX orders_pending_user ON public.orders USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX orders_recipient_search ON public.orders USING gin (lower(recipient) gin_trgm_ops) WITH (fastupdate='false') WHERE (recipient IS NOT NULL);
CREATE INDEX orders_status ON public.orders USING btree (status, created_at DESC NULLS LAST, id);
CREATE INDEX orders_test ON public.orders USING btree (created_at DESC NULLS LAST, id) WHERE is_test;
CREATE INDEX orders_to_pay ON public.orders USING btree (created_at DESC NULLS LAST, id) WHERE ((number IS NOT NULL) AND (paid_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'shipped'::text, 'delivered'::text])));
CREATE INDEX orders_user ON public.orders USING btree (user_id, created_at DESC NULLS LAST, id, status);
CREATE INDEX pages_footer ON public.pages USING btree (footer_position, title) WHERE (in_footer AND (status = 'published'::text));
CREATE INDEX pages_title ON public.pages USING btree (title, id);
CREATE INDEX payment_customers_erased ON public.payment_customers USING btree (id) WHERE (user_id IS NULL);
CREATE UNIQUE INDEX payment_customers_user ON public.payment_customers USING btree (user_id, provider_account);
CREATE INDEX payments_order ON public.payments USING btree (order_id);
CREATE INDEX payments_payment ON public.payments USING btree (payment_id);
CREATE UNIQUE INDEX payments_session ON public.payments USING btree (provider, session);
CREATE INDEX price_counts_price ON public.price_counts USING btree (is_bucket, price_cents, category_id, count);
CREATE INDEX product_images_image ON public.product_images USING btree (image_id);
CREATE INDEX product_import_errors_row ON public.product_import_errors USING btree (import_id, "row", id);
CREATE INDEX product_imports_newest ON public.product_imports USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX product_sources_product ON public.product_sources USING btree (product_id);
CREATE INDEX product_variants_barcode ON public.product_variants USING btree (lpad(barcode, 14, '0'::text)) WHERE (barcode IS NOT NULL);
CREATE INDEX product_variants_below_zero ON public.product_variants USING btree (product_id) WHERE (on_hand < 0);
CREATE INDEX product_variants_preorder ON public.product_variants USING btree (((stock_policy ->> 'shipsOn'::text))) WHERE ((stock_policy ->> 'shipsOn'::text) IS NOT NULL);
CREATE UNIQUE INDEX product_variants_sku_key ON public.product_variants USING btree (lower(sku)) WHERE (sku IS NOT NULL);
CREATE INDEX products_barcode ON public.products USING btree (lpad(barcode, 14, '0'::text)) WHERE (barcode IS NOT NULL);
CREATE INDEX products_below_zero ON public.products USING btree (id) WHERE (on_hand < 0);
CREATE INDEX products_brand ON public.products USING btree (brand_id, created_at DESC NULLS LAST, id) WHERE (brand_id IS NOT NULL);
CREATE INDEX products_category_name ON public.products USING btree (category_id, sort_name, id, price_cents);
CREATE INDEX products_category_newest ON public.products USING btree (category_id, created_at DESC NULLS LAST, id, price_cents);
CREATE INDEX products_category_price ON public.products USING btree (category_id, price_cents, id);
CREATE INDEX products_faceted ON public.products USING btree (category_id, price_cents) WHERE ((status = 'active'::text) AND (facets <> '{}'::text[]));
CREATE INDEX products_facets ON public.products USING gin (facets) WITH (fastupdate='false');
CREATE INDEX products_further ON public.products USING gin (further_category_ids) WITH (fastupdate='false') WHERE (further_category_ids <> '{}'::uuid[]);
CREATE INDEX products_further_name ON public.products USING btree (sort_name, id, price_cents, category_id, further_category_ids) WHERE ((status = 'active'::text) AND (further_category_ids <> '{}'::uuid[]));
CREATE INDEX products_further_newest ON public.products USING btree (created_at DESC NULLS LAST, id, price_cents, category_id, further_category_ids) WHERE ((status = 'active'::text) AND (further_category_ids <> '{}'::uuid[]));
CREATE INDEX products_further_price ON public.products USING btree (price_cents, id, category_id, further_category_ids) WHERE ((status = 'active'::text) AND (further_category_ids <> '{}'::uuid[]));
CREATE INDEX products_image ON public.products USING btree (image_id);
CREATE INDEX products_listed_category_name ON public.products USING btree (category_id, sort_name, id, price_cents) WHERE (status = 'active'::text);
CREATE INDEX products_listed_category_newest ON public.products USING btree (category_id, created_at DESC NULLS LAST, id, price_cents) WHERE (status = 'active'::text);
CREATE INDEX products_listed_category_price ON public.products USING btree (category_id, price_cents, id) WHERE (status = 'active'::text);
CREATE INDEX products_listed_name ON public.products USING btree (sort_name, id, price_cents, category_id) WHERE (status = 'active'::text);
CREATE INDEX products_listed_newest ON public.products USING btree (created_at DESC NULLS LAST, id, price_cents, category_id) WHERE (status = 'active'::text);
CREATE INDEX products_listed_price ON public.products USING btree (price_cents, id, category_id) WHERE (status = 'active'::text);
CREATE INDEX products_maker ON public.products USING btree (maker) WHERE (maker IS NOT NULL);
CREATE INDEX products_name ON public.products USING btree (sort_name, id, price_cents, category_id);
CREATE INDEX products_newest ON public.products USING btree (created_at DESC NULLS LAST, id, price_cents, category_id);
CREATE INDEX products_on_sale ON public.products USING btree (price_cents, id, category_id) WHERE ((status = 'active'::text) AND (compare_at_cents > price_cents));
CREATE INDEX products_preorder ON public.products USING btree (((stock_policy ->> 'shipsOn'::text))) WHERE ((stock_policy ->> 'shipsOn'::text) IS NOT NULL);
CREATE INDEX products_price ON public.products USING btree (price_cents, id, category_id);
CREATE INDEX products_publish_from ON public.products USING btree (publish_from) WHERE (status = 'scheduled'::text);
CREATE INDEX products_publish_until ON public.products USING btree (publish_until) WHERE ((status = 'active'::text) AND (publish_until IS NOT NULL));
CREATE INDEX products_scarce ON public.products USING btree (stock_level, created_at DESC NULLS LAST, id) WHERE (stock_level < 7);
CREATE INDEX products_search ON public.products USING gin (search_vector(name, description, category_id)) WITH (fastupdate='false');
CREATE UNIQUE INDEX products_sku_key ON public.products USING btree (lower(sku)) WHERE (sku IS NOT NULL);
CREATE INDEX products_table_text ON public.products USING gin ((((sort_name || ' '::text) || lower(COALESCE(sku, ''::text)))) gin_trgm_ops) WITH (fastupdate='false');
CREATE INDEX products_tags ON public.products USING gin (tags) WITH (fastupdate='false') WHERE (tags <> '{}'::text[]);
CREATE INDEX products_unlisted ON public.products USING btree (status, created_at DESC NULLS LAST, id) WHERE (NOT (status = 'active'::text));
CREATE INDEX products_vendor ON public.products USING btree (lower(vendor)) WHERE (vendor IS NOT NULL);
CREATE INDEX redirects_to_key ON public.redirects USING btree (to_key);
CREATE INDEX refunds_order ON public.refunds USING btree (order_id);
CREATE INDEX refunds_requested ON public.refunds USING btree (at) WHERE (status = 'requested'::text);
CREATE INDEX safety_contacts_eu_person ON public.safety_contacts USING btree (eu_person_id);
CREATE UNIQUE INDEX safety_contacts_name_key ON public.safety_contacts USING btree (role, lower(name));
CREATE INDEX safety_contacts_uk_person ON public.safety_contacts USING btree (uk_person_id);
CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (list, COALESCE(user_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name));
CREATE INDEX sessions_created ON public.sessions USING btree (created_at);
CREATE INDEX sessions_used ON public.sessions USING btree (used_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX stock_movements_order ON public.stock_movements USING btree (order_id);
CREATE INDEX stock_movements_product ON public.stock_movements USING btree (product_id);
CREATE INDEX tax_entries_at ON public.tax_entries USING btree (at);
CREATE INDEX tax_entries_order ON public.tax_entries USING btree (order_id);
CREATE UNIQUE INDEX team_invitations_email ON public.team_invitations USING btree (lower(email));
CREATE INDEX users_created_at ON public.users USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX users_disabled ON public.users USING btree (created_at DESC NULLS LAST, id) WHERE (disabled_at IS NOT NULL);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_search ON public.users USING gin (search_text gin_trgm_ops) WITH (fastupdate='false');
CREATE INDEX users_team ON public.users USING btree (created_at DESC NULLS LAST, id) WHERE (role = 1);
CREATE INDEX vocabulary_length ON public.vocabulary USING btree (length(word));
CREATE INDEX vocabulary_prefix ON public.vocabulary USING btree (word text_pattern_ops);
CREATE INDEX vocabulary_trigrams ON public.vocabulary USING gin (word gin_trgm_ops);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at DESC NULLS LAST, id);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_of_endpoint ON public.webhook_deliveries USING btree (endpoint_id, created_at DESC NULLS LAST, id);
CREATE INDEX webhook_deliveries_subject ON public.webhook_deliveries USING btree (endpoint_id, subject_id, "position") WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_undelivered ON public.webhook_deliveries USING btree (state, created_at DESC NULLS LAST, id) WHERE (state <> 'delivered'::text);
CREATE INDEX webhook_events_created ON public.webhook_events USING btree (created_at);
CREATE INDEX webhook_events_subject ON public.webhook_events USING btree (subject_id);
CREATE INDEX webhook_events_unwritten ON public.webhook_events USING btree ("position") WHERE (body IS NULL);

CREATE OR REPLACE FUNCTION public.add_accounts(ids uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO customers (id, user_id, kind, name, email, search_text, is_disabled, created_at)  SELECT users.id,
             users.id,
                 CASE users.role
                     WHEN 1 THEN 'team'::text
                     ELSE 'account'::text
                 END AS "case",
             users.name,
             users.email,
             lower(((users.name || '
'::text) || users.email)) AS lower,
             (users.disabled_at IS NOT NULL),
             users.created_at
            FROM users
           WHERE (users.id = ANY (add_accounts.ids)) ON CONFLICT DO NOTHING;
END;

CREATE OR REPLACE FUNCTION public.add_to_daily_stats(at timestamp with time zone, orders integer, cents bigint, customers integer)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT hold_time_zone() AS hold_time_zone;
 INSERT INTO daily_stats AS stored (day, slot, orders, cents, customers)
   VALUES (((add_to_daily_stats.at AT TIME ZONE ( SELECT shop_time_zone() AS shop_time_zone)))::date, (pg_backend_pid() % 32), add_to_daily_stats.orders, add_to_daily_stats.cents, add_to_daily_stats.customers) ON CONFLICT(day, slot) DO UPDATE SET orders = (stored.orders + excluded.orders), cents = (stored.cents + excluded.cents), customers = (stored.customers + excluded.customers);
END;

CREATE OR REPLACE FUNCTION public.add_to_product_stats(sold_order uuid, sign integer)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT hold_time_zone() AS hold_time_zone;
 WITH sold AS MATERIALIZED (
          SELECT COALESCE(product_sales.product_id, deleted_product()) AS product_id,
             ((product_sales.paid_at AT TIME ZONE ( SELECT shop_time_zone() AS shop_time_zone)))::date AS day,
             (pg_backend_pid() % 32) AS slot,
             (add_to_product_stats.sign * sum(product_sales.pieces)) AS pieces,
             ((add_to_product_stats.sign)::numeric * sum(product_sales.cents)) AS cents
            FROM product_sales() product_sales(order_id, paid_at, product_id, pieces, cents)
           WHERE (product_sales.order_id = add_to_product_stats.sold_order)
           GROUP BY COALESCE(product_sales.product_id, deleted_product()), (((product_sales.paid_at AT TIME ZONE ( SELECT shop_time_zone() AS shop_time_zone)))::date)
          HAVING ((sum(product_sales.pieces) <> 0) OR (sum(product_sales.cents) <> (0)::numeric))
           ORDER BY COALESCE(product_sales.product_id, deleted_product())
         ), by_month AS (
          INSERT INTO monthly_product_stats AS stored_1 (product_id, month, slot, pieces, cents)  SELECT sold.product_id,
                     (date_trunc('month'::text, (sold.day)::timestamp without time zone))::date AS date_trunc,
                     sold.slot,
                     sold.pieces,
                     sold.cents
                    FROM sold ON CONFLICT(product_id, month, slot) DO UPDATE SET pieces = (stored_1.pieces + excluded_1.pieces), cents = (stored_1.cents + excluded_1.cents)
         )
  INSERT INTO daily_product_stats AS stored (product_id, day, slot, pieces, cents)  SELECT sold.product_id,
             sold.day,
             sold.slot,
             sold.pieces,
             sold.cents
            FROM sold ON CONFLICT(product_id, day, slot) DO UPDATE SET pieces = (stored.pieces + excluded.pieces), cents = (stored.cents + excluded.cents);
END;

CREATE OR REPLACE FUNCTION public.add_to_vocabulary(names text[], descriptions text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO vocabulary (word, is_in_name)  SELECT words.word,
             words.is_in_name
            FROM ( SELECT found.word,
                     bool_or(found.is_in_name) AS is_in_name
                    FROM ( SELECT unnest(search_lexemes(name.name)) AS word,
                             true AS is_in_name
                            FROM unnest(add_to_vocabulary.names) name(name)
                         UNION ALL
                          SELECT unnest(search_lexemes(description.description)) AS unnest,
                             false
                            FROM unnest(add_to_vocabulary.descriptions) description(description)) found
                   WHERE (length(found.word) <= 40)
                   GROUP BY found.word) words
           WHERE (NOT (EXISTS ( SELECT
                    FROM vocabulary known
                   WHERE ((known.word = words.word) AND (known.is_in_name OR (NOT words.is_in_name))))))
           ORDER BY words.word ON CONFLICT(word) DO UPDATE SET is_in_name = true
   WHERE (excluded.is_in_name AND (NOT vocabulary.is_in_name));
END;

CREATE OR REPLACE FUNCTION public.all_facets(wanted_id uuid, options jsonb, attributes jsonb, tags text[], wanted_brand uuid, custom jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select distinct on (substr(token, 2)) token from (
    select unnest(product_facets(wanted_id, coalesce(options, '[]'),
      attributes || (select coalesce(jsonb_agg(jsonb_build_object('name', 'Tag', 'value', tag)), '[]') from unnest(tags) tag))) as token
    union all
    select 'oBrand:' || name from brands where id = wanted_brand
  ) tokens order by substr(token, 2), token desc)
  || array(select token from custom_facets('f', custom) token
    union select token from product_variants v, custom_facets('v', v.custom) token where v.product_id = wanted_id and v.custom is not null order by 1);
$function$;

CREATE OR REPLACE FUNCTION public.attribute_facets(attributes jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'a' || (attribute ->> 'name') || ':' || (attribute ->> 'value') from jsonb_array_elements(attributes) attribute;
$function$;

CREATE OR REPLACE FUNCTION public.audit_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  told jsonb := tg_argv[0]::jsonb;
  actor jsonb := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb;
  unseen text[] := array(select jsonb_array_elements_text(
    coalesce(told -> 'ignored', '[]') || case when actor ->> 'kind' = 'job' then coalesce(told -> 'ledger', '[]') else '[]' end));
begin
  if coalesce(actor ->> 'kind', 'nobody') in ('customer', 'nobody') then return null; end if;
  if tg_op = 'INSERT' then
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'created', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', becomes ->> (told ->> 'id'), becomes ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (becomes ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(n) as becomes, audit_personal(actor, '{}') as detachable from changed_to n) as rows,
        lateral (select coalesce(jsonb_object_agg(key, jsonb_build_object('after', value)), '{}') as changed
          from jsonb_each(becomes - unseen) where value <> 'null') as columns;
  elsif tg_op = 'DELETE' then
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'deleted', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', was ->> (told ->> 'id'), was ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (was ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(o) as was, audit_personal(actor, '{}') as detachable from changed_from o) as rows,
        lateral (select coalesce(jsonb_object_agg(key, jsonb_build_object('before', value)), '{}') as changed
          from jsonb_each(was - unseen) where value <> 'null') as columns;
  else
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'updated', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', becomes ->> (told ->> 'id'), becomes ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (becomes ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(o) as was, to_jsonb(n) as becomes, audit_personal(actor, '{}') as detachable
          from changed_from o join changed_to n on n.id = o.id) as rows,
        lateral (select jsonb_object_agg(key, jsonb_build_object('before', was -> key, 'after', value)) as changed
          from jsonb_each(becomes - unseen) where value is distinct from was -> key) as columns
      where changed is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(told text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select encode(sha256(convert_to(told, 'UTF8')), 'hex') $function$;

CREATE OR REPLACE FUNCTION public.audit_personal(actor jsonb, of_people jsonb)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select jsonb_build_object('salt', gen_random_uuid())
    || case when actor ? 'network' then jsonb_build_object('network', actor -> 'network') else '{}' end
    || case when of_people = '{}' then '{}' else jsonb_build_object('changes', of_people) end
$function$;

CREATE OR REPLACE FUNCTION public.audit_row_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told jsonb := tg_argv[0]::jsonb || coalesce(tg_argv[0]::jsonb -> 'on' -> tg_op, '{}');
  actor_kind text := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb ->> 'kind';
  was jsonb;
  becomes jsonb;
  event jsonb;
begin
  if coalesce(actor_kind, 'customer') = 'customer' and not told ? 'events' then return null; end if;
  was := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  becomes := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  if not (actor_kind is not distinct from 'job' and told ? 'notByJobs') and not told ? 'onlyEvents'
    and not (told ? 'wasNot' and was @> (told -> 'wasNot')) then
    perform write_row_change(told, tg_op, was, becomes);
  end if;
  for event in select jsonb_array_elements(told -> 'events') loop
    if was @> coalesce(event -> 'was', '{}') and becomes @> coalesce(event -> 'is', '{}') and not (event ? 'wasNot' and was @> (event -> 'wasNot')) then
      perform write_row_change(told - 'ignored' || event, tg_op, was, becomes);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_row_hash(entry audit_log, at_position bigint, before text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select audit_hash(jsonb_build_array(at_position, before, entry.id, (extract(epoch from entry.created_at) * 1000)::bigint, entry.kind, entry.action,
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.request_id, entry.object_type, entry.object_id, entry.object_name, entry.part,
    entry.changes, entry.personal_hash)::text)
$function$;

CREATE OR REPLACE FUNCTION public.bundle_stock(wanted uuid, OUT quantity integer, OUT stock_policy jsonb, OUT on_hand integer)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  with parts as (
    select b.position, s.policy,
      case when not s.is_sold then 0 when s.policy is not null and s.policy ->> 'limit' is null then 1000000 else s.quantity / b.count end as bundles,
      case when s.policy is null then s.quantity / b.count when s.policy ->> 'policy' = 'backorder' then greatest(0, s.there) / b.count
        when s.is_late then 0 else 1000000 end as ready,
      s.is_late
    from bundle_parts b join products p on p.id = b.product_id left join product_variants v on v.id = b.variant_id and v.product_id = p.id,
      lateral (select case when b.variant_id is null then p.quantity else v.quantity end as quantity,
        case when b.variant_id is null then p.stock_policy else v.stock_policy end as policy,
        case when b.variant_id is null then p.on_hand else v.on_hand end as there) own,
      lateral (select own.*, p.status = 'active' and not p.is_bundle and (p.options is null) = (b.variant_id is null)
          and (b.variant_id is null or v.id is not null) as is_sold,
        own.policy ->> 'policy' in ('backorder', 'preorder') or own.policy ->> 'shipsIn' is not null as is_late) s
    where b.bundle_id = wanted
  ), least_part as (
    select coalesce(min(bundles), 0) as bundles, coalesce(min(ready), 0) as ready,
      (array_agg(policy - 'limit' order by policy ->> 'shipsOn' desc nulls last, policy ->> 'policy' = 'preorder' desc, position)
        filter (where is_late))[1] as later
    from parts
  )
  select bundles,
    case when later is not null and (ready < bundles or bundles = 0)
        then later || case when bundles < 1000000 then jsonb_build_object('limit', bundles - ready) else '{}' end
      when bundles = 1000000 then '{"policy": "untracked"}' end,
    case when later is not null and (ready < bundles or bundles = 0) then ready when bundles = 1000000 then 0 end
  from least_part;
$function$;

CREATE OR REPLACE FUNCTION public.chosen_status(state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when state in ('scheduled', 'ended') then 'active' else state end;
$function$;

CREATE OR REPLACE FUNCTION public.collect_index_entries()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  if not has_one_connection() then return; end if;
  alter index products_search set (fastupdate = true);
  alter index products_table_text set (fastupdate = true);
end $function$;

CREATE OR REPLACE FUNCTION public.combination_of(category_id uuid, further_ids uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (further_ids = '{}'::uuid[]) THEN category_id ELSE (md5(((category_id)::text || array_to_string(further_ids, ' '::text))))::uuid END;

CREATE OR REPLACE FUNCTION public.count_account(account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  confirmed text;
begin
  perform from customers where id = account for no key update;
  if not found then
    perform add_accounts(array[account]);
    perform from customers where id = account for no key update;
  end if;
  select email into confirmed from users where id = account and email_confirmed_at is not null;
  update customers c set orders = counted.orders, spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country
    from (
      select count(*)::int as orders, coalesce(sum(cents), 0)::bigint as cents, coalesce(max(created_at), '-infinity') as last_order_at,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(account, confirmed) o
    ) counted
    where c.id = account
      and (c.orders, c.spent_cents, c.last_order_at, c.country) is distinct from (counted.orders, counted.cents, counted.last_order_at, counted.country);
end $function$;

CREATE OR REPLACE FUNCTION public.count_customer(account uuid, mailbox text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  owner uuid := account;
begin
  if owner is null then
    if coalesce(mailbox, '') = '' then return; end if;
    perform pg_advisory_xact_lock_shared(hashtext('customer'), hashtext(lower(mailbox)));
    select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  end if;
  if owner is null then perform count_guest(mailbox); else perform count_account(owner); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.count_guest(mailbox text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  guest uuid;
begin
  select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  if guest is null then
    insert into customers (id, kind, name, email, search_text, created_at)
      select gen_random_uuid(), 'guest', name, email, '', created_at from customer_orders(null, mailbox) order by created_at limit 1
      on conflict do nothing;
    select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  end if;
  update customers c set name = counted.name, email = counted.email, search_text = lower(counted.name || E'\n' || counted.email), orders = counted.orders,
      spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country, created_at = counted.first_order_at
    from (
      select count(*)::int as orders, sum(cents)::bigint as cents, max(created_at) as last_order_at, min(created_at) as first_order_at,
        (array_agg(o.name order by created_at desc))[1] as name, (array_agg(o.email order by created_at desc))[1] as email,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(null, mailbox) o having count(*) > 0
    ) counted where c.id = guest;
  if not found then delete from customers where id = guest; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.count_order(counted_order uuid, sign integer)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT add_to_product_stats(counted_order, sign) AS add_to_product_stats;
 SELECT add_to_daily_stats(orders.paid_at, count_order.sign, (count_order.sign * (orders.total_cents - orders.refunded_cents)), 0) AS add_to_daily_stats
    FROM orders
   WHERE ((orders.id = count_order.counted_order) AND is_sale(orders.status, orders.paid_at) AND (NOT orders.is_test));
END;

CREATE OR REPLACE FUNCTION public.custom_facets(kind text, custom jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select kind || key || ':' || value from jsonb_each_text(custom) where length(value) <= 255;
$function$;

CREATE OR REPLACE FUNCTION public.customer_orders(account uuid, mailbox text)
 RETURNS TABLE(created_at timestamp with time zone, name text, email text, country text, cents bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT o.created_at,
     o.guest_name,
     o.guest_email,
     o.country,
         CASE
             WHEN is_sale(o.status, o.paid_at) THEN (o.total_cents - o.refunded_cents)
             ELSE (0)::bigint
         END AS "case"
    FROM orders o
   WHERE ((o.user_id = customer_orders.account) AND (NOT (o.status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text]))) AND (NOT o.is_buyer_erased) AND (NOT o.is_test))
 UNION ALL
  SELECT o.created_at,
     o.guest_name,
     o.guest_email,
     o.country,
         CASE
             WHEN is_sale(o.status, o.paid_at) THEN (o.total_cents - o.refunded_cents)
             ELSE (0)::bigint
         END AS "case"
    FROM orders o
   WHERE ((o.user_id IS NULL) AND (lower(o.guest_email) = lower(NULLIF(customer_orders.mailbox, ''::text))) AND (NOT (o.status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'expired'::text]))) AND (NOT o.is_buyer_erased) AND (NOT o.is_test));
END;

CREATE OR REPLACE FUNCTION public.deleted_product()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN '00000000-0000-0000-0000-000000000000'::uuid;

CREATE OR REPLACE FUNCTION public.document_hash(d documents, before text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select audit_hash(jsonb_build_array(before, d.id, d.kind, d.number, d.day, (extract(epoch from d.created_at) * 1000)::bigint, d.order_id, d.refund_id,
    d.corrects, d.currency, d.net_cents, d.tax_cents, d.gross_cents, d.content, d.personal_hash)::text)
$function$;

CREATE OR REPLACE FUNCTION public.document_number(prefix text, year integer, sequence integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select prefix || year || '-' || lpad(sequence::text, greatest(5, length(sequence::text)), '0')
$function$;

CREATE OR REPLACE FUNCTION public.has_one_connection()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('storefront.notify_sales'::text, true), ''::text) = 'on'::text);

CREATE OR REPLACE FUNCTION public.hold_time_zone()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock_shared((hashtext('shop_time_zone'::text))::bigint) AS pg_advisory_xact_lock_shared;
END;

CREATE OR REPLACE FUNCTION public.is_sale(status text, paid_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((status = ANY (ARRAY['paid'::text, 'shipped'::text, 'delivered'::text])) AND (paid_at IS NOT NULL));

CREATE OR REPLACE FUNCTION public.join_customer(mailbox text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  owner uuid;
  guest customers%rowtype;
begin
  perform pg_advisory_xact_lock(hashtext('customer'), hashtext(lower(mailbox)));
  select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  if owner is null then
    perform count_guest(mailbox);
    return;
  end if;
  select * into guest from customers where user_id is null and lower(email) = lower(mailbox) for update;
  if guest.id is not null then
    update customers set consent_at = coalesce(consent_at, guest.consent_at),
        tags = (select coalesce(array_agg(distinct tag order by tag), '{}') from unnest(tags || guest.tags) tag),
        custom = case when guest.custom is null then custom else guest.custom || coalesce(custom, '{}') end
      where id = owner and (guest.tags <> '{}' or guest.consent_at is not null or guest.custom is not null);
    update customer_notes set user_id = owner where user_id = guest.id;
    delete from customers where id = guest.id;
  end if;
  perform count_account(owner);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_consent(paid_order uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 UPDATE customers c SET consent_at = o.consent_at
    FROM orders o
   WHERE ((o.id = keep_consent.paid_order) AND (o.consent_at IS NOT NULL) AND (c.consent_at IS NULL) AND (c.id = COALESCE(( SELECT users.id
            FROM users
           WHERE ((lower(users.email) = lower(o.guest_email)) AND (users.email_confirmed_at IS NOT NULL))), ( SELECT customers.id
            FROM customers
           WHERE ((customers.user_id IS NULL) AND (lower(customers.email) = lower(o.guest_email)))))));
END;

CREATE OR REPLACE FUNCTION public.keep_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'UPDATE' and coalesce(current_setting('storefront.erasing', true), '') = 'on' and new.personal is null
    and to_jsonb(new) - 'personal' = to_jsonb(old) - 'personal' then
    return new;
  end if;
  raise exception 'document % is never changed or deleted', old.number using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_further_categories(main_id uuid, further_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  wanted uuid[] := array(select distinct id from unnest(further_ids) id where id <> main_id order by id);
  found_count int;
begin
  if wanted = '{}' then return wanted; end if;
  -- In the order of their ids, so that two products that are saved at once don't wait for each other in a circle.
  select count(*) into found_count from (select id from categories where id = any(wanted) order by id for key share) locked;
  if found_count < cardinality(wanted) then
    raise foreign_key_violation using message = 'a further category is missing', constraint = 'products_further_category_ids';
  end if;
  if not exists (select from category_combinations where id = combination_of(main_id, wanted)) then
    insert into category_combinations (id, category_id, further_ids) values (combination_of(main_id, wanted), main_id, wanted) on conflict do nothing;
  end if;
  return wanted;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  raise exception 'the text % is kept as it was', old.id using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.leave_slug(left_kind text, left_slug text, left_by uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO slug_history (kind, slug, target_id)
   VALUES (leave_slug.left_kind, leave_slug.left_slug, leave_slug.left_by) ON CONFLICT(kind, slug) DO UPDATE SET target_id = excluded.target_id;
END;

CREATE OR REPLACE FUNCTION public.lowest_price_before(product uuid, variant uuid, cents integer, state text, since timestamp with time zone, at timestamp with time zone, entry_id bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  own_part text := 'variant ' || variant;
  first_at timestamptz := greatest(at - interval '30 days', since);
  until timestamptz := at;
  lowest int;
  entry record;
begin
  for entry in select id, created_at, part, changes from audit_log
    where object_type = 'product' and object_id = product::text and created_at > first_at
      and (part is null and (changes ? 'status' or (variant is null and changes ? 'price_cents')) or part = own_part and changes ? 'price_cents')
    order by id desc
  loop
    if entry.id < entry_id then
      if state = 'active' and entry.created_at < until then lowest := least(lowest, cents); end if;
      until := least(until, entry.created_at);
    end if;
    if entry.part is null and entry.changes ? 'status' then state := entry.changes -> 'status' ->> 'before'; end if;
    if entry.part is not distinct from own_part and entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'before')::int; end if;
  end loop;
  if state = 'active' and first_at < until then lowest := least(lowest, cents); end if;
  return lowest;
end $function$;

CREATE OR REPLACE FUNCTION public.lowest_price_by_log(product uuid, variant uuid, now_cents integer, now_compare integer, state text, since timestamp with time zone, OUT lowest integer, OUT agrees boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  own_part text := 'variant ' || variant;
  cents int := now_cents;
  compare int := now_compare;
  was_cents int;
  was_compare int;
  step text;
  -- Null: nothing was deleted yet.
  log_begins timestamptz := (select created_at from audit_log where (select start_position from audit_chain) > 0 order by id limit 1);
  is_whole boolean := log_begins is null or since > log_begins;
  is_known boolean;
  entry record;
begin
  -- The values before the first entry that has them.
  for entry in select changes from audit_log where object_type = 'product' and object_id = product::text and part is not distinct from own_part
      and (changes ? 'price_cents' or changes ? 'compare_at_cents') order by id desc
  loop
    if entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'before')::int; end if;
    if entry.changes ? 'compare_at_cents' then compare := (entry.changes -> 'compare_at_cents' ->> 'before')::int; end if;
  end loop;
  is_known := is_whole or cents is null or compare is null or compare <= cents;
  for entry in select id, created_at, changes from audit_log where object_type = 'product' and object_id = product::text
      and part is not distinct from own_part and (changes ? 'price_cents' or changes ? 'compare_at_cents' or changes ? 'options') order by id
  loop
    was_cents := cents;
    was_compare := compare;
    if entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'after')::int; end if;
    if entry.changes ? 'compare_at_cents' then compare := (entry.changes -> 'compare_at_cents' ->> 'after')::int; end if;
    -- A reduction of before the log has some lowest price, or none: who knows.
    step := reduction_step(was_cents, was_compare, case when is_known then lowest else 0 end, cents, compare);
    if step = 'goes on' and variant is null and coalesce(entry.changes -> 'options' ->> 'before', '') <> '' then step := 'begins'; end if;
    if step = 'none' then
      lowest := null;
      is_known := true;
    elsif step = 'begins' then
      lowest := lowest_price_before(product, variant, now_cents, state, since, entry.created_at, entry.id);
      is_known := is_whole or entry.created_at - interval '30 days' >= log_begins;
    end if;
  end loop;
  agrees := is_known and cents is not distinct from now_cents and compare is not distinct from now_compare;
  if not agrees then lowest := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_index_entries()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  if not has_one_connection() then return; end if;
  perform gin_clean_pending_list('products_search'), gin_clean_pending_list('products_table_text');
  alter index products_search set (fastupdate = false);
  alter index products_table_text set (fastupdate = false);
end $function$;

CREATE OR REPLACE FUNCTION public.notify_change_of(change text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  changes int := coalesce(nullif(current_setting('storefront.changes', true), '')::int, 0);
begin
  if changes > 100 then return; end if;
  perform set_config('storefront.changes', (changes + 1)::text, true);
  perform pg_notify('catalog_changed', case when changes = 100 then '' else change end);
end $function$;

CREATE OR REPLACE FUNCTION public.notify_product_listed(listed uuid, category_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform notify_change_of('product:' || listed || ':' || category) from unnest(category_ids) category;
  -- PostgreSQL sends equal notifications once per transaction.
  perform pg_notify('catalog_changed', 'categories');
end $function$;

CREATE OR REPLACE FUNCTION public.number_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  series document_series;
begin
  insert into document_series (prefix, year, first, last) values (new.prefix, new.year, 1, 0) on conflict do nothing;
  select * into series from document_series s where s.prefix = new.prefix and s.year = new.year for update;
  new.sequence := series.last + 1;
  new.number := document_number(new.prefix, new.year, new.sequence);
  -- Who waited for the lock over midnight is dated after whom they waited for.
  new.day := greatest(new.day, series.day);
  new.personal := new.personal || jsonb_build_object('salt', gen_random_uuid());
  new.personal_hash := audit_hash(new.personal::text);
  new.hash := document_hash(new, series.hash);
  update document_series s set last = new.sequence, hash = new.hash, day = new.day where s.prefix = new.prefix and s.year = new.year;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was text := case when old.email_confirmed_at is not null then lower(old.email) end;
  becomes text := case when tg_op = 'UPDATE' and new.email_confirmed_at is not null then lower(new.email) end;
begin
  if tg_op = 'UPDATE' then
    update customers set kind = case new.role when 1 then 'team' else 'account' end, name = new.name, email = new.email,
        search_text = lower(new.name || E'\n' || new.email), is_disabled = new.disabled_at is not null, created_at = new.created_at
      where id = new.id;
  end if;
  if was is not distinct from becomes then return null; end if;
  if was is not null then perform join_customer(was); end if;
  if becomes is not null then perform join_customer(becomes); elsif tg_op = 'UPDATE' then perform count_account(new.id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_accounts_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform add_accounts(array(select id from inserted));
  perform join_customer(email) from inserted where email_confirmed_at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_brand_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'DELETE' or old.slug <> new.slug then perform leave_slug('brand', old.slug, old.id); end if;
  if tg_op = 'UPDATE' and old.name <> new.name and not new.is_untidy then
    update products set facets = all_facets(id, options, attributes, tags, brand_id, custom) where brand_id = new.id;
  end if;
  perform notify_change_of(case
    when tg_op = 'UPDATE' and (old.name, old.slug, old.merged_into, old.maker) is not distinct from (new.name, new.slug, new.merged_into, new.maker) then 'text:' || new.id
    else '' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_brand_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.is_untidy := old.is_untidy or exists (select from products where brand_id = new.id offset 500);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_category_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
end $function$;

CREATE OR REPLACE FUNCTION public.on_category_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if exists (select from products where further_category_ids <> '{}' and further_category_ids && array[old.id]) then
    raise foreign_key_violation using message = 'products are in this category', constraint = 'products_further_category_ids';
  end if;
  delete from category_combinations where further_ids @> array[old.id];
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.on_category_placed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  levels_above int;
  levels_below int;
begin
  perform pg_advisory_xact_lock(hashtext('category_tree'));
  with recursive above as (
    select id, parent_id, 1 as level from categories where id = new.parent_id
    union all select c.id, c.parent_id, level + 1 from categories c join above on c.id = above.parent_id where level < 10 and above.id <> new.id
  ) select max(level) into levels_above from above having not bool_or(id = new.id);
  if new.parent_id = new.id or (levels_above is null and exists (select from categories where id = new.parent_id)) then
    raise check_violation using message = 'a category would be below itself', constraint = 'categories_circle';
  end if;
  with recursive below as (
    select id, 1 as level from categories where parent_id = new.id
    union all select c.id, level + 1 from categories c join below on c.parent_id = below.id where level < 10
  ) select coalesce(max(level), 0) into levels_below from below;
  if coalesce(levels_above, 0) + 1 + levels_below > 5 then
    raise check_violation using message = 'the tree of categories would have a sixth level', constraint = 'categories_levels';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_collection_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.on_custom_field_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_notify('catalog_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_customer_recounted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'UPDATE' and (old.role, old.created_at) is not distinct from (new.role, new.created_at) then return null; end if;
  if old.role = 0 then perform add_to_daily_stats(old.created_at, 0, 0, -1); end if;
  if tg_op = 'UPDATE' and new.role = 0 then perform add_to_daily_stats(new.created_at, 0, 0, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_customers_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if not exists (select from inserted where role = 0) then return null; end if;
  -- Before the days are computed, which depends on the time zone too.
  perform hold_time_zone();
  perform add_to_daily_stats(min(created_at), 0, 0, count(*)::int) from inserted where role = 0
    group by (created_at at time zone (select shop_time_zone()))::date;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_hand_after(policy jsonb, on_hand integer, change integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((policy IS NULL) AND ((on_hand + change) >= 0)) THEN NULL::integer ELSE (on_hand + change) END;

CREATE OR REPLACE FUNCTION public.on_many_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, count, false)::price_counts)) from (
    select category_id, further_category_ids, price_cents, -1 as count from changed_from where status = 'active'
    union all select category_id, further_category_ids, price_cents, 1 from changed_to where status = 'active'
  ) counted;
  if exists (select from webhook_endpoints where is_enabled and 'product.changed' = any (events)) then
    perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'updated')), set_config('storefront.webhook_of', told, true)
      from changed_to n join changed_from o using (id), lateral (select id::text || ' ' || txid_current() as told) as event
      where (n.version <> o.version or n.status <> o.status) and current_setting('storefront.webhook_of', true) is distinct from told;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_order_after_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_closed boolean := new.status in ('cancelled', 'expired');
  changed_code uuid;
begin
  perform count_order(new.id, 1);
  -- Of an order under review, the provider's event says the sum.
  if new.paid_at is not null and new.provider_session is not null and (tg_op = 'INSERT' or old.paid_at is null) then
    insert into payments (id, order_id, provider, session, payment_id, amount_cents, currency, state, created_at, ended_at)
      select gen_random_uuid(), new.id, new.provider, new.provider_session, new.payment_id,
        coalesce((told.payload ->> 'amountCents')::bigint, new.total_cents), coalesce(told.payload ->> 'currency', new.currency), 'paid', new.paid_at, new.paid_at
      from (select 1) as one left join lateral (
        select payload from payment_events where new.status = 'review' and provider = new.provider and type = 'paid'
          and payload ->> 'sessionId' = new.provider_session limit 1
      ) told on true
      on conflict (provider, session) do nothing;
  end if;
  if new.is_test then return null; end if;
  if new.user_id is not null and new.status not in ('pending', 'cancelled', 'expired') then
    insert into customers_with_orders select id, created_at from users where id = new.user_id on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if new.discount_code is not null and (old.status in ('cancelled', 'expired')) <> is_closed then
    update discount_code_uses set is_counted = not is_closed where order_id = new.id and is_counted = is_closed returning code_id into changed_code;
    update discount_codes set uses = uses + case when is_closed then -1 else 1 end where id = changed_code;
  end if;
  if new.status <> old.status and new.status in ('paid', 'shipped') then perform queue_webhook_event('order.' || new.status, new.id, '{}'); end if;
  if new.refunded_cents > old.refunded_cents then
    perform queue_webhook_event('order.refunded', new.id, jsonb_build_object('refundedCents', new.refunded_cents - old.refunded_cents));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_order_before_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform count_order(old.id, -1);
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.on_order_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op <> 'INSERT' and not old.status in ('pending', 'cancelled', 'expired') then perform count_customer(old.user_id, old.guest_email); end if;
  if tg_op = 'DELETE' then return null; end if;
  -- An account that is erased leaves its orders to the books.
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null then update orders set is_buyer_erased = true where id = new.id; end if;
  if not new.status in ('pending', 'cancelled', 'expired') then perform count_customer(new.user_id, new.guest_email); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_page_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op <> 'INSERT' and old.status <> 'draft' and (tg_op = 'DELETE' or old.slug <> new.slug) then
    perform leave_slug('page', old.slug, old.id);
  end if;
  if (tg_op = 'INSERT' or old.status = 'draft') and (tg_op = 'DELETE' or new.status = 'draft') then return null; end if;
  perform notify_change_of(case
    when tg_op = 'UPDATE' and (old.slug, old.title, old.status, old.in_footer, old.footer_position)
      is not distinct from (new.slug, new.title, new.status, new.in_footer, new.footer_position) then 'text:' || new.id
    else '' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_part_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform update_bundles_of(new.id, new.version <> old.version or new.status <> old.status);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_picture_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update products set version = version + 1 where id = coalesce(new.product_id, old.product_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_product_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := new.id::text || ' ' || txid_current();
  many boolean := coalesce(current_setting('storefront.many_products', true), '') = 'on';
begin
  -- Of a bundle its parts are told.
  if not new.is_bundle and (new.quantity < old.quantity and new.quantity <= 100 and new.status = 'active' or new.on_hand < old.on_hand) then
    perform queue_low_stock(new.id, scarce_by(old.quantity, old.stock_policy, old.on_hand), scarce_by(new.quantity, new.stock_policy, new.on_hand))
      where new.status = 'active';
  end if;
  if not many and (old.category_id, old.further_category_ids, old.price_cents, old.status)
    is distinct from (new.category_id, new.further_category_ids, new.price_cents, new.status) then
    perform update_price_counts(array[
      (combination_of(old.category_id, old.further_category_ids), old.price_cents, case when old.status = 'active' then -1 else 0 end, false)::price_counts,
      (combination_of(new.category_id, new.further_category_ids), new.price_cents, case when new.status = 'active' then 1 else 0 end, false)::price_counts
    ]);
  end if;
  if new.status = 'active' and (old.name, old.description, old.status) is distinct from (new.name, new.description, new.status) then
    perform add_to_vocabulary(array[new.name], array[new.description]);
  end if;
  if old.slug <> new.slug and old.status <> 'draft' then perform leave_slug('product', old.slug, old.id); end if;
  if (old.category_id, old.further_category_ids, old.image_id, old.created_at, old.status)
    is distinct from (new.category_id, new.further_category_ids, new.image_id, new.created_at, new.status) then
    if 'active' in (old.status, new.status) then
      -- Equal notifications are sent once.
      perform notify_product_listed(old.id, old.category_id || old.further_category_ids || new.category_id || new.further_category_ids);
    end if;
  elsif new.status = 'active'
    and (old.version, old.is_price_from, old.facets, old.lowest_cents) is distinct from (new.version, new.is_price_from, new.facets, new.lowest_cents) then
    perform notify_change_of('product:' || new.id || ':' || category) from unnest(new.category_id || new.further_category_ids) category;
  end if;
  -- One save writes the product, its images and its variants, and each write raises the version. Only one event is written for it.
  if not many and (new.version <> old.version or new.status <> old.status) and current_setting('storefront.webhook_of', true) is distinct from told then
    perform set_config('storefront.webhook_of', told, true);
    perform queue_webhook_event('product.changed', new.id, jsonb_build_object('change', 'updated'));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_product_priced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare step text;
begin
  if new.options is not null then return new; end if;
  if tg_op = 'INSERT' then
    step := reduction_step(null, null, null, new.price_cents, new.compare_at_cents);
    new.lowest_cents := case when step = 'begins' then lowest_price_before(new.id, null, null, null, new.created_at, now(), 9223372036854775807) end;
    return new;
  end if;
  step := reduction_step(old.price_cents, old.compare_at_cents, old.lowest_cents, new.price_cents, new.compare_at_cents);
  new.lowest_cents := case when step = 'none' then null
    when step = 'begins' or old.options is not null
      then lowest_price_before(new.id, null, old.price_cents, old.status, new.created_at, now(), 9223372036854775807)
    else old.lowest_cents end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_product_saved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.stock_level := width_bucket(scarce_by(new.quantity, new.stock_policy, new.on_hand), array[1, 3, 6, 11, 21, 51, 101]);
  if tg_op = 'INSERT' or (old.options, old.attributes, old.tags, old.brand_id, old.custom, old.facets)
      is distinct from (new.options, new.attributes, new.tags, new.brand_id, new.custom, new.facets) then
    new.facets := case when new.options is not null or new.brand_id is not null or new.tags <> '{}' or new.custom is not null
        then all_facets(new.id, new.options, new.attributes, new.tags, new.brand_id, new.custom)
      when new.attributes = '[]' then '{}'
      else array(select distinct token from attribute_facets(new.attributes) token order by token) end;
  end if;
  if new.further_category_ids <> '{}' and (tg_op = 'INSERT'
      or (old.category_id, old.further_category_ids) is distinct from (new.category_id, new.further_category_ids)) then
    new.further_category_ids := keep_further_categories(new.category_id, new.further_category_ids);
  end if;
  if (new.publish_from is not null or new.publish_until is not null or new.status in ('scheduled', 'ended'))
    and new.status in ('active', 'scheduled', 'ended') then
    new.status := case when new.publish_until <= now() then 'ended' when new.publish_from > now() then 'scheduled' else 'active' end;
  end if;
  if new.sku is not null and (tg_op = 'INSERT' or lower(new.sku) is distinct from lower(old.sku)) then
    perform require_free_sku(new.sku, 'products');
  end if;
  -- A writer that knows no Markdown (the version before, SQL by hand) has written plain text.
  if tg_op = 'UPDATE' and new.description <> old.description and new.description_markdown = old.description_markdown then
    new.description_markdown := null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.slug, old.description, old.description_markdown, old.price_cents, old.shipping, old.category_id, old.further_category_ids,
      old.image_id, old.image_alt, old.compare_at_cents, old.sku, old.weight_grams, chosen_status(old.status), old.attributes, old.options,
      old.seo_title, old.seo_description, old.publish_from, old.publish_until, old.barcode, old.condition, case when not new.is_bundle then old.stock_policy end,
      old.brand_id, old.vendor, old.tags, old.cost_cents, old.country_of_origin, old.hs_code, old.contents, old.contents_unit, old.related_product_ids, old.custom,
      old.google_category, old.tax_class, old.withdrawal_exception, old.minimum_age, old.handling_days, old.maker, old.sold_as,
      old.safety_warnings, old.guarantee_years, old.guarantee_text, old.guarantee_label)
    is distinct from (new.name, new.slug, new.description, new.description_markdown, new.price_cents, new.shipping, new.category_id, new.further_category_ids,
      new.image_id, new.image_alt, new.compare_at_cents, new.sku, new.weight_grams, chosen_status(new.status), new.attributes, new.options,
      new.seo_title, new.seo_description, new.publish_from, new.publish_until, new.barcode, new.condition, case when not new.is_bundle then new.stock_policy end,
      new.brand_id, new.vendor, new.tags, new.cost_cents, new.country_of_origin, new.hs_code, new.contents, new.contents_unit, new.related_product_ids, new.custom,
      new.google_category, new.tax_class, new.withdrawal_exception, new.minimum_age, new.handling_days, new.maker, new.sold_as,
      new.safety_warnings, new.guarantee_years, new.guarantee_text, new.guarantee_label) then
    new.version := old.version + 1;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_products_created()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform add_to_vocabulary(array_agg(name), array_agg(description)) from inserted where status = 'active';
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, 1, false)::price_counts)) from inserted where status = 'active';
  perform notify_product_listed(id, category_id || further_category_ids) from inserted where status = 'active';
  if exists (select from webhook_endpoints where is_enabled and 'product.changed' = any (events)) then
    perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'created')) from inserted;
  end if;
  perform set_config('storefront.webhook_of', id::text || ' ' || txid_current(), true) from inserted limit 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_products_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, -1, false)::price_counts)) from deleted where status = 'active';
  perform notify_product_listed(id, category_id || further_category_ids) from deleted where status = 'active';
  perform leave_slug('product', slug, id) from deleted where status <> 'draft';
  perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'deleted', 'name', name, 'slug', slug)) from deleted;
  -- With the arguments of audit_changes.sql.
  if coalesce(current_setting('storefront.actor', true), '') <> '' then
    perform write_row_change('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
      "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}',
      'DELETE', to_jsonb(deleted), '{}') from deleted;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_products_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  delete from price_counts;
  perform pg_notify('catalog_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_refund_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform add_to_product_stats(new.order_id, case when tg_when = 'BEFORE' then -1 else 1 end);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_safety_contact_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform notify_change_of('');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_setting_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.on_stock_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if new.kind in ('import', 'edit', 'return') then perform notify_change_of('stock:' || new.product_id);
  else perform pg_notify('stock_sold', new.product_id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_user_saved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.search_text := lower(new.name || E'\n' || new.email);
  if tg_op = 'UPDATE' and (old.name, old.phone, old.address) is distinct from (new.name, new.phone, new.address) then
    new.version := old.version + 1;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_variant_priced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  step text := reduction_step(null, null, null, new.price_cents, new.compare_at_cents);
  was_cents int;
  was_lowest int;
begin
  if tg_op = 'UPDATE' then
    was_cents := old.price_cents;
    was_lowest := old.lowest_cents;
    step := reduction_step(old.price_cents, old.compare_at_cents, old.lowest_cents, new.price_cents, new.compare_at_cents);
  end if;
  new.lowest_cents := case when step = 'goes on' then was_lowest end;
  if step = 'begins' then
    select lowest_price_before(id, new.id, was_cents, status, created_at, now(), 9223372036854775807) into new.lowest_cents
      from products where id = new.product_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_variant_saved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
  cheapest product_variants;
  highest int;
begin
  if tg_op = 'UPDATE' and (old.position, old.option_values, old.sku, old.barcode, old.price_cents, old.compare_at_cents, old.lowest_cents, old.image_id,
      old.stock_policy, old.cost_cents, old.contents, old.custom, old.tax_class)
    is not distinct from (new.position, new.option_values, new.sku, new.barcode, new.price_cents, new.compare_at_cents, new.lowest_cents, new.image_id,
      new.stock_policy, new.cost_cents, new.contents, new.custom, new.tax_class) then return null; end if;
  -- Most variants add no new value.
  if (tg_op <> 'UPDATE' or old.option_values <> new.option_values or old.custom is distinct from new.custom)
    and current_setting('storefront.variants_faceted', true) is distinct from changed_id::text then
    perform set_config('storefront.variants_faceted', changed_id::text, true);
    update products set facets = all_facets(id, options, attributes, tags, brand_id, custom)
      where id = changed_id and facets is distinct from all_facets(id, options, attributes, tags, brand_id, custom);
  end if;
  if current_setting('storefront.variants_priced', true) is not distinct from changed_id::text then return null; end if;
  perform set_config('storefront.variants_priced', changed_id::text, true);
  select * into cheapest from product_variants where product_id = changed_id order by price_cents, position limit 1;
  if found then
    select max(price_cents) into highest from product_variants where product_id = changed_id;
    update products set price_cents = cheapest.price_cents, is_price_from = highest > cheapest.price_cents, compare_at_cents = cheapest.compare_at_cents,
        price_contents = cheapest.contents, lowest_cents = cheapest.lowest_cents
      where id = changed_id and (price_cents, is_price_from, compare_at_cents, price_contents, lowest_cents)
        is distinct from (cheapest.price_cents, highest > cheapest.price_cents, cheapest.compare_at_cents, cheapest.contents, cheapest.lowest_cents);
  else
    update products set is_price_from = false, price_contents = null where id = changed_id and (is_price_from or price_contents is not null);
  end if;
  -- Once per transaction, because a form may save a hundred variants.
  if current_setting('storefront.variants_of', true) is distinct from changed_id::text || ' ' || txid_current() then
    perform set_config('storefront.variants_of', changed_id::text || ' ' || txid_current(), true);
    update products set version = version + 1 where id = changed_id;
  end if;
  -- The version is raised once: what changes later in the transaction isn't seen by part_changed.
  if exists (select from products where id = changed_id and is_part) then perform update_bundles_of(changed_id, true); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.on_variant_sku()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if tg_op = 'INSERT' or lower(new.sku) is distinct from lower(old.sku) then perform require_free_sku(new.sku, 'product_variants'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.on_variants_saving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform set_config('storefront.variants_priced', '', true), set_config('storefront.variants_faceted', '', true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.price_bucket_width(price_cents integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (1 << width_bucket(price_cents, '{64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864}'::integer[]));

CREATE OR REPLACE FUNCTION public.price_levels(cents integer)
 RETURNS TABLE(price_cents integer, is_bucket boolean)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 2
BEGIN ATOMIC
 VALUES (price_levels.cents,false), ((price_levels.cents - (price_levels.cents % price_bucket_width(price_levels.cents))),true);
END;

CREATE OR REPLACE FUNCTION public.product_facets(wanted_id uuid, options jsonb, attributes jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(token order by token), '{}') from (select distinct on (substr(token, 2)) token from (
    select 'o' || (option ->> 'name') || ':' || option_values[place::int] as token
      from jsonb_array_elements(options) with ordinality option (option, place) join product_variants on product_id = wanted_id
    union all
    select * from attribute_facets(attributes)
  ) tokens order by substr(token, 2), token desc) kept;
$function$;

CREATE OR REPLACE FUNCTION public.product_sales()
 RETURNS TABLE(order_id uuid, paid_at timestamp with time zone, product_id uuid, pieces integer, cents bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT o.id,
     o.paid_at,
     l.product_id,
     (l.quantity - (COALESCE(r.pieces, (0)::bigint))::integer),
     (((c.cents)::numeric - round((((c.cents)::numeric * (COALESCE(r.pieces, (0)::bigint))::numeric) / (l.quantity)::numeric))))::bigint AS int8
    FROM (((orders o
      JOIN order_lines l ON ((l.order_id = o.id)))
      CROSS JOIN LATERAL ( SELECT (((l.price_cents)::bigint * l.quantity) - l.discount_cents) AS cents) c)
      LEFT JOIN ( SELECT refunds.order_id,
             refund_lines."position",
             sum(refund_lines.quantity) AS pieces
            FROM (refunds
              JOIN refund_lines ON ((refund_lines.refund_id = refunds.id)))
           WHERE (refunds.status = 'succeeded'::text)
           GROUP BY refunds.order_id, refund_lines."position") r ON (((r.order_id = l.order_id) AND (r."position" = l."position"))))
   WHERE (is_sale(o.status, o.paid_at) AND (NOT o.is_test));
END;

CREATE OR REPLACE FUNCTION public.quantity_after(quantity integer, policy jsonb, on_hand integer, change integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (on_hand IS NULL) THEN (quantity + change) ELSE quantity_by_policy(policy, (on_hand + change)) END;

CREATE OR REPLACE FUNCTION public.quantity_by_policy(policy jsonb, there integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (policy IS NULL) THEN GREATEST(0, there) WHEN ((policy ->> 'limit'::text) IS NULL) THEN 1000000 ELSE GREATEST(0, LEAST(1000000, (there + ((policy ->> 'limit'::text))::integer))) END;

CREATE OR REPLACE FUNCTION public.queue_low_stock(sold_product uuid, quantity_before integer, quantity_now integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  threshold int;
begin
  if not exists (select from webhook_endpoints where is_enabled and 'stock.low' = any (events)) then return; end if;
  select (value ->> 'lowStockThreshold')::int into threshold from settings
    where key = 'shop-details' and value ->> 'lowStockThreshold' ~ '^[0-9]{1,4}$';
  threshold := least(coalesce(threshold, 5), 100);
  if quantity_before > threshold and quantity_now <= threshold then
    perform queue_webhook_event('stock.low', sold_product, jsonb_build_object('threshold', threshold, 'quantity', quantity_now));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_webhook_event(event_type text, event_subject uuid, event_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  if not exists (select from webhook_endpoints where is_enabled and event_type = any (events)) then return; end if;
  with event as (
    insert into webhook_events (type, subject_id, details, created_at) values (event_type, event_subject, event_details, now())
    returning id, position, created_at
  )
  insert into webhook_deliveries (event_id, endpoint_id, subject_id, position, created_at, next_attempt_at)
    select event.id, endpoint.id, event_subject, event.position, event.created_at, event.created_at
    from event, webhook_endpoints endpoint where endpoint.is_enabled and event_type = any (endpoint.events);
end $function$;

CREATE OR REPLACE FUNCTION public.raise_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_daily_stats()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform recount_days('-infinity', 'infinity');
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_price_counts()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform recount_prices(0, 2147483647);
end $function$;

CREATE OR REPLACE FUNCTION public.rebuild_product_stats()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform recount_product_days('-infinity', 'infinity');
end $function$;

CREATE OR REPLACE FUNCTION public.recount_days(first_day date, end_day date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  wrong integer;
  zone text;
begin
  perform hold_time_zone();
  zone := shop_time_zone();
  -- One at a time; the next statement sees what the one before has added.
  lock table daily_stats in share update exclusive mode;
  insert into daily_stats
    select day, -1, sum(orders), sum(cents), sum(customers) from (
      select (paid_at at time zone zone)::date as day, 1 as orders, total_cents - refunded_cents as cents, 0 as customers
        from orders where is_sale(status, paid_at) and not is_test and paid_at >= first_day - 2 and paid_at < end_day + 2
      union all
      select (created_at at time zone zone)::date, 0, 0, 1 from users where role = 0 and created_at >= first_day - 2 and created_at < end_day + 2
      union all
      select day, -orders, -cents, -customers from daily_stats
    ) counted where day >= first_day and day < end_day group by 1 having (sum(orders), sum(cents), sum(customers)) <> (0, 0, 0)
    on conflict (day, slot) do update set
      orders = daily_stats.orders + excluded.orders,
      cents = daily_stats.cents + excluded.cents,
      customers = daily_stats.customers + excluded.customers;
  get diagnostics wrong = row_count;
  return wrong;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_prices(lowest bigint, highest bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare wrong integer;
begin
  -- One at a time; the next statement sees what the one before has added.
  perform pg_advisory_xact_lock(hashtext('recount_prices'));
  insert into price_counts
    select category_id, price_cents, sum(count), is_bucket from (
      select category_id, level.price_cents, count, level.is_bucket
        from (
          select combination_of(category_id, further_category_ids) as category_id, price_cents, count(*) as count from products
            where status = 'active' and price_cents >= lowest and price_cents <= highest group by 1, 2
        ) counted, price_levels(counted.price_cents) level
      union all
      select category_id, price_cents, -count, is_bucket from price_counts
        where is_bucket in (true, false) and price_cents >= lowest and price_cents <= highest
    ) compared group by 1, 2, 4 having sum(count) <> 0;
  get diagnostics wrong = row_count;
  -- Makes one row again of those that belong together, unless somebody is changing them.
  with several as (
    select category_id, price_cents, is_bucket from price_counts
      where is_bucket in (true, false) and price_cents >= lowest and price_cents <= highest group by 1, 2, 3 having count(*) > 1
  ), spots as materialized (
    select p.ctid as spot from price_counts p join several using (category_id, price_cents, is_bucket) for update of p skip locked
  ), removed as (
    delete from price_counts where ctid = any(array(select spot from spots)) returning *
  )
  insert into price_counts
    select category_id, price_cents, sum(count), is_bucket from removed group by 1, 2, 4 having sum(count) <> 0;
  return wrong;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_product_days(first_day date, end_day date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  wrong integer;
  zone text;
begin
  perform hold_time_zone();
  zone := shop_time_zone();
  lock table daily_product_stats in share update exclusive mode;
  insert into daily_product_stats
    select product_id, day, -1, sum(pieces), sum(cents) from (
      select coalesce(product_id, deleted_product()) as product_id, (paid_at at time zone zone)::date as day, pieces, cents
        from product_sales() where paid_at >= first_day - 2 and paid_at < end_day + 2
      union all
      select coalesce(products.id, deleted_product()), day, -pieces, -cents
        from daily_product_stats stored left join products on products.id = stored.product_id
    ) counted where day >= first_day and day < end_day group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, day, slot) do update
    set pieces = daily_product_stats.pieces + excluded.pieces, cents = daily_product_stats.cents + excluded.cents;
  get diagnostics wrong = row_count;
  insert into monthly_product_stats
    select product_id, month, -1, sum(pieces), sum(cents) from (
      select product_id, date_trunc('month', day::timestamp)::date as month, pieces, cents from daily_product_stats
        where day >= first_day and day < end_day
      union all
      select product_id, month, -pieces, -cents from monthly_product_stats where month >= first_day and month < end_day
    ) counted group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, month, slot) do update
    set pieces = monthly_product_stats.pieces + excluded.pieces, cents = monthly_product_stats.cents + excluded.cents;
  return wrong;
end $function$;

CREATE OR REPLACE FUNCTION public.reduction_step(was_cents integer, was_compare integer, was_lowest integer, cents integer, compare integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when compare is null or compare <= cents then 'none'
    when was_cents is null or was_compare is null or was_compare <= was_cents or cents > was_cents or (was_lowest is null and cents < was_cents) then 'begins'
    else 'goes on' end;
$function$;

CREATE OR REPLACE FUNCTION public.require_free_sku(wanted text, of_table text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_advisory_xact_lock(hashtext('require_unique_sku'));
  if of_table = 'products' then
    perform from product_variants where lower(sku) = lower(wanted);
  else
    perform from products where lower(sku) = lower(wanted);
  end if;
  if found then
    raise unique_violation using message = format('the SKU %s is given already', wanted), constraint = of_table || '_sku_key';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.scarce_by(quantity integer, policy jsonb, on_hand integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((policy ->> 'policy'::text) = 'backorder'::text) THEN GREATEST(0, LEAST(quantity, on_hand)) ELSE quantity END;

CREATE OR REPLACE FUNCTION public.seal_audit_log(most integer)
 RETURNS TABLE(kind text, action text)
 LANGUAGE plpgsql
AS $function$
declare
  chain audit_chain;
  entry audit_log;
begin
  insert into audit_chain default values on conflict do nothing;
  select * into chain from audit_chain for update;
  for entry in select * from audit_log a where a.position is null order by a.id limit most loop
    chain.position := chain.position + 1;
    chain.hash := audit_row_hash(entry, chain.position, chain.hash);
    update audit_log a set position = chain.position, hash = chain.hash where a.id = entry.id;
    kind := entry.kind;
    action := entry.action;
    return next;
  end loop;
  update audit_chain set position = chain.position, hash = chain.hash;
end $function$;

CREATE OR REPLACE FUNCTION public.search_any(lexemes text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (NULLIF(replace((array_to_tsvector(lexemes))::text, ''' '''::text, ''' | '''::text), ''::text))::tsquery;

CREATE OR REPLACE FUNCTION public.search_estimate(asked tsquery)
 RETURNS integer
 LANGUAGE plpgsql
 STRICT
AS $function$
declare
  plan json;
begin
  execute format('explain (format json) select from products where search_vector(name, description, category_id) @@ %L::tsquery', asked::text) into plan;
  return plan -> 0 -> 'Plan' -> 'Plan Rows';
end $function$;

CREATE OR REPLACE FUNCTION public.search_length_prefixes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['<<<'::text, '<<'::text, '<'::text];

CREATE OR REPLACE FUNCTION public.search_lexemes(input text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN tsvector_to_array(to_tsvector('search_simple'::regconfig, search_normalize(input)));

CREATE OR REPLACE FUNCTION public.search_name_vector(name text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(((search_lexemes(name) || search_stems(name)) || string_to_array(regexp_replace(name, '[[:alnum:][:space:]]+'::text, ''::text, 'g'::text), NULL::text)));

CREATE OR REPLACE FUNCTION public.search_normalize(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace(input, '[''’`´]+'::text, ''::text, 'g'::text), '[-_/.\\,:;&+*#@()\[\]{}"!?|<>=%~]+'::text, ' '::text, 'g'::text);

CREATE OR REPLACE FUNCTION public.search_stems(input text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN tsvector_to_array(to_tsvector('search_english'::regconfig, search_normalize(input)));

CREATE OR REPLACE FUNCTION public.search_term(term text, is_last boolean, is_alone boolean, OUT is_stop_word boolean, OUT anywhere tsquery, OUT named tsquery, OUT whole tsquery, OUT short_name tsquery[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE STRICT
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$ declare
  stems text[] := search_stems(term);
  lexemes text[] := tsvector_to_array(search_name_vector(term));
  prefix text := (search_lexemes(term))[1];
  stop_words text[] := array(select lexeme from unnest(lexemes) lexeme where search_stems(lexeme) = '{}');
  completions text[] := '{}';
begin
  if is_last then
    completions := array(
      select word from vocabulary where is_in_name and word ~>=~ prefix and word ~<~ (prefix || chr(1114111)) order by length(word), word
      -- Half of all words begin with some letter or two; the shortest are enough.
      limit case when is_alone and length(term) < 3 then 5 else 25 end
    );
  end if;
  is_stop_word := cardinality(stems) = 0;
  whole := search_any(lexemes);
  named := search_any(lexemes || completions);
  if stop_words = '{}' then
    short_name := array(select search_any(array(select length_prefix || stem from unnest(stems) stem)) from unnest(search_length_prefixes()) length_prefix);
  end if;
  -- Stems are looked up in names and descriptions. Completions and stop words are looked up in names only: each lexeme more costs
  -- reading its list in the index.
  anywhere := search_any(stems || array(
    select '=' || stop_word from unnest(stop_words) stop_word
    union select '=' || lexeme from unnest(completions) word,
      unnest(case when search_stems(word) = '{}' then array[word] else search_stems(word) end) lexeme
      where not lexeme = any(stems)
  -- Products of a category are found by its name, and by those of the categories above it.
  ) || array(
    with recursive found as (
      select id from categories where name_words @@ named
      union select c.id from categories c join found on c.parent_id = found.id
    ) select id::text from found
  ));
end $function$;

CREATE OR REPLACE FUNCTION public.search_vector(name text, description text, category_id uuid)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(((((ARRAY(SELECT ('='::text || lexeme.lexeme) FROM unnest(tsvector_to_array(search_name_vector(search_vector.name))) lexeme(lexeme)) || ARRAY(SELECT (prefixes.prefix || stem.stem) FROM unnest(search_length_prefixes()) WITH ORDINALITY prefixes(prefix, nr), unnest(search_stems(search_vector.name)) stem(stem) WHERE (octet_length(lower(search_vector.name)) <= (8 + (8 * prefixes.nr))))) || search_stems(name)) || search_stems(description)) || (category_id)::text));

CREATE OR REPLACE FUNCTION public.shop_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT (settings.value ->> 'timeZone'::text) FROM settings WHERE (settings.key = 'shop-details'::text)), 'UTC'::text);

CREATE OR REPLACE FUNCTION public.update_bundles_of(part uuid, is_edit boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  changed uuid;
begin
  perform from products where id in (select bundle_id from bundle_parts where product_id = part) order by id for update;
  for changed in
    update products b set quantity = s.quantity, stock_policy = s.stock_policy, on_hand = s.on_hand
      from (select distinct bundle_id from bundle_parts where product_id = part) named, bundle_stock(named.bundle_id) s
      where b.id = named.bundle_id and b.is_bundle
        and (b.quantity, b.stock_policy, b.on_hand) is distinct from (s.quantity, s.stock_policy, s.on_hand) returning b.id
  loop
    if is_edit then perform notify_change_of('stock:' || changed);
    elsif current_setting('storefront.notify_sales', true) = 'on' then perform pg_notify('stock_sold', changed::text);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.update_price_counts(changes price_counts[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  spots tid[];
  counts price_counts[];
begin
  select array_agg(stored.spot), array_agg((w.category_id, w.price_cents, w.count + coalesce(stored.count, 0), w.is_bucket)::price_counts)
    into spots, counts
    from (
      select c.category_id, level.price_cents, sum(c.count)::int as count, level.is_bucket from unnest(changes) c, price_levels(c.price_cents) level
        group by c.category_id, level.price_cents, level.is_bucket having sum(c.count) <> 0
    ) w left join lateral (
      select ctid as spot, p.count from price_counts p
        where p.is_bucket = w.is_bucket and p.price_cents = w.price_cents and p.category_id = w.category_id limit 1 for update skip locked
    ) stored on true;
  if counts is null then return; end if;
  update price_counts p set count = w.count from unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket)
    where p.ctid = w.spot and w.count <> 0;
  delete from price_counts p using unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket) where p.ctid = w.spot and w.count = 0;
  insert into price_counts (category_id, price_cents, count, is_bucket)
    select w.category_id, w.price_cents, w.count, w.is_bucket from unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket)
    where w.spot is null;
end $function$;

CREATE OR REPLACE FUNCTION public.write_audit_row(row_kind text, row_action text, subject_type text, subject_id text, subject_name text, subject_part text, changed jsonb, of_people jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  actor jsonb := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb;
  detachable jsonb := audit_personal(actor, of_people);
begin
  insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
      personal, personal_hash)
    values (now(), row_kind, row_action, coalesce(actor ->> 'kind', 'nobody'), (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
      subject_type, subject_id, subject_name, subject_part, changed, detachable, audit_hash(detachable::text));
end $function$;

CREATE OR REPLACE FUNCTION public.write_row_change(told jsonb, op text, was jsonb, becomes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  actor_kind text := coalesce(coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb ->> 'kind', 'nobody');
  subject jsonb := was || becomes;
  unseen jsonb := coalesce(told -> 'ignored', '[]') || case when actor_kind = 'job' then coalesce(told -> 'ledger', '[]') else '[]' end;
  is_personal jsonb := coalesce(told -> 'personal', '[]');
  -- Some settings are secrets that the shop generated for itself.
  is_secret jsonb := case when told ->> 'type' = 'setting' and subject ->> 'key' like 'private:%secret' then '["value"]' else coalesce(told -> 'secret', '[]') end;
  changed jsonb;
  of_people jsonb;
begin
  if actor_kind in ('customer', 'nobody') and not told ? 'event' then return; end if;
  select
    coalesce(jsonb_object_agg(key, case when is_secret ? key then '{"hidden": "secret"}' when is_personal ? key then '{"hidden": "personal"}' else values end), '{}'),
    coalesce(jsonb_object_agg(key, values) filter (where is_personal ? key and not is_secret ? key), '{}')
  into changed, of_people
  from jsonb_object_keys(subject) as key, lateral (select case op
      when 'INSERT' then jsonb_build_object('after', becomes -> key)
      when 'DELETE' then jsonb_build_object('before', was -> key)
      else jsonb_build_object('before', was -> key, 'after', becomes -> key) end as values) as columns
  where coalesce(was -> key, 'null') <> coalesce(becomes -> key, 'null') and not unseen ? key and (not told ? 'only' or told -> 'only' ? key);
  if op = 'UPDATE' and changed = '{}' then return; end if;
  perform write_audit_row(
    case when told ? 'event' then 'security' else 'change' end,
    coalesce(told ->> 'event', case op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end),
    told ->> 'type', subject ->> (told ->> 'id'), subject ->> (told ->> 'name'),
    (told ->> 'part') || coalesce(' ' || (subject ->> (told ->> 'partId')), ''), changed,
    -- While somebody is being erased, their data must not be logged.
    case when current_setting('storefront.erasing', true) = 'on' then '{}' else of_people end);
end $function$;

CREATE TRIGGER account_audit AFTER INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "id",
    "ignored": ["id", "created_at", "version", "search_text", "second_factor_grace_from"],
    "personal": ["name", "email", "phone", "address", "billing", "pending_email"], "secret": ["password_hash", "answer_hash"],
    "on": {
      "INSERT": {"events": [{"event": "role_changed", "only": ["role", "team_role"], "is": {"role": 1}}]},
      "UPDATE": {"ignored": ["id", "created_at", "version", "search_text", "role", "team_role", "password_hash", "disabled_at", "email"], "events": [
        {"event": "account_disabled", "only": ["disabled_at"]}, {"event": "email_changed", "only": ["email"]},
        {"event": "password_changed", "only": ["password_hash"]}, {"event": "role_changed", "only": ["role", "team_role"]}]}}}');
CREATE TRIGGER account_changed AFTER DELETE OR UPDATE OF name, email, role, disabled_at, created_at, email_confirmed_at ON public.users FOR EACH ROW EXECUTE FUNCTION on_account_changed();
CREATE TRIGGER accounts_inserted AFTER INSERT ON public.users REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION on_accounts_inserted();
CREATE TRIGGER address_audit AFTER INSERT OR DELETE OR UPDATE ON public.addresses FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "address", "ignored": ["id", "user_id", "created_at"],
    "personal": ["recipient", "street", "postcode", "city", "region", "country"]}');
CREATE TRIGGER api_key_audit AFTER INSERT OR DELETE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION audit_row_change('{"type": "api-key", "id": "id", "name": "name", "onlyEvents": true, "on": {
    "INSERT": {"events": [{"event": "key_made", "only": ["scopes", "expires_at"]}]},
    "DELETE": {"events": [{"event": "key_ended", "only": ["scopes", "expires_at"]}]}}}');
CREATE TRIGGER balance_account_audit AFTER INSERT OR UPDATE ON public.balance_accounts FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "balance", "id": "id", "name": "last_four", "notByJobs": true,
    "ignored": ["id", "created_at", "balance_cents", "held_cents", "order_id", "line", "piece", "user_id"], "secret": ["sealed", "digest"],
    "personal": ["recipient_email", "recipient_name", "sender_name", "message"]}');
CREATE TRIGGER balance_entry_audit AFTER INSERT ON public.balance_entries FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "balance", "id": "account_id", "part": "entry", "notByJobs": true,
    "ignored": ["id", "account_id", "actor_id", "by", "at", "key"]}');
CREATE TRIGGER brand_audit AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "brand", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "is_untidy"]}');
CREATE TRIGGER brand_changed AFTER DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION on_brand_changed();
CREATE TRIGGER brand_edited BEFORE UPDATE OF name, slug, description, image_id, image_alt, maker ON public.brands FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.description IS DISTINCT FROM new.description)) OR (old.image_id IS DISTINCT FROM new.image_id)) OR (old.image_alt IS DISTINCT FROM new.image_alt)) OR (old.maker IS DISTINCT FROM new.maker))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER brand_renamed BEFORE UPDATE OF name ON public.brands FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION on_brand_renamed();
CREATE TRIGGER bulk_edit_audit AFTER INSERT ON public.bulk_edits FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "bulk-edit", "id": "id", "ignored": ["id", "created_at", "by", "status", "cursor", "changed", "unchanged", "refused"]}');
CREATE TRIGGER bundle_part_audit AFTER INSERT OR DELETE OR UPDATE ON public.bundle_parts FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "product", "id": "bundle_id", "part": "part", "partId": "position", "ignored": ["bundle_id", "position"]}');
CREATE TRIGGER category_audit AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "category", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "name_words", "position"]}');
CREATE TRIGGER category_changed AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION on_category_changed();
CREATE TRIGGER category_edited BEFORE UPDATE OF name, slug, description, image_id, image_alt, parent_id, custom, google_category, pinned_ids ON public.categories FOR EACH ROW WHEN ((((((((((old.name IS DISTINCT FROM new.name) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.description IS DISTINCT FROM new.description)) OR (old.image_id IS DISTINCT FROM new.image_id)) OR (old.image_alt IS DISTINCT FROM new.image_alt)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.custom IS DISTINCT FROM new.custom)) OR (old.google_category IS DISTINCT FROM new.google_category)) OR (old.pinned_ids IS DISTINCT FROM new.pinned_ids))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER category_left BEFORE DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION on_category_left();
CREATE TRIGGER category_placed BEFORE INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION on_category_placed();
CREATE TRIGGER collection_audit AFTER INSERT OR DELETE OR UPDATE ON public.collections FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "collection", "id": "id", "name": "title", "ignored": ["id", "created_at", "updated_at", "version"]}');
CREATE TRIGGER collection_changed AFTER INSERT OR DELETE OR UPDATE ON public.collections FOR EACH ROW EXECUTE FUNCTION on_collection_changed();
CREATE TRIGGER collection_edited BEFORE UPDATE ON public.collections FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION raise_version();
CREATE TRIGGER custom_field_audit AFTER INSERT OR DELETE OR UPDATE ON public.custom_fields FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "custom-field", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "is_untidy"]}');
CREATE TRIGGER custom_field_changed AFTER INSERT OR DELETE OR UPDATE ON public.custom_fields FOR EACH ROW EXECUTE FUNCTION on_custom_field_changed();
CREATE TRIGGER custom_field_edited BEFORE UPDATE OF name, help, type, choices, is_visible, is_filter ON public.custom_fields FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.help IS DISTINCT FROM new.help)) OR (old.type IS DISTINCT FROM new.type)) OR (old.choices IS DISTINCT FROM new.choices)) OR (old.is_visible IS DISTINCT FROM new.is_visible)) OR (old.is_filter IS DISTINCT FROM new.is_filter))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER customer_audit AFTER UPDATE OF tags, consent_at, custom ON public.customers FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "id", "part": "customer", "only": ["tags", "consent_at", "custom"], "personal": ["tags", "custom"]}');
CREATE TRIGGER customer_counted AFTER DELETE OR UPDATE OF role, created_at ON public.users FOR EACH ROW EXECUTE FUNCTION on_customer_recounted();
CREATE TRIGGER customer_note_audit AFTER INSERT OR DELETE OR UPDATE ON public.customer_notes FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "note", "ignored": ["id", "user_id", "author_id", "by", "created_at"], "personal": ["text"]}');
CREATE TRIGGER customers_inserted AFTER INSERT ON public.users REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION on_customers_inserted();
CREATE TRIGGER discount_code_audit AFTER INSERT OR DELETE OR UPDATE ON public.discount_codes FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "discount-code", "id": "id", "name": "code", "ignored": ["id", "created_at", "version", "uses"]}');
CREATE TRIGGER discount_code_edited BEFORE UPDATE OF kind, percent, amount_cents, starts_at, ends_at, minimum_cents, category_ids, product_ids, max_uses, max_uses_per_customer ON public.discount_codes FOR EACH ROW WHEN (((((((((((old.kind IS DISTINCT FROM new.kind) OR (old.percent IS DISTINCT FROM new.percent)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.minimum_cents IS DISTINCT FROM new.minimum_cents)) OR (old.category_ids IS DISTINCT FROM new.category_ids)) OR (old.product_ids IS DISTINCT FROM new.product_ids)) OR (old.max_uses IS DISTINCT FROM new.max_uses)) OR (old.max_uses_per_customer IS DISTINCT FROM new.max_uses_per_customer))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER document_audit AFTER INSERT ON public.documents FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "document", "partId": "number", "only": ["kind", "gross_cents"]}');
CREATE TRIGGER document_kept BEFORE DELETE OR UPDATE ON public.documents FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TRIGGER document_numbered BEFORE INSERT ON public.documents FOR EACH ROW EXECUTE FUNCTION number_document();
CREATE TRIGGER download_file_audit AFTER INSERT OR DELETE OR UPDATE ON public.download_files FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "product", "id": "product_id", "part": "download", "partId": "name", "ignored": ["id", "product_id", "created_at", "version"]}');
CREATE TRIGGER factor_audit AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.second_factors FOR EACH ROW EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "second factor", "only": [], "on": {
    "UPDATE": {"onlyEvents": true, "events": [{"event": "factor_on", "only": ["confirmed_at"], "was": {"confirmed_at": null}}]},
    "DELETE": {"onlyEvents": true, "events": [{"event": "factor_off", "wasNot": {"confirmed_at": null}}]}}}');
CREATE TRIGGER field_file_audit AFTER INSERT OR DELETE ON public.field_files FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "file", "id": "id", "name": "name", "ignored": ["id", "pieces", "created_at", "unused_since"]}');
CREATE TRIGGER imported_customer_audit AFTER UPDATE OF invited_at ON public.imported_customers FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "invitation", "only": ["invited_at"]}');
CREATE TRIGGER imported_order_audit AFTER INSERT ON public.imported_orders FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "imported-order", "id": "id", "name": "number", "only": []}');
CREATE TRIGGER invitation_audit AFTER INSERT OR DELETE OR UPDATE ON public.team_invitations FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "invitation", "id": "id", "ignored": ["id", "by", "created_at"], "personal": ["email"], "secret": ["token_hash"]}');
CREATE TRIGGER license_key_list_audit AFTER INSERT OR DELETE OR UPDATE ON public.license_key_lists FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "product", "id": "product_id", "part": "licence keys", "ignored": ["id", "product_id", "created_at", "low_told_at", "version"]}');
CREATE TRIGGER manual_receipt_audit AFTER INSERT ON public.manual_receipts FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "payment", "ignored": ["id", "order_id", "session_id", "key", "at"], "personal": ["note"]}');
CREATE TRIGGER many_changed AFTER UPDATE ON public.products REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((current_setting('storefront.many_products'::text, true) = 'on'::text)) EXECUTE FUNCTION on_many_changed();
CREATE TRIGGER order_after_change AFTER INSERT OR UPDATE OF status, paid_at, total_cents, refunded_cents, user_id ON public.orders FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text)) EXECUTE FUNCTION on_order_after_change();
CREATE TRIGGER order_audit AFTER DELETE OR UPDATE ON public.orders FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "id", "name": "number", "ignored": ["id", "version", "session_failures", "session_due_at"],
    "personal": ["guest_email", "guest_name", "guest_network", "address", "recipient", "street", "postcode", "city", "billing", "tracking", "custom"]}');
CREATE TRIGGER order_before_change BEFORE DELETE OR UPDATE OF status, paid_at, total_cents, refunded_cents, user_id ON public.orders FOR EACH ROW WHEN (((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text) AND is_sale(old.status, old.paid_at))) EXECUTE FUNCTION on_order_before_change();
CREATE TRIGGER order_delay_audit AFTER INSERT OR DELETE OR UPDATE ON public.order_delays FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "delay", "ignored": ["id", "order_id", "position", "created_at", "answered_at"]}');
CREATE TRIGGER order_download_audit AFTER UPDATE OF allowed, expires_at ON public.order_downloads FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "download", "only": ["allowed", "expires_at"]}');
CREATE TRIGGER order_note_audit AFTER INSERT OR DELETE OR UPDATE ON public.order_notes FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "note", "ignored": ["id", "order_id", "at", "by", "actor_id"], "personal": ["text"]}');
CREATE TRIGGER order_of_customer AFTER INSERT OR DELETE OR UPDATE OF status, paid_at, total_cents, refunded_cents, user_id, guest_email ON public.orders FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text)) EXECUTE FUNCTION on_order_of_customer();
CREATE TRIGGER order_request_audit AFTER DELETE OR UPDATE ON public.order_requests FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "request", "ignored": ["id", "order_id", "created_at", "decided_at"],
    "personal": ["reason", "answer", "name"]}');
CREATE TRIGGER page_audit AFTER INSERT OR DELETE OR UPDATE ON public.pages FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "page", "id": "id", "name": "title", "ignored": ["id", "created_at", "updated_at", "version"]}');
CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE ON public.pages FOR EACH ROW EXECUTE FUNCTION on_page_changed();
CREATE TRIGGER page_edited BEFORE UPDATE OF slug, title, text, status, in_footer, footer_position, description ON public.pages FOR EACH ROW WHEN ((((((((old.slug IS DISTINCT FROM new.slug) OR (old.title IS DISTINCT FROM new.title)) OR (old.text IS DISTINCT FROM new.text)) OR (old.status IS DISTINCT FROM new.status)) OR (old.in_footer IS DISTINCT FROM new.in_footer)) OR (old.footer_position IS DISTINCT FROM new.footer_position)) OR (old.description IS DISTINCT FROM new.description))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER part_changed AFTER UPDATE ON public.products FOR EACH ROW WHEN (new.is_part) EXECUTE FUNCTION on_part_changed();
CREATE TRIGGER picture_audit AFTER DELETE OR UPDATE ON public.product_images FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "product", "id": "product_id", "part": "picture", "partId": "position", "ignored": ["product_id", "position"]}');
CREATE TRIGGER picture_changed AFTER INSERT OR DELETE OR UPDATE ON public.product_images FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text)) EXECUTE FUNCTION on_picture_changed();
CREATE TRIGGER pictures_created_audit AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "product_id", "part": "picture", "partId": "position", "ignored": ["product_id", "position"]}');
CREATE TRIGGER product_changed AFTER UPDATE ON public.products FOR EACH ROW WHEN (((new.version <> old.version) OR (new.status <> old.status) OR (new.created_at <> old.created_at) OR (new.is_price_from <> old.is_price_from) OR (new.facets <> old.facets) OR (new.lowest_cents IS DISTINCT FROM old.lowest_cents) OR ((new.quantity < old.quantity) AND (new.quantity <= 100) AND (new.status = 'active'::text)) OR (new.on_hand < old.on_hand))) EXECUTE FUNCTION on_product_changed();
CREATE TRIGGER product_import_audit AFTER INSERT OR UPDATE OF status, kind, match, mapping, format, replaces_images, creates_categories, image_hosts, numbers, uncounted_stock, hides_imageless ON public.product_imports FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "product-import", "id": "id", "name": "file_name",
    "only": ["status", "kind", "match", "mapping", "format", "replaces_images", "creates_categories", "image_hosts", "numbers", "uncounted_stock", "hides_imageless"],
    "on": {"INSERT": {"only": []}, "UPDATE": {"notByJobs": true, "wasNot": {"status": "uploading"}}}}');
CREATE TRIGGER product_priced BEFORE INSERT OR UPDATE OF price_cents, compare_at_cents, options ON public.products FOR EACH ROW WHEN (((new.compare_at_cents IS NOT NULL) OR (new.lowest_cents IS NOT NULL))) EXECUTE FUNCTION on_product_priced();
CREATE TRIGGER product_saved BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION on_product_saved();
CREATE TRIGGER products_changed_audit AFTER UPDATE ON public.products REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
    "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}');
CREATE TRIGGER products_created AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION on_products_created();
CREATE TRIGGER products_created_audit AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
    "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}');
CREATE TRIGGER products_gone AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION on_products_gone();
CREATE TRIGGER products_truncated AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION on_products_truncated();
CREATE TRIGGER redirect_audit AFTER INSERT OR DELETE OR UPDATE ON public.redirects FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "redirect", "id": "id", "name": "from_path", "ignored": ["id", "created_at", "to_key"]}');
CREATE TRIGGER refund_after_change AFTER UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text) AND ((old.status = 'succeeded'::text) <> (new.status = 'succeeded'::text)))) EXECUTE FUNCTION on_refund_counted();
CREATE TRIGGER refund_audit AFTER INSERT OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION audit_row_change('{"type": "order", "id": "order_id", "part": "refund", "partId": "id", "personal": ["reason"],
    "ignored": ["failures", "due_at"],
    "on": {"INSERT": {"onlyEvents": true, "events": [{"event": "refund", "ignored": ["id", "order_id", "at", "actor_id"]}]}}}');
CREATE TRIGGER refund_before_change BEFORE UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((COALESCE(current_setting('storefront.rules'::text, true), ''::text) <> 'services'::text) AND ((old.status = 'succeeded'::text) <> (new.status = 'succeeded'::text)))) EXECUTE FUNCTION on_refund_counted();
CREATE TRIGGER safety_contact_audit AFTER INSERT OR DELETE OR UPDATE ON public.safety_contacts FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "safety-contact", "id": "id", "name": "name", "ignored": ["id", "created_at", "version"]}');
CREATE TRIGGER safety_contact_changed AFTER DELETE OR UPDATE ON public.safety_contacts FOR EACH ROW EXECUTE FUNCTION on_safety_contact_changed();
CREATE TRIGGER safety_contact_edited BEFORE UPDATE ON public.safety_contacts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION raise_version();
CREATE TRIGGER saved_view_audit AFTER INSERT OR DELETE OR UPDATE ON public.saved_views FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "saved-view", "id": "id", "name": "name", "ignored": ["id", "created_at"]}');
CREATE TRIGGER session_audit AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "session", "notByJobs": true, "only": []}');
CREATE TRIGGER session_test_audit AFTER UPDATE OF test_orders_until ON public.sessions FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "account", "id": "user_id", "part": "test orders", "only": ["test_orders_until"]}');
CREATE TRIGGER setting_audit AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "setting", "id": "key", "ignored": ["key", "version"]}');
CREATE TRIGGER setting_changed AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION on_setting_changed();
CREATE TRIGGER setting_edited BEFORE UPDATE OF value ON public.settings FOR EACH ROW WHEN ((old.value IS DISTINCT FROM new.value)) EXECUTE FUNCTION raise_version();
CREATE TRIGGER stock_moved AFTER INSERT ON public.stock_movements FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['import'::text, 'edit'::text, 'return'::text])) OR ((new.kind = ANY (ARRAY['reserve'::text, 'release'::text])) AND (current_setting('storefront.notify_sales'::text, true) = 'on'::text)))) EXECUTE FUNCTION on_stock_moved();
CREATE TRIGGER text_kept BEFORE DELETE OR UPDATE ON public.order_texts FOR EACH ROW EXECUTE FUNCTION keep_text();
CREATE TRIGGER upload_audit AFTER INSERT ON public.unattached_images FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "image", "id": "image_id", "ignored": ["image_id", "since"]}');
CREATE TRIGGER user_saved BEFORE INSERT OR UPDATE OF name, email, search_text, phone, address ON public.users FOR EACH ROW EXECUTE FUNCTION on_user_saved();
CREATE TRIGGER variant_priced BEFORE INSERT OR UPDATE OF price_cents, compare_at_cents ON public.product_variants FOR EACH ROW WHEN (((new.compare_at_cents IS NOT NULL) OR (new.lowest_cents IS NOT NULL))) EXECUTE FUNCTION on_variant_priced();
CREATE TRIGGER variant_saved AFTER INSERT OR DELETE OR UPDATE OF "position", option_values, sku, barcode, price_cents, compare_at_cents, lowest_cents, image_id, stock_policy, cost_cents, contents, custom, tax_class ON public.product_variants FOR EACH ROW EXECUTE FUNCTION on_variant_saved();
CREATE TRIGGER variant_sku BEFORE INSERT OR UPDATE OF sku ON public.product_variants FOR EACH ROW WHEN ((new.sku IS NOT NULL)) EXECUTE FUNCTION on_variant_sku();
CREATE TRIGGER variants_changed_audit AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');
CREATE TRIGGER variants_created_audit AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS changed_to FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');
CREATE TRIGGER variants_deleted_audit AFTER DELETE ON public.product_variants REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');
CREATE TRIGGER variants_saving BEFORE INSERT OR DELETE OR UPDATE OF "position", option_values, sku, barcode, price_cents, compare_at_cents, lowest_cents, image_id, stock_policy, cost_cents, contents, custom, tax_class ON public.product_variants FOR EACH STATEMENT EXECUTE FUNCTION on_variants_saving();
CREATE TRIGGER webhook_audit AFTER INSERT OR DELETE OR UPDATE ON public.webhook_endpoints FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "webhook", "id": "id", "name": "url", "ignored": ["id", "created_at", "version"], "secret": ["secret", "previous_secret"]}');
CREATE TRIGGER webhook_delivery_audit AFTER UPDATE OF state, next_attempt_at ON public.webhook_deliveries FOR EACH ROW WHEN ((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION audit_row_change('{"type": "webhook", "id": "endpoint_id", "part": "delivery", "partId": "id", "notByJobs": true, "only": ["state", "next_attempt_at"]}');
CREATE TRIGGER webhook_endpoint_edited BEFORE UPDATE OF url, description, events, is_enabled ON public.webhook_endpoints FOR EACH ROW WHEN (((((old.url IS DISTINCT FROM new.url) OR (old.description IS DISTINCT FROM new.description)) OR (old.events IS DISTINCT FROM new.events)) OR (old.is_enabled IS DISTINCT FROM new.is_enabled))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER webhook_test_audit AFTER INSERT ON public.webhook_events FOR EACH ROW WHEN (((COALESCE(current_setting('storefront.actor'::text, true), ''::text) <> ''::text) AND (new.type = 'webhook.test'::text))) EXECUTE FUNCTION audit_row_change('{"type": "webhook", "id": "subject_id", "part": "test", "only": []}');
