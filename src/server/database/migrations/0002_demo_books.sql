CREATE TABLE "demo_events" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "demo_refunds" (
	"key" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"session_id" text NOT NULL,
	"amount_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_events" ADD CONSTRAINT "demo_events_session_id_demo_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."demo_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_refunds" ADD CONSTRAINT "demo_refunds_session_id_demo_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."demo_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demo_events_waiting" ON "demo_events" USING btree ("created_at","id") WHERE "demo_events"."delivered_at" is null;--> statement-breakpoint
INSERT INTO "demo_events" ("id", "session_id", "type", "amount_cents", "created_at", "delivered_at")
SELECT "event_id", "id", 'checkout.paid', ("checkout"->>'totalCents')::bigint, "created_at", "delivered_at" FROM "demo_sessions" WHERE "event_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_sessions" DROP COLUMN "event_id";--> statement-breakpoint
ALTER TABLE "demo_sessions" DROP COLUMN "delivered_at";