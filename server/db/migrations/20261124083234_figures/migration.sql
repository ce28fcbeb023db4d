CREATE TABLE "event_day_figures" (
	"organisation_id" uuid,
	"scope_id" uuid,
	"on_day" date,
	"currency" text DEFAULT '',
	"views" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"forms" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"attended" integer DEFAULT 0 NOT NULL,
	"checked_in" integer DEFAULT 0 NOT NULL,
	"sold_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"fees_minor" bigint DEFAULT 0 NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "event_day_figures_pkey" PRIMARY KEY("organisation_id","scope_id","on_day","currency")
);
--> statement-breakpoint
CREATE TABLE "event_day_sources" (
	"organisation_id" uuid,
	"scope_id" uuid,
	"on_day" date,
	"source" text,
	"medium" text,
	"campaign" text,
	"link" text,
	"currency" text DEFAULT '',
	"views" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"forms" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"net_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "event_day_sources_pkey" PRIMARY KEY("organisation_id","scope_id","on_day","source","medium","campaign","link","currency")
);
--> statement-breakpoint
CREATE TABLE "figure_feed" (
	"id" smallint PRIMARY KEY DEFAULT 1,
	"snapshot" text NOT NULL,
	"read_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sequence_low" bigint NOT NULL,
	"sequence_high" bigint NOT NULL,
	"sequence_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_marks" (
	"organisation_id" uuid,
	"scope_id" uuid,
	"on_day" date,
	"due_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "figure_marks_pkey" PRIMARY KEY("organisation_id","scope_id","on_day")
);
--> statement-breakpoint
CREATE TABLE "tracking_links" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_links_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "tracking_links_code" CHECK (code ~ '^[a-z0-9]{4,16}$')
);
--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "campaign" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "link" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "step" text DEFAULT 'view' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "came_by" text;--> statement-breakpoint
CREATE INDEX "event_day_figures_day_index" ON "event_day_figures" ("organisation_id","on_day") WHERE scope_id <> organisation_id;--> statement-breakpoint
CREATE INDEX "event_day_sources_day_index" ON "event_day_sources" ("organisation_id","on_day") WHERE scope_id <> organisation_id;--> statement-breakpoint
CREATE INDEX "figure_marks_due_index" ON "figure_marks" ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_links_code_unique" ON "tracking_links" ("organisation_id","code");--> statement-breakpoint
CREATE INDEX "tracking_links_event_index" ON "tracking_links" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE INDEX "check_ins_sequence_index" ON "check_ins" USING brin ("sequence") WITH (pages_per_range=32);--> statement-breakpoint
CREATE INDEX "events_organisation_ahead_index" ON "events" ("organisation_id","starts_at","id") WHERE NOT is_over;--> statement-breakpoint
CREATE INDEX "events_organisation_status_index" ON "events" ("organisation_id","status","starts_at","id","ends_at");--> statement-breakpoint
CREATE INDEX "events_publish_error_index" ON "events" ("organisation_id","id") WHERE publish_error <> '';--> statement-breakpoint
CREATE INDEX "mails_failed_event_index" ON "mails" ("organisation_id","event_id","created_at") WHERE status = 'failed' AND event_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_confirmed_later_index" ON "orders" ("organisation_id","event_id","confirmed_at") WHERE confirmed_at <> created_at;--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_came_by" CHECK (length(came_by) <= 200);