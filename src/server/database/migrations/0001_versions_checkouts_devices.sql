ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "is_saved_to_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "product_version" integer;--> statement-breakpoint
-- A checkout that was never paid is no order: it has no number. Orders get theirs from the sequence when they are paid.
ALTER SEQUENCE "orders_number_seq" OWNED BY NONE;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "number" = NULL WHERE "status" IN ('pending', 'cancelled', 'expired');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_numbered" CHECK (("orders"."number" is null) = ("orders"."status" in ('pending', 'cancelled', 'expired')));--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_recipient" ON "emails" USING btree (lower("recipient"),"created_at" DESC NULLS LAST);
