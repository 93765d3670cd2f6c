-- outside of transactions
ALTER TABLE "product_images" DROP CONSTRAINT IF EXISTS "product_images_position", ADD CONSTRAINT "product_images_position" CHECK ("product_images"."position" between 1 and 249) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_images" VALIDATE CONSTRAINT "product_images_position";
