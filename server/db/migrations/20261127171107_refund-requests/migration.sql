CREATE TABLE "refund_requests" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_ids" uuid[] NOT NULL,
	"wanted_minor" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "refund_requests_decided" CHECK ((state = 'open') = (decided_at IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_open_unique" ON "refund_requests" ("organisation_id","order_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "refund_requests_order_index" ON "refund_requests" ("organisation_id","order_id","id");--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;