CREATE TABLE "ledger_periods" (
	"organisation_id" uuid,
	"period" text,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"figures" jsonb NOT NULL,
	"transfers" integer NOT NULL,
	"hash" bytea NOT NULL,
	"closed_at" timestamp(3) with time zone NOT NULL,
	"closed_by" uuid,
	CONSTRAINT "ledger_periods_pkey" PRIMARY KEY("organisation_id","period")
);
--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD COLUMN "tax_basis_points" integer;--> statement-breakpoint
CREATE INDEX "ledger_periods_end_index" ON "ledger_periods" ("organisation_id","ends_at");--> statement-breakpoint
CREATE INDEX "ledger_transfers_journal_index" ON "ledger_transfers" ("organisation_id","occurred_at","source_id");