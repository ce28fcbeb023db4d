DROP INDEX "contact_messages_email_index";--> statement-breakpoint
CREATE INDEX "contact_messages_email_index" ON "contact_messages" (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "events_created_by_index" ON "events" ("created_by") WHERE created_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX "feedback_reports_email_index" ON "feedback_reports" (lower("email"));--> statement-breakpoint
CREATE INDEX "attendees_email_index" ON "attendees" USING brin (lower("email") text_bloom_ops(n_distinct_per_range=5000)) WITH (pages_per_range=64, autosummarize=true);--> statement-breakpoint
CREATE INDEX "orders_buyer_email_index" ON "orders" USING brin (lower("buyer_email") text_bloom_ops(n_distinct_per_range=5000)) WITH (pages_per_range=64, autosummarize=true);--> statement-breakpoint
CREATE INDEX "contact_messages_open_index" ON "contact_messages" ("created_at") WHERE answered_at IS NULL;