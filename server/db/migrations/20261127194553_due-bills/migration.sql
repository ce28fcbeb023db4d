CREATE TABLE "due_bills" (
	"id" uuid,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"month" date,
	"currency" text NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"is_waiting" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "due_bills_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE INDEX "due_bills_due_index" ON "due_bills" ("due_at");--> statement-breakpoint
CREATE INDEX "due_bills_waiting_index" ON "due_bills" ("organisation_id") WHERE is_waiting;
--> statement-breakpoint
-- Bills of plans that were paid before bills were documents.
INSERT INTO due_bills (organisation_id, id, kind, currency)
SELECT p.organisation_id, p.id, 'plan', p.currency
FROM ledger_transfers t JOIN agreement_periods p ON p.id = t.source_id
WHERE t.organisation_id = '00000000-0000-0000-0000-000000000000' AND t.source_kind = 'agreement_period' AND t.kind = 'plan'
	AND NOT EXISTS (SELECT FROM documents d WHERE d.organisation_id = t.organisation_id AND d.subject_id = p.id)
ON CONFLICT DO NOTHING;
