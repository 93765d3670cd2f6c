-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "stock_level" smallint DEFAULT 7 NOT NULL;--> statement-breakpoint
-- As in functions/: from here on no sale leaves the level behind.
create or replace function on_stock_level() returns trigger language plpgsql as $$ begin
  new.stock_level := width_bucket(new.quantity, array[1, 3, 6, 11, 21, 51, 101]);
  return new;
end $$;
--> statement-breakpoint
create or replace trigger product_stock_level before insert or update of quantity, stock_level on products
  for each row when (new.stock_level is distinct from width_bucket(new.quantity, array[1, 3, 6, 11, 21, 51, 101]))
  execute function on_stock_level();
--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from products where id > $1::uuid order by id limit 2000),
  changed as (
    update products set stock_level = width_bucket(quantity, array[1, 3, 6, 11, 21, 51, 101]) from batch
    where products.id = batch.id and stock_level <> width_bucket(quantity, array[1, 3, 6, 11, 21, 51, 101]) returning products.id
  )
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_variants_sku" ON "product_variants" USING btree (lower("sku")) WHERE "product_variants"."sku" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_table_text" ON "products" USING gin (("sort_name" || ' ' || lower(coalesce("sku", ''))) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_scarce" ON "products" USING btree ("stock_level","created_at" DESC NULLS LAST,"id") WHERE "products"."stock_level" < 7;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "bulk_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"product_ids" uuid[],
	"filter" jsonb,
	"undo_of" uuid,
	"status" text NOT NULL,
	"cursor" uuid,
	"total" integer NOT NULL,
	"is_about" boolean NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_edits_undo_of_bulk_edits_id_fk" FOREIGN KEY ("undo_of") REFERENCES "bulk_edits"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "bulk_edit_items" (
	"edit_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "bulk_edit_items_edit_id_product_id_pk" PRIMARY KEY("edit_id","product_id"),
	CONSTRAINT "bulk_edit_items_edit_id_bulk_edits_id_fk" FOREIGN KEY ("edit_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bulk_edits_newest" ON "bulk_edits" USING btree ("created_at" DESC NULLS LAST,"id");
