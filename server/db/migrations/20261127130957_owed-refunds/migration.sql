CREATE TABLE "refund_accounts" (
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_accounts_pkey" PRIMARY KEY("organisation_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "refund_file_items" (
	"organisation_id" uuid,
	"refund_id" uuid,
	"file_id" uuid NOT NULL,
	CONSTRAINT "refund_file_items_pkey" PRIMARY KEY("organisation_id","refund_id")
);
--> statement-breakpoint
CREATE TABLE "refund_files" (
	"id" uuid,
	"organisation_id" uuid,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_files_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "refunded_tickets" (
	"organisation_id" uuid,
	"event_id" uuid,
	"order_id" uuid,
	"attendee_id" uuid,
	"refund_id" uuid,
	"amount_minor" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunded_tickets_pkey" PRIMARY KEY("organisation_id","event_id","order_id","attendee_id","refund_id"),
	CONSTRAINT "refunded_tickets_amount" CHECK (amount_minor > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "excess_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_on" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_way" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
CREATE INDEX "refund_accounts_updated_index" ON "refund_accounts" ("updated_at");--> statement-breakpoint
CREATE INDEX "refund_file_items_file_index" ON "refund_file_items" ("organisation_id","file_id");--> statement-breakpoint
ALTER TABLE "refund_accounts" ADD CONSTRAINT "refund_accounts_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "refund_file_items" ADD CONSTRAINT "refund_file_items_file_id_fkey" FOREIGN KEY ("organisation_id","file_id") REFERENCES "refund_files"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
-- Transfers that a member matched though they were more than the order costs.
UPDATE payments p SET excess_minor = p.captured_minor - o.total_minor FROM orders o
WHERE o.organisation_id = p.organisation_id AND o.event_id = p.event_id AND o.id = p.subject_id
	AND p.gateway IS NULL AND p.state = 'succeeded' AND p.captured_minor > o.total_minor
	AND EXISTS (SELECT FROM bank_lines b WHERE b.organisation_id = p.organisation_id AND b.payment_id = p.id);
