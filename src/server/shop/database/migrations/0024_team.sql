-- outside of transactions
CREATE TABLE IF NOT EXISTS "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "team_invitations_role" CHECK ("team_invitations"."role" in ('read-only', 'staff', 'owner'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "team_invitations_email" ON "team_invitations" USING btree (lower("email"));--> statement-breakpoint
-- Admins that there are stay null, which is an owner: the version before makes them so too.
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "team_role" text;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_team_role", ADD CONSTRAINT "users_team_role" CHECK ("users"."team_role" in ('read-only', 'staff', 'owner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_team_role";
