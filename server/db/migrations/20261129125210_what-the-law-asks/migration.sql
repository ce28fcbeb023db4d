CREATE TABLE "accounting_settings" (
	"organisation_id" uuid PRIMARY KEY,
	"chart" text DEFAULT 'skr03' NOT NULL,
	"consultant_number" integer,
	"client_number" integer,
	"account_length" smallint DEFAULT 4 NOT NULL,
	"fiscal_year_start" smallint DEFAULT 1 NOT NULL,
	"tax_mode" text DEFAULT 'gross' NOT NULL,
	"accounts" jsonb DEFAULT '[]' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_settings_numbers" CHECK (account_length BETWEEN 4 AND 8 AND fiscal_year_start BETWEEN 1 AND 12
				AND consultant_number BETWEEN 1001 AND 9999999 AND client_number BETWEEN 1 AND 99999)
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid,
	"organisation_id" uuid,
	"subject_kind" text,
	"subject_id" uuid,
	"event_id" uuid,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"attendee_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"items" jsonb DEFAULT '[]' NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"obstacle" text,
	"decided_at" timestamp(3) with time zone,
	"decided_by" uuid,
	"decision_note" text DEFAULT '' NOT NULL,
	"refund_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text,
	"source" bytea,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "withdrawals_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "withdrawals_decided" CHECK ((state = 'received') = (decided_at IS NULL)),
	CONSTRAINT "withdrawals_subject" CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
	CONSTRAINT "withdrawals_event" CHECK ((subject_kind = 'order') = (event_id IS NOT NULL) OR subject_kind IS NULL),
	CONSTRAINT "withdrawals_refund" CHECK (refund_minor >= 0 AND (state = 'accepted' OR refund_minor = 0))
);
--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "refund_event_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "refund_order_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "gift_card_id" uuid;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "postcode" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "invoice_contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "invoice_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "invoice_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "has_withdrawal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ticket_types_withdrawal_index" ON "ticket_types" ("organisation_id","event_id") WHERE has_withdrawal;--> statement-breakpoint
CREATE INDEX "withdrawals_state_index" ON "withdrawals" ("organisation_id","state","id");--> statement-breakpoint
CREATE INDEX "withdrawals_recent_index" ON "withdrawals" ("organisation_id","received_at");--> statement-breakpoint
CREATE INDEX "withdrawals_subject_index" ON "withdrawals" ("organisation_id","subject_id") WHERE subject_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_open_unique" ON "withdrawals" ("organisation_id","subject_id") WHERE state = 'received' AND subject_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "withdrawals_email_index" ON "withdrawals" (lower("email"));--> statement-breakpoint
CREATE INDEX "withdrawals_received_index" ON "withdrawals" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "withdrawals_source_index" ON "withdrawals" ("received_at") WHERE source IS NOT NULL;