CREATE TABLE "transfer_accounts" (
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"order_id" uuid,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_accounts_pkey" PRIMARY KEY("organisation_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "publish_by" uuid;--> statement-breakpoint
ALTER TABLE "refund_files" ADD COLUMN "debtor_holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_files" ADD COLUMN "debtor_iban" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_files" ADD COLUMN "debtor_bic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_iban" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_bic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_by" uuid;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "pending_due_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "page_views_site_index" ON "page_views" ("viewed_at") WHERE event_id IS NULL;--> statement-breakpoint
CREATE INDEX "transfer_accounts_created_index" ON "transfer_accounts" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "payment_settings_due_index" ON "payment_settings" ("pending_due_at") WHERE pending_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_accounts" ADD CONSTRAINT "transfer_accounts_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_pending" CHECK (pending_at IS NOT NULL OR pending_due_at IS NULL);--> statement-breakpoint
-- Orders that wait for a transfer go on showing what their buyers were shown.
INSERT INTO "transfer_accounts" ("organisation_id", "event_id", "order_id", "holder", "iban", "bic")
SELECT o.organisation_id, o.event_id, o.id, s.transfer_holder, s.transfer_iban, s.transfer_bic
FROM "orders" o JOIN "payment_settings" s ON s.organisation_id = o.organisation_id
WHERE o.status = 'pending' AND o.terms = 'transfer' AND s.transfer_iban <> '';--> statement-breakpoint
UPDATE "refund_files" f SET debtor_holder = s.transfer_holder, debtor_iban = s.transfer_iban, debtor_bic = s.transfer_bic
FROM "payment_settings" s WHERE s.organisation_id = f.organisation_id;
