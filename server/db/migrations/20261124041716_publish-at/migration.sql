ALTER TABLE "events" ADD COLUMN "publish_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "publish_error" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "events_publish_at_index" ON "events" ("publish_at") WHERE publish_at IS NOT NULL;