CREATE TABLE "daily_stats" (
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"orders" integer NOT NULL,
	"cents" bigint NOT NULL,
	"customers" integer NOT NULL,
	CONSTRAINT "daily_stats_day_slot_pk" PRIMARY KEY("day","slot")
);
--> statement-breakpoint
DROP INDEX "orders_created";--> statement-breakpoint
DROP INDEX "emails_unsent";--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "login_attempts_reset" ON "login_attempts" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "sessions_used" ON "sessions" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "order_lines_image" ON "order_lines" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE not ("orders"."status" in ('pending', 'cancelled', 'expired'));--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "orders"."status" in ('pending', 'cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("at") WHERE "refunds"."status" = 'requested';--> statement-breakpoint
CREATE INDEX "emails_unsent" ON "emails" USING btree ("next_attempt_at") WHERE "emails"."sent_at" is null and "emails"."attempts" < 10;--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST,"id","status");