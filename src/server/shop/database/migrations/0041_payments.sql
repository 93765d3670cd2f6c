-- outside of transactions
-- The foreign keys stand in the table: added afterwards they would be checked under a lock of `orders`.
CREATE TABLE IF NOT EXISTS "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"session" text NOT NULL,
	"payment_id" text,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"is_extra" boolean DEFAULT false NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('processing', 'paid', 'failed')),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_session" ON "payments" USING btree ("provider","session");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_payment" ON "payments" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "is_tax_rounded_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "session_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "session_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "payment" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN IF NOT EXISTS "write_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN IF NOT EXISTS "write_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT IF EXISTS "refunds_payment_payments_id_fk", ADD CONSTRAINT "refunds_payment_payments_id_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_payment_payments_id_fk";--> statement-breakpoint
-- As in functions/order_payment.sql: from here on no payment is missed.
create or replace function on_order_payment() returns trigger language plpgsql as $$ begin
  insert into payments (id, order_id, provider, session, payment_id, amount_cents, currency, state, created_at, ended_at)
    select gen_random_uuid(), new.id, new.provider, new.provider_session, new.payment_id,
      coalesce((told.payload ->> 'amountCents')::bigint, new.total_cents), coalesce(told.payload ->> 'currency', new.currency), 'paid', new.paid_at, new.paid_at
    from (select 1) as one left join lateral (
      select payload from payment_events where new.status = 'review' and provider = new.provider and type = 'paid'
        and payload ->> 'sessionId' = new.provider_session limit 1
    ) told on true
    on conflict (provider, session) do nothing;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_payment_inserted after insert on orders
  for each row when (new.paid_at is not null and new.provider_session is not null) execute function on_order_payment();--> statement-breakpoint
create or replace trigger order_payment after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null and new.provider_session is not null) execute function on_order_payment();--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
-- Orders that were never on hold were paid with their total; of the others the provider's event says the sum.
with batch as (select id, provider, provider_session, payment_id, total_cents, currency, created_at, paid_at, processing_since
    from orders where id > $1::uuid order by id limit 2000),
  changed as (
    insert into payments (id, order_id, provider, session, payment_id, amount_cents, currency, state, created_at, ended_at)
      select gen_random_uuid(), batch.id, batch.provider, batch.provider_session, batch.payment_id,
        coalesce((told.payload ->> 'amountCents')::bigint, batch.total_cents), coalesce(told.payload ->> 'currency', batch.currency),
        case when batch.paid_at is null then 'processing' else 'paid' end, coalesce(batch.paid_at, batch.processing_since), batch.paid_at
      from batch left join lateral (
        select payload from payment_events where batch.paid_at is not null and provider = batch.provider and type = 'paid'
          and payload ->> 'sessionId' = batch.provider_session
          and exists (select from order_history where order_id = batch.id and to_status = 'review') limit 1
      ) told on true
      where batch.provider_session is not null and (batch.paid_at is not null or batch.processing_since is not null)
      on conflict (provider, session) do nothing returning id
  )
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;
