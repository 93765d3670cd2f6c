CREATE TABLE "vat_checks" (
	"vat_id" text PRIMARY KEY NOT NULL,
	"is_confirmed" boolean NOT NULL,
	"consultation" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billing" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing" jsonb;