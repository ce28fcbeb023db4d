CREATE TABLE "order_changes" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"hash" text NOT NULL,
	"lines" jsonb NOT NULL,
	"difference_minor" bigint NOT NULL,
	"fee_minor" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"applied_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_changes_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "order_changes_waits" CHECK ((state = 'awaiting_payment') = (expires_at IS NOT NULL)),
	CONSTRAINT "order_changes_applied" CHECK ((state = 'applied') = (applied_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "place_reservations" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"pool_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"places" integer NOT NULL,
	"state" text DEFAULT 'live' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "place_reservations_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "place_reservations_places" CHECK (places >= 1)
);
--> statement-breakpoint
CREATE TABLE "ticket_transfers" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_id" uuid NOT NULL,
	"from_name" text NOT NULL,
	"from_email" text DEFAULT '' NOT NULL,
	"to_name" text NOT NULL,
	"to_email" text NOT NULL,
	"state" text DEFAULT 'offered' NOT NULL,
	"holder_version" integer,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_transfers_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "ticket_transfers_ended" CHECK ((state = 'offered') = (ended_at IS NULL))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "change_rules" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "allows_transfers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "attendees" ADD COLUMN "holder_version" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "attendee_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "change_id" uuid;--> statement-breakpoint
CREATE INDEX "order_changes_order_index" ON "order_changes" ("organisation_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_waiting_unique" ON "order_changes" ("organisation_id","order_id") WHERE state = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "order_changes_due_index" ON "order_changes" ("expires_at") WHERE state = 'awaiting_payment';--> statement-breakpoint
CREATE UNIQUE INDEX "place_reservations_ref_unique" ON "place_reservations" ("organisation_id","ref_id","pool_id");--> statement-breakpoint
CREATE INDEX "place_reservations_live_index" ON "place_reservations" ("organisation_id","event_id","pool_id") WHERE state = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_transfers_offered_unique" ON "ticket_transfers" ("organisation_id","event_id","attendee_id") WHERE state = 'offered';--> statement-breakpoint
CREATE INDEX "ticket_transfers_attendee_index" ON "ticket_transfers" ("organisation_id","event_id","attendee_id","id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_order_index" ON "ticket_transfers" ("organisation_id","order_id");--> statement-breakpoint
CREATE INDEX "ticket_transfers_due_index" ON "ticket_transfers" ("expires_at") WHERE state = 'offered';--> statement-breakpoint
CREATE INDEX "ticket_transfers_email_index" ON "ticket_transfers" (lower("to_email"));--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "place_reservations" ADD CONSTRAINT "place_reservations_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ticket_transfers" ADD CONSTRAINT "ticket_transfers_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;