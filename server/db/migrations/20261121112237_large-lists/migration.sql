ALTER TABLE "events" ADD COLUMN "is_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "events" SET "is_over" = true WHERE "ends_at" < now() - interval '1 hour';--> statement-breakpoint
CREATE INDEX "organisations_demo_index" ON "organisations" ("id") WHERE is_demo;--> statement-breakpoint
CREATE INDEX "events_ending_index" ON "events" ("ends_at") WHERE NOT is_over;--> statement-breakpoint
CREATE INDEX "events_ahead_starts_index" ON "events" ("starts_at","id") WHERE status = 'published' AND visibility = 'public' AND NOT is_over;--> statement-breakpoint
CREATE INDEX "events_ahead_title_index" ON "events" USING gin ("title_vector") WHERE status = 'published' AND visibility = 'public' AND NOT is_over;--> statement-breakpoint
CREATE INDEX "events_ahead_words_index" ON "events" USING gin ("search_vector") WHERE status = 'published' AND visibility = 'public' AND NOT is_over;--> statement-breakpoint
CREATE INDEX "mails_failed_index" ON "mails" ("created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "mails_search_index" ON "mails" USING gin ("recipient" gin_trgm_ops,"subject" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attendees_other_status_index" ON "attendees" ("event_id","status","id") WHERE status <> 'active';--> statement-breakpoint
CREATE INDEX "orders_other_status_index" ON "orders" ("organisation_id","event_id","status","id") WHERE status <> 'confirmed';--> statement-breakpoint
-- An event whose end moves may be ahead again; the job that looks for what is over sees to the rest.
CREATE FUNCTION foyer_reopen_event() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	NEW.is_over := false;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_reopen BEFORE UPDATE OF ends_at ON events FOR EACH ROW
	WHEN (NEW.ends_at <> OLD.ends_at)
	EXECUTE FUNCTION foyer_reopen_event();
--> statement-breakpoint
-- The event tells the organisation: without this the planner takes the two for independent and expects a hundredth of the rows.
CREATE STATISTICS attendees_event_owner (dependencies) ON organisation_id, event_id FROM attendees;
--> statement-breakpoint
CREATE STATISTICS orders_event_owner (dependencies) ON organisation_id, event_id FROM orders;
