-- outside of transactions
CREATE TABLE IF NOT EXISTS "balance_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"held_cents" bigint DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"sealed" text,
	"digest" text,
	"last_four" text,
	"initial_cents" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"recipient_email" text DEFAULT '' NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"send_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"order_id" uuid,
	"line" integer,
	"piece" integer,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_accounts_digest" UNIQUE("digest"),
	CONSTRAINT "balance_accounts_piece" UNIQUE("order_id","line","piece"),
	CONSTRAINT "balance_accounts_kind" CHECK ("balance_accounts"."kind" in ('gift_card', 'store_credit')),
	CONSTRAINT "balance_accounts_balance" CHECK ("balance_accounts"."balance_cents" >= 0 and "balance_accounts"."held_cents" >= 0),
	CONSTRAINT "balance_accounts_code" CHECK (("balance_accounts"."kind" = 'gift_card') = ("balance_accounts"."digest" is not null))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "balance_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"available" bigint NOT NULL,
	"held" bigint NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key" text,
	CONSTRAINT "balance_entries_key_unique" UNIQUE("key"),
	CONSTRAINT "balance_entries_kind" CHECK ("balance_entries"."kind" in ('issue', 'adjust', 'hold', 'release', 'spend', 'refund', 'revoke', 'restore'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "sold_as" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "is_gift_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "recipient" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "balance_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "has_gift_cards" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "balance_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "to_store_credit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_accounts" DROP CONSTRAINT IF EXISTS "balance_accounts_user_id_users_id_fk", ADD CONSTRAINT "balance_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "balance_accounts" VALIDATE CONSTRAINT "balance_accounts_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "balance_accounts" DROP CONSTRAINT IF EXISTS "balance_accounts_order_id_orders_id_fk", ADD CONSTRAINT "balance_accounts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "balance_accounts" VALIDATE CONSTRAINT "balance_accounts_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "balance_entries" DROP CONSTRAINT IF EXISTS "balance_entries_account_id_balance_accounts_id_fk", ADD CONSTRAINT "balance_entries_account_id_balance_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."balance_accounts"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "balance_entries" VALIDATE CONSTRAINT "balance_entries_account_id_balance_accounts_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "balance_accounts_credit" ON "balance_accounts" USING btree ("user_id","currency") WHERE "balance_accounts"."kind" = 'store_credit';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "balance_accounts_list" ON "balance_accounts" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "balance_accounts"."kind" = 'gift_card';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "balance_accounts_due" ON "balance_accounts" USING btree ("send_at") WHERE "balance_accounts"."send_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "balance_accounts_recipient" ON "balance_accounts" USING btree (lower("recipient_email")) WHERE "balance_accounts"."recipient_email" <> '';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "balance_entries_account" ON "balance_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "balance_entries_order" ON "balance_entries" USING btree ("order_id") WHERE "balance_entries"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_balance", ADD CONSTRAINT "orders_balance" CHECK ("orders"."balance_cents" between 0 and "orders"."total_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_balance";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT IF EXISTS "refunds_balance", ADD CONSTRAINT "refunds_balance" CHECK ("refunds"."balance_cents" between 0 and "refunds"."amount_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_balance";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_sold_as", ADD CONSTRAINT "products_sold_as" CHECK ("products"."sold_as" in ('gift_card')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_sold_as";
