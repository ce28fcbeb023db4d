CREATE TABLE "due_receipts" (
	"organisation_id" uuid,
	"order_id" uuid,
	"event_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"is_waiting" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "due_receipts_pkey" PRIMARY KEY("organisation_id","order_id")
);
--> statement-breakpoint
DROP INDEX "documents_receipt_unique";--> statement-breakpoint
ALTER TABLE "gift_receipt_settings" ADD COLUMN "excludes_membership_fees" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "tax_reason" text;--> statement-breakpoint
CREATE INDEX "due_receipts_due_index" ON "due_receipts" ("due_at");--> statement-breakpoint
-- Money that comes for an order makes its receipt due, whichever process and way it came.
CREATE FUNCTION foyer_note_due_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO due_receipts (organisation_id, order_id, event_id, due_at)
	VALUES (NEW.organisation_id, NEW.subject_id, NEW.event_id, clock_timestamp())
	ON CONFLICT (organisation_id, order_id) DO UPDATE SET due_at = clock_timestamp(), is_waiting = false;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_note_due_receipt AFTER INSERT OR UPDATE OF state ON payments FOR EACH ROW
WHEN (NEW.state = 'succeeded' AND NEW.subject_kind <> 'trial' AND NEW.event_id IS NOT NULL)
EXECUTE FUNCTION foyer_note_due_receipt();
--> statement-breakpoint
-- Orders that were paid before have their receipt issued too.
INSERT INTO due_receipts (organisation_id, order_id, event_id)
SELECT DISTINCT p.organisation_id, p.subject_id, p.event_id FROM payments p
WHERE p.subject_kind <> 'trial' AND p.state = 'succeeded' AND p.event_id IS NOT NULL AND NOT EXISTS (
	SELECT FROM documents d WHERE d.organisation_id = p.organisation_id AND d.subject_id = p.subject_id AND d.kind IN ('receipt', 'invoice'))
ON CONFLICT DO NOTHING;
