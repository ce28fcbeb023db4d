CREATE TABLE "feedback_activity" (
	"id" uuid PRIMARY KEY,
	"report_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_reports" (
	"id" uuid PRIMARY KEY,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"priority" text NOT NULL,
	"category" text NOT NULL,
	"steps" text NOT NULL,
	"expected_behavior" text NOT NULL,
	"actual_behavior" text NOT NULL,
	"browser" text NOT NULL,
	"device" text NOT NULL,
	"email" text NOT NULL,
	"url" text NOT NULL,
	"user_agent" text NOT NULL,
	"is_console_log_allowed" boolean DEFAULT false NOT NULL,
	"console_log" jsonb,
	"status" text DEFAULT 'new' NOT NULL,
	"assignee_id" uuid,
	"duplicate_of_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_screenshots" (
	"id" uuid PRIMARY KEY,
	"report_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_stem" text NOT NULL,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_screenshots_position_check" CHECK (position BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE INDEX "feedback_activity_report_index" ON "feedback_activity" ("report_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_reports_code_unique" ON "feedback_reports" ("code");--> statement-breakpoint
CREATE INDEX "feedback_reports_created_index" ON "feedback_reports" ("created_at","id");--> statement-breakpoint
CREATE INDEX "feedback_reports_duplicate_index" ON "feedback_reports" ("duplicate_of_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_screenshots_position_unique" ON "feedback_screenshots" ("report_id","position");--> statement-breakpoint
ALTER TABLE "feedback_activity" ADD CONSTRAINT "feedback_activity_report_id_feedback_reports_id_fkey" FOREIGN KEY ("report_id") REFERENCES "feedback_reports"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "feedback_screenshots" ADD CONSTRAINT "feedback_screenshots_report_id_feedback_reports_id_fkey" FOREIGN KEY ("report_id") REFERENCES "feedback_reports"("id") ON DELETE CASCADE;