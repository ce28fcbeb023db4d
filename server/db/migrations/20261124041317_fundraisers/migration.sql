CREATE TABLE "donations" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"source" text NOT NULL,
	"order_id" uuid,
	"line" smallint,
	"ticket_type_id" uuid,
	"way" text,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"cover_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"donor_name" text NOT NULL,
	"donor_email" text DEFAULT '' NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"is_message_hidden" boolean DEFAULT false NOT NULL,
	"dedication_kind" text,
	"dedication_name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"received_on" date,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donations_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "donations_amount" CHECK (amount_minor > 0 AND refunded_minor BETWEEN 0 AND amount_minor),
	CONSTRAINT "donations_source" CHECK ((source = 'online') = (order_id IS NOT NULL AND line IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "fundraisers" (
	"organisation_id" uuid,
	"event_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"goal_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"story" text DEFAULT '' NOT NULL,
	"presets_minor" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"wall" text DEFAULT 'public' NOT NULL,
	"raised_minor" bigint DEFAULT 0 NOT NULL,
	"offline_minor" bigint DEFAULT 0 NOT NULL,
	"donors" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fundraisers_pkey" PRIMARY KEY("organisation_id","event_id"),
	CONSTRAINT "fundraisers_goal" CHECK (goal_minor > 0)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "takes_gifts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "details" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_line_unique" ON "donations" ("organisation_id","order_id","line") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_event_index" ON "donations" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "donations_email_index" ON "donations" (lower("donor_email"));--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fundraisers" ADD CONSTRAINT "fundraisers_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;
--> statement-breakpoint
-- Donations that were made as the price of a ticket. Nobody was asked whether they may be named.
INSERT INTO "donations" ("id", "organisation_id", "event_id", "source", "order_id", "line", "ticket_type_id", "currency", "amount_minor",
	"refunded_minor", "donor_name", "donor_email", "is_anonymous", "created_at")
SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send((extract(epoch FROM o.confirmed_at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
	l.organisation_id, l.event_id, 'online', l.order_id, l.line, l.ticket_type_id, o.currency, l.gross_minor,
	coalesce((SELECT -sum(r.gross_minor) FROM order_lines r
		WHERE r.organisation_id = l.organisation_id AND r.event_id = l.event_id AND r.order_id = l.order_id
			AND r.kind = 'gift' AND r.gross_minor < 0 AND r.ticket_type_id IS NOT DISTINCT FROM l.ticket_type_id), 0),
	o.buyer_name, o.buyer_email, true, o.confirmed_at
FROM order_lines l
JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
WHERE l.kind = 'gift' AND l.gross_minor > 0 AND o.confirmed_at IS NOT NULL;
