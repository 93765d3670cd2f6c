CREATE TABLE "document_series" (
	"prefix" text NOT NULL,
	"year" integer NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"day" date,
	CONSTRAINT "document_series_prefix_year_pk" PRIMARY KEY("prefix","year"),
	CONSTRAINT "document_series_numbers" CHECK ("document_series"."first" >= 1 and "document_series"."last" >= "document_series"."first" - 1)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"corrects" uuid,
	"currency" text NOT NULL,
	"net_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"gross_cents" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"personal" jsonb,
	"personal_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "documents_number_unique" UNIQUE("number"),
	CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action,
	CONSTRAINT "documents_corrects_documents_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action,
	CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "documents_sum" CHECK ("documents"."gross_cents" = "documents"."net_cents" + "documents"."tax_cents" and "documents"."gross_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_texts_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "has_documents" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "text_ids" uuid[];--> statement-breakpoint
CREATE UNIQUE INDEX "documents_sequence" ON "documents" USING btree ("prefix","year","sequence");--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_invoice" ON "documents" USING btree ("order_id") WHERE "documents"."kind" = 'invoice' and "documents"."corrects" is null;