ALTER TABLE "followers" ADD COLUMN "requested_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "source" bytea;--> statement-breakpoint
CREATE INDEX "followers_source_index" ON "followers" ("source","requested_at") WHERE source IS NOT NULL;