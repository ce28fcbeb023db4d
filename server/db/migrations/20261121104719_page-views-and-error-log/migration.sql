CREATE TABLE "page_view_days" (
	"id" uuid PRIMARY KEY,
	"viewed_on" date NOT NULL,
	"path" text NOT NULL,
	"organisation_id" uuid,
	"event_id" uuid,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "page_view_days_unique" UNIQUE NULLS NOT DISTINCT("viewed_on","path","event_id","source")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid PRIMARY KEY,
	"viewed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"path" text NOT NULL,
	"organisation_id" uuid,
	"event_id" uuid,
	"source" text DEFAULT '' NOT NULL,
	"device" text NOT NULL,
	"visitor" bytea
);
--> statement-breakpoint
CREATE TABLE "error_reports" (
	"id" uuid PRIMARY KEY,
	"fingerprint" text NOT NULL,
	"source" text NOT NULL,
	"severity" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"route" text NOT NULL,
	"release" text NOT NULL,
	"request_id" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "page_view_days_event_index" ON "page_view_days" ("organisation_id","event_id","viewed_on");--> statement-breakpoint
CREATE INDEX "page_views_viewed_index" ON "page_views" ("viewed_at");--> statement-breakpoint
CREATE INDEX "page_views_event_index" ON "page_views" ("organisation_id","event_id","viewed_at") WHERE event_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "page_views_visitor_index" ON "page_views" ("visitor","viewed_at") WHERE visitor IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "error_reports_fingerprint_unique" ON "error_reports" ("fingerprint");--> statement-breakpoint
CREATE INDEX "error_reports_seen_index" ON "error_reports" ("last_seen_at","id");