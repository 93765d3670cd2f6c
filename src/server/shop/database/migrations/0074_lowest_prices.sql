ALTER TABLE "products" ADD COLUMN "lowest_cents" integer;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "lowest_cents" integer;