-- outside of transactions
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN IF NOT EXISTS "sealed" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN IF NOT EXISTS "user_id" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_user" ON "emails" USING btree ("user_id") WHERE "emails"."user_id" is not null;--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from emails where id > $1::uuid order by id limit 500),
  changed as (update emails set text = regexp_replace(text, '(https?://[^\s"<>#]+)#[A-Za-z0-9_.=%&;-]{20,}', '\1#…', 'g'),
      html = regexp_replace(html, '(https?://[^\s"<>#]+)#[A-Za-z0-9_.=%&;-]{20,}', '\1#…', 'g')
    from batch where emails.id = batch.id and emails.sent_at is not null and text ~ '#[A-Za-z0-9_.=%&;-]{20,}' returning emails.id)
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;
