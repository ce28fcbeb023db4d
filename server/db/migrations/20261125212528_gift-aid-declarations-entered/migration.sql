ALTER TABLE "gift_aid_declarations" ADD COLUMN "donation_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "made_on" date;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "entered_by" uuid;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "gift_aid_declarations_order_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "gift_aid_declarations_order_unique" ON "gift_aid_declarations" ("organisation_id","order_id") WHERE cancelled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_aid_declarations_donation_unique" ON "gift_aid_declarations" ("organisation_id","donation_id") WHERE cancelled_at IS NULL AND donation_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gift_aid_declarations_event_index" ON "gift_aid_declarations" ("organisation_id","event_id","id");--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD CONSTRAINT "gift_aid_declarations_made" CHECK (CASE WHEN donation_id IS NULL THEN order_id IS NOT NULL ELSE made_on IS NOT NULL END);