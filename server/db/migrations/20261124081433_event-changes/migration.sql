CREATE TABLE "event_change_sets" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"summary" jsonb DEFAULT '{}' NOT NULL,
	"guests" integer DEFAULT 0 NOT NULL,
	"notify" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'applied' NOT NULL,
	"notify_at" timestamp(3) with time zone,
	"notified_at" timestamp(3) with time zone,
	"undo_of" uuid,
	"event_version" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_change_sets_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "event_change_sets_notify_at" CHECK (NOT notify OR notify_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "event_changes" (
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"change_set_id" uuid,
	"part" text NOT NULL,
	"path" text,
	"subject" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"inverse" jsonb NOT NULL,
	CONSTRAINT "event_changes_pkey" PRIMARY KEY("organisation_id","change_set_id","path")
);
--> statement-breakpoint
CREATE INDEX "event_change_sets_event_index" ON "event_change_sets" ("organisation_id","event_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_change_sets_due_index" ON "event_change_sets" ("notify_at") WHERE state = 'applied' AND notify AND notified_at IS NULL;--> statement-breakpoint
CREATE INDEX "event_change_sets_actor_index" ON "event_change_sets" ("actor_id") WHERE actor_kind = 'member';--> statement-breakpoint
CREATE INDEX "event_change_sets_created_index" ON "event_change_sets" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "event_changes_event_index" ON "event_changes" ("organisation_id","event_id","change_set_id");--> statement-breakpoint
ALTER TABLE "event_change_sets" ADD CONSTRAINT "event_change_sets_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_change_set_id_fkey" FOREIGN KEY ("organisation_id","change_set_id") REFERENCES "event_change_sets"("organisation_id","id") ON DELETE CASCADE;