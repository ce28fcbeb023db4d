ALTER TABLE "feedback_screenshots" ADD COLUMN "source" bytea;--> statement-breakpoint
CREATE INDEX "feedback_screenshots_created_index" ON "feedback_screenshots" ("created_at");