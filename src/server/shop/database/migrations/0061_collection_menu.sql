ALTER TABLE "collections" DROP CONSTRAINT "collections_sort";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "is_in_menu" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_sort" CHECK ("collections"."sort" in ('manual', 'best-selling', 'newest', 'price-up', 'price-down', 'name'));