CREATE TABLE "gift_receipt_settings" (
	"organisation_id" uuid PRIMARY KEY,
	"regime" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"signatory" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"tax_office" text DEFAULT '' NOT NULL,
	"notice_date" date,
	"assessment_period" text DEFAULT '' NOT NULL,
	"is_automatic" boolean DEFAULT true NOT NULL,
	"sends_summary" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_cancelled_once" ON "documents" ("organisation_id","corrects_id") WHERE kind = 'gift_cancellation';--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_corrects", ADD CONSTRAINT "documents_corrects" CHECK ((kind IN ('credit_note', 'gift_cancellation')) = (corrects_id IS NOT NULL));