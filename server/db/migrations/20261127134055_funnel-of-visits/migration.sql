ALTER TABLE "event_day_figures" ADD COLUMN "web_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "web_unpaid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "web_tickets" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "web_attended" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "imported_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "manual_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "door_orders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_day_figures" ADD COLUMN "version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "event_day_figures_old_index" ON "event_day_figures" ("organisation_id","scope_id","on_day") WHERE version < 1 AND currency = '' AND scope_id <> organisation_id;