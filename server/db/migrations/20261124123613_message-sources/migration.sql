ALTER TABLE "organiser_messages" ADD COLUMN "source" bytea;--> statement-breakpoint
CREATE INDEX "organiser_messages_recent_index" ON "organiser_messages" ("organisation_id","created_at");