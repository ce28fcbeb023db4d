CREATE TABLE "waitlist_entries" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"ticket_type_ids" uuid[] NOT NULL,
	"party" integer NOT NULL,
	"takes_fewer" boolean DEFAULT false NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"queued_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"overtaken_places" integer DEFAULT 0 NOT NULL,
	"saving_since" timestamp(3) with time zone,
	"lapses" smallint DEFAULT 0 NOT NULL,
	"token_version" integer DEFAULT 1 NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "waitlist_entries_party" CHECK (party BETWEEN 1 AND 100 AND cardinality(ticket_type_ids) BETWEEN 1 AND 50),
	CONSTRAINT "waitlist_entries_ended" CHECK ((state IN ('waiting', 'offered')) = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "waitlist_offers" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"order_id" uuid,
	"made_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_offers_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "waitlist_offers_quantity" CHECK (quantity BETWEEN 1 AND 100),
	CONSTRAINT "waitlist_offers_ended" CHECK ((state = 'open') = (ended_at IS NULL)),
	CONSTRAINT "waitlist_offers_taken" CHECK ((state = 'taken') = (order_id IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "waitlist_mode" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "waitlist_offer_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approved_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "decline_message" text;--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD COLUMN "is_awaited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "place_reservations" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_approval_ends_index" ON "orders" ("expires_at") WHERE status = 'awaiting_approval';--> statement-breakpoint
CREATE INDEX "place_reservations_due_index" ON "place_reservations" ("due_at") WHERE state = 'live' AND due_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_live_unique" ON "waitlist_entries" ("organisation_id","event_id",lower("email")) WHERE state IN ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_waiting_index" ON "waitlist_entries" ("organisation_id","event_id","queued_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "waitlist_entries_event_index" ON "waitlist_entries" ("organisation_id","event_id","queued_at","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_email_index" ON "waitlist_entries" (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offers_open_unique" ON "waitlist_offers" ("organisation_id","entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offers_entry_index" ON "waitlist_offers" ("organisation_id","entry_id","id");--> statement-breakpoint
CREATE INDEX "waitlist_offers_due_index" ON "waitlist_offers" ("expires_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_entry_id_fkey" FOREIGN KEY ("organisation_id","entry_id") REFERENCES "waitlist_entries"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_waitlist_hours" CHECK (waitlist_offer_hours BETWEEN 1 AND 168);