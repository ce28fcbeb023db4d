CREATE TABLE "plan_notices" (
	"organisation_id" uuid,
	"quota" text,
	"subject_id" uuid,
	"limit_value" integer,
	"percent" smallint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_notices_pkey" PRIMARY KEY("organisation_id","quota","subject_id","limit_value","percent")
);
--> statement-breakpoint
ALTER TABLE "operator_settings" ADD COLUMN "country_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_settings" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_settings" ADD COLUMN "tax_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_settings" ADD COLUMN "tax_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_methods" ADD COLUMN "setup_id" text;--> statement-breakpoint
CREATE INDEX "saved_methods_setup_index" ON "saved_methods" ("setup_id") WHERE setup_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "plan_notices_created_index" ON "plan_notices" ("created_at");--> statement-breakpoint
-- Fees that organisations paid so far are income of the operator, in the operator's own books (the nil organisation), as they are from now on.
WITH mirrored AS (
	INSERT INTO ledger_transfers (organisation_id, event_id, subject_id, source_kind, source_id, kind, line, debit, credit, currency,
		amount_minor, occurred_at)
	SELECT '00000000-0000-0000-0000-000000000000', event_id, subject_id, source_kind, source_id, 'fee',
		row_number() OVER (PARTITION BY source_kind, source_id ORDER BY organisation_id, kind, line) - 1,
		CASE WHEN debit = 'platform_fees' THEN 'gateway' ELSE 'fee_income' END,
		CASE WHEN debit = 'platform_fees' THEN 'fee_income' ELSE 'gateway' END, currency, amount_minor, occurred_at
	FROM ledger_transfers WHERE debit = 'platform_fees' OR credit = 'platform_fees'
	ON CONFLICT DO NOTHING
	RETURNING organisation_id, subject_id, event_id, currency
)
INSERT INTO ledger_subjects AS s (organisation_id, subject_id, event_id, currency, transfers)
SELECT organisation_id, subject_id, event_id, currency, count(*) FROM mirrored GROUP BY 1, 2, 3, 4
ON CONFLICT (organisation_id, subject_id) DO UPDATE SET transfers = s.transfers + excluded.transfers;
