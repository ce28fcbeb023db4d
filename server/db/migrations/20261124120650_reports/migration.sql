CREATE TABLE "report_links" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"opened" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_runs" (
	"id" uuid,
	"organisation_id" uuid,
	"report_id" uuid,
	"schedule_id" uuid,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"format" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"needs" text[] NOT NULL,
	"event_ids" uuid[],
	"state" text DEFAULT 'queued' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"file_name" text,
	"sha256" text,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	CONSTRAINT "report_runs_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" uuid,
	"organisation_id" uuid,
	"report_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"weekday" integer,
	"day" integer,
	"format" text NOT NULL,
	"recipients" uuid[] NOT NULL,
	"runs_as" uuid NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"pause_reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "report_schedules_day" CHECK ((kind = 'weekly') = (weekday IS NOT NULL) AND (kind = 'monthly') = (day IS NOT NULL)),
	CONSTRAINT "report_schedules_recipients" CHECK (cardinality(recipients) BETWEEN 1 AND 20)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid,
	"organisation_id" uuid,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"query" jsonb NOT NULL,
	"query_format" integer DEFAULT 1 NOT NULL,
	"chart" text DEFAULT 'auto' NOT NULL,
	"sharing" text DEFAULT 'private' NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_links_token_hash_unique" ON "report_links" ("token_hash");--> statement-breakpoint
CREATE INDEX "report_links_report_index" ON "report_links" ("organisation_id","report_id","id");--> statement-breakpoint
CREATE INDEX "report_links_maker_index" ON "report_links" ("created_by");--> statement-breakpoint
CREATE INDEX "report_runs_open_index" ON "report_runs" ("organisation_id","id") WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "report_runs_due_index" ON "report_runs" ("id") WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "report_runs_schedule_index" ON "report_runs" ("organisation_id","schedule_id","id") WHERE schedule_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "report_runs_expiry_index" ON "report_runs" ("expires_at") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "report_runs_created_index" ON "report_runs" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "report_schedules_report_index" ON "report_schedules" ("organisation_id","report_id","id");--> statement-breakpoint
CREATE INDEX "report_schedules_maker_index" ON "report_schedules" ("runs_as");--> statement-breakpoint
CREATE INDEX "report_schedules_recipients_index" ON "report_schedules" USING gin ("recipients");--> statement-breakpoint
CREATE INDEX "report_schedules_due_index" ON "report_schedules" ("next_at") WHERE state = 'on';--> statement-breakpoint
CREATE INDEX "reports_name_index" ON "reports" ("organisation_id","sharing","name");--> statement-breakpoint
CREATE INDEX "reports_owner_index" ON "reports" ("owner_id");--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_report_id_fkey" FOREIGN KEY ("organisation_id","report_id") REFERENCES "reports"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_report_id_fkey" FOREIGN KEY ("organisation_id","report_id") REFERENCES "reports"("organisation_id","id") ON DELETE CASCADE;