-- Nobody changes a product until both levels are filled and the functions that keep them are there.
LOCK TABLE "products" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- As in functions/. The trigger of before needs the key that is dropped below.
create or replace function price_bucket_width(price_cents integer) returns integer language sql immutable parallel safe
  return 1 << width_bucket(price_cents, '{64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864}'::int[]);
--> statement-breakpoint
create or replace function update_price_counts(changes price_counts[]) returns void language plpgsql as $$
declare
  change record;
  stored record;
begin
  for change in
    select category_id, price_cents, sum(count)::int as count from unnest(changes) group by 1, 2 having sum(count) <> 0
  loop
    select ctid as spot, count into stored from price_counts
      where price_cents = change.price_cents and category_id = change.category_id limit 1 for update skip locked;
    if not found then
      insert into price_counts values (change.category_id, change.price_cents, change.count);
    elsif stored.count + change.count = 0 then
      delete from price_counts where ctid = stored.spot;
    else
      update price_counts set count = stored.count + change.count where ctid = stored.spot;
    end if;
  end loop;
  for change in
    select category_id, price_cents - price_cents % price_bucket_width(price_cents) as lowest_cents, sum(count)::int as count
      from unnest(changes) group by 1, 2 having sum(count) <> 0
  loop
    select ctid as spot, count into stored from price_bucket_counts
      where lowest_cents = change.lowest_cents and category_id = change.category_id limit 1 for update skip locked;
    if not found then
      insert into price_bucket_counts values (change.category_id, change.lowest_cents, change.count);
    elsif stored.count + change.count = 0 then
      delete from price_bucket_counts where ctid = stored.spot;
    else
      update price_bucket_counts set count = stored.count + change.count where ctid = stored.spot;
    end if;
  end loop;
end $$;
--> statement-breakpoint
create or replace function on_products_truncated() returns trigger language plpgsql as $$ begin
  delete from price_counts;
  delete from price_bucket_counts;
  return null;
end $$;
--> statement-breakpoint
CREATE TABLE "price_bucket_counts" (
	"category_id" uuid NOT NULL,
	"lowest_cents" integer NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_counts" DROP CONSTRAINT "price_counts_category_id_categories_id_fk";
--> statement-breakpoint
ALTER TABLE "price_counts" DROP CONSTRAINT "price_counts_category_id_price_cents_pk";--> statement-breakpoint
CREATE INDEX "price_bucket_counts_price" ON "price_bucket_counts" USING btree ("lowest_cents","category_id","count");--> statement-breakpoint
CREATE INDEX "price_counts_price" ON "price_counts" USING btree ("price_cents","category_id","count");--> statement-breakpoint
INSERT INTO "price_bucket_counts" SELECT "category_id", "price_cents" - "price_cents" % price_bucket_width("price_cents"), sum("count") FROM "price_counts" GROUP BY 1, 2;
