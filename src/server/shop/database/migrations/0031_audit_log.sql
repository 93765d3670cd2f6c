CREATE TABLE "audit_chain" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"start_position" bigint DEFAULT 0 NOT NULL,
	"start_hash" text DEFAULT '' NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "audit_chain_one" CHECK ("audit_chain"."id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"request_id" text,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"object_name" text,
	"part" text,
	"changes" jsonb NOT NULL,
	"personal" jsonb,
	"personal_hash" text NOT NULL,
	"position" bigint,
	"hash" text,
	CONSTRAINT "audit_log_position_unique" UNIQUE("position"),
	CONSTRAINT "audit_log_kind" CHECK ("audit_log"."kind" in ('change', 'security')),
	CONSTRAINT "audit_log_actor_kind" CHECK ("audit_log"."actor_kind" in ('admin', 'key', 'command', 'job', 'customer', 'nobody')),
	CONSTRAINT "audit_log_sealed" CHECK (("audit_log"."position" is null) = ("audit_log"."hash" is null))
);
--> statement-breakpoint
CREATE INDEX "audit_log_unsealed" ON "audit_log" USING btree ("id") WHERE "audit_log"."position" is null;--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_log_object" ON "audit_log" USING btree ("object_type","object_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_kind" ON "audit_log" USING btree ("actor_kind","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_log_security" ON "audit_log" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "audit_log"."kind" = 'security';