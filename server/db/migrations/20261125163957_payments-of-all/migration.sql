ALTER TABLE "payment_accounts" ADD COLUMN "stopped_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "stop_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX "provider_events_received_index";--> statement-breakpoint
CREATE INDEX "provider_events_received_index" ON "provider_events" ("received_at","id");--> statement-breakpoint
CREATE INDEX "payments_newest_index" ON "payments" ("id");--> statement-breakpoint
CREATE INDEX "payments_failed_index" ON "payments" ("id") WHERE state = 'failed';