ALTER TABLE "orders" ADD COLUMN "held_from" bytea;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "must_confirm_address" boolean;