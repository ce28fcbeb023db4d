ALTER TABLE "donations" ADD COLUMN "wants_updates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD COLUMN "picture_file" text;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD COLUMN "reports" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD COLUMN "report_reason" text;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD COLUMN "report_sources" bytea[] DEFAULT '{}'::bytea[] NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraiser_pages" ADD COLUMN "reported_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "fundraiser_updates" ADD COLUMN "is_email_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fundraisers" ADD COLUMN "goal_reached_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "oral_record" text;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "record_sent_on" date;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "earlier" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_updates_index" ON "donations" ("organisation_id","event_id","id") WHERE wants_updates;--> statement-breakpoint
CREATE INDEX "fundraiser_pages_donors_index" ON "fundraiser_pages" ("organisation_id","event_id","kind","donors","id");--> statement-breakpoint
CREATE INDEX "fundraiser_pages_reported_index" ON "fundraiser_pages" ("reported_at") WHERE report_sources <> '{}';--> statement-breakpoint
CREATE INDEX "fundraiser_updates_due_index" ON "fundraiser_updates" ("id") WHERE is_email_due;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD CONSTRAINT "gift_aid_declarations_oral" CHECK (CASE oral_record WHEN 'recording' THEN record_sent_on IS NULL ELSE (oral_record IS NULL) = (record_sent_on IS NULL) END
				AND (oral_record IS NULL OR donation_id IS NOT NULL));--> statement-breakpoint
-- Goals that were reached before are no news.
UPDATE "fundraisers" SET goal_reached_at = now() WHERE raised_minor >= goal_minor;
