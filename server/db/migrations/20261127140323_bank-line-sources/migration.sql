ALTER TABLE "bank_lines" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "file_hash" bytea;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "maybe_same_as" uuid;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "orders_named" integer;--> statement-breakpoint
CREATE INDEX "bank_lines_booked_index" ON "bank_lines" ("organisation_id","booked_on","amount_minor");