ALTER TABLE "mails" DROP COLUMN "claimed_until";--> statement-breakpoint
CREATE INDEX "mails_kept_index" ON "mails" ("created_at") WHERE status = 'kept';