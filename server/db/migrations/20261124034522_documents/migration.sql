CREATE TABLE "document_series" (
	"organisation_id" uuid,
	"kind" text,
	"prefix" text,
	"next" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "document_series_pkey" PRIMARY KEY("organisation_id","kind","prefix")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"issued_at" timestamp(3) with time zone NOT NULL,
	"language" text NOT NULL,
	"event_id" uuid,
	"subject_id" uuid NOT NULL,
	"corrects_id" uuid,
	"content" jsonb NOT NULL,
	"recipient" jsonb,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"gross_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"template" integer NOT NULL,
	"recipient_hash" bytea NOT NULL,
	"hash" bytea NOT NULL,
	"retain_until" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "documents_sum" CHECK (gross_minor = net_minor + tax_minor),
	CONSTRAINT "documents_corrects" CHECK ((kind = 'credit_note') = (corrects_id IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "legal_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "tax_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number_unique" ON "documents" ("organisation_id","kind","series","number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_receipt_unique" ON "documents" ("organisation_id","subject_id") WHERE kind = 'receipt';--> statement-breakpoint
CREATE INDEX "documents_subject_index" ON "documents" ("organisation_id","subject_id");--> statement-breakpoint
CREATE INDEX "documents_issued_index" ON "documents" ("organisation_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "documents_retained_index" ON "documents" ("retain_until") WHERE recipient IS NOT NULL;