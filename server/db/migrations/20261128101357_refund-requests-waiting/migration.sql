ALTER TABLE "refund_requests" ADD COLUMN "policy" jsonb;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "reminded_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "refund_requests_waiting_index" ON "refund_requests" ("created_at") WHERE state = 'open' AND reminded_at IS NULL;