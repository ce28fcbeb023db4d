ALTER TABLE "donations" ADD COLUMN "agreement_id" uuid;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "event_id" uuid;--> statement-breakpoint
CREATE INDEX "donations_agreement_index" ON "donations" ("organisation_id","agreement_id") WHERE agreement_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "agreements_subject_index" ON "agreements" ("organisation_id","subject_id");--> statement-breakpoint
CREATE INDEX "agreements_event_index" ON "agreements" ("organisation_id","event_id","id") WHERE event_id IS NOT NULL;