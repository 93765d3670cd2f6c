ALTER TABLE "orders" ADD COLUMN "provider_refunded_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "provider_refunded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;