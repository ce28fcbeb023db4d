ALTER TABLE "idempotency_keys" ADD COLUMN "answer" bytea;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "body";