CREATE TABLE "paypal_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"url" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"capture_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paypal_sessions_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "paypal_sessions_status" CHECK ("paypal_sessions"."status" in ('open', 'capturing', 'declined', 'captured', 'ended')),
	CONSTRAINT "paypal_sessions_attempts" CHECK ("paypal_sessions"."attempts" >= 0),
	CONSTRAINT "paypal_sessions_captured" CHECK (("paypal_sessions"."status" = 'captured') = ("paypal_sessions"."capture_id" is not null))
);
