CREATE TABLE "account_locks" (
	"user_id" uuid PRIMARY KEY,
	"reason" text DEFAULT '' NOT NULL,
	"locked_by" uuid NOT NULL,
	"locked_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_acts" (
	"id" uuid PRIMARY KEY,
	"actor_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"input" jsonb NOT NULL,
	"outcome" integer,
	"request_id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_marks" (
	"organisation_id" uuid PRIMARY KEY,
	"verified_at" timestamp(3) with time zone,
	"suspended_at" timestamp(3) with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_sessions" (
	"session_id" uuid PRIMARY KEY,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_items" (
	"id" uuid PRIMARY KEY,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"shipped_key" text CONSTRAINT "content_items_shipped_unique" UNIQUE,
	"shipped_hash" text DEFAULT '' NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"live_revision_id" uuid,
	"scheduled_revision_id" uuid,
	"scheduled_at" timestamp(3) with time zone,
	"published_at" timestamp(3) with time zone,
	"archived_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_items_schedule_check" CHECK ((scheduled_revision_id IS NULL) = (scheduled_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "content_revisions" (
	"id" uuid PRIMARY KEY,
	"item_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"audience" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"author_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_settings" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"jurisdiction" text DEFAULT '' NOT NULL,
	"security_contact" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_settings_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "incident_updates" (
	"id" uuid PRIMARY KEY,
	"incident_id" uuid NOT NULL,
	"state" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY,
	"title" text NOT NULL,
	"kind" text DEFAULT 'incident' NOT NULL,
	"impact" text NOT NULL,
	"components" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"resolved_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incidents_resolved_check" CHECK ((state = 'resolved') = (resolved_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "status_checks" (
	"component" text,
	"checked_at" timestamp(3) with time zone,
	"state" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "status_checks_pkey" PRIMARY KEY("component","checked_at")
);
--> statement-breakpoint
CREATE TABLE "status_days" (
	"component" text,
	"day" date,
	"ok" integer DEFAULT 0 NOT NULL,
	"degraded" integer DEFAULT 0 NOT NULL,
	"down" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "status_days_pkey" PRIMARY KEY("component","day")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"source" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "featured_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "moderation" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "moderation_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "visibility_before" text;--> statement-breakpoint
CREATE INDEX "admin_acts_created_index" ON "admin_acts" ("created_at","id");--> statement-breakpoint
CREATE INDEX "admin_acts_actor_index" ON "admin_acts" ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "admin_acts_subject_index" ON "admin_acts" ("subject","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_items_slug_unique" ON "content_items" ("kind","slug");--> statement-breakpoint
CREATE INDEX "content_items_published_index" ON "content_items" ("kind","published_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_revisions_number_unique" ON "content_revisions" ("item_id","number");--> statement-breakpoint
CREATE INDEX "events_featured_index" ON "events" ("starts_at","id") WHERE status = 'published' AND visibility = 'public' AND featured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_created_index" ON "orders" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "incident_updates_incident_index" ON "incident_updates" ("incident_id","created_at");--> statement-breakpoint
CREATE INDEX "incidents_starts_index" ON "incidents" ("starts_at","id");--> statement-breakpoint
CREATE INDEX "status_checks_checked_index" ON "status_checks" ("checked_at");--> statement-breakpoint
CREATE INDEX "contact_messages_created_index" ON "contact_messages" ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_email_index" ON "contact_messages" ("email","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_source_index" ON "contact_messages" ("source","created_at");--> statement-breakpoint
ALTER TABLE "view_sessions" ADD CONSTRAINT "view_sessions_session_id_sessions_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "content_revisions" ADD CONSTRAINT "content_revisions_item_id_content_items_id_fkey" FOREIGN KEY ("item_id") REFERENCES "content_items"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_incidents_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE;