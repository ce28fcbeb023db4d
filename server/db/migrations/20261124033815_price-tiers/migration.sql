ALTER TABLE "ticket_types" ADD COLUMN "price_tiers" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX "ticket_types_tiers_index" ON "ticket_types" ("organisation_id","event_id") WHERE price_tiers <> '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_tiers" CHECK (jsonb_typeof(price_tiers) = 'array');