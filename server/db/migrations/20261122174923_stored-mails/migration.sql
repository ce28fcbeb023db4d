DROP INDEX "mails_kept_index";--> statement-breakpoint
UPDATE "mails" SET "status" = 'stored' WHERE "status" = 'kept';--> statement-breakpoint
CREATE INDEX "mails_stored_index" ON "mails" ("created_at") WHERE status = 'stored';
