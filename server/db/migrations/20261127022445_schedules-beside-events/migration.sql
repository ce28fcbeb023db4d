ALTER TABLE "report_schedules" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "hours" integer;--> statement-breakpoint
CREATE INDEX "report_schedules_event_index" ON "report_schedules" ("event_id") WHERE event_id IS NOT NULL AND state = 'on';--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_event" CHECK ((kind = 'event') = (event_id IS NOT NULL) AND (kind = 'event') = (hours IS NOT NULL) AND hours <> 0
				AND hours BETWEEN -720 AND 720);