ALTER TABLE "download_files" ADD COLUMN "downloads" integer;--> statement-breakpoint
ALTER TABLE "download_files" ADD COLUMN "days" integer;--> statement-breakpoint
ALTER TABLE "download_files" ADD CONSTRAINT "download_files_limits" CHECK ("download_files"."downloads" >= 0 and "download_files"."days" >= 0);