CREATE TABLE "answers" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_id" uuid,
	"value" jsonb NOT NULL,
	"answered_by" text NOT NULL,
	"answered_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answers_value" CHECK (jsonb_typeof(value) IN ('string', 'number', 'boolean', 'array'))
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"choices" jsonb DEFAULT '[]' NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"ticket_type_ids" uuid[],
	"shown_when_question_id" uuid,
	"shown_when_equals" text,
	"is_asked_at_door" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questions_shown_when" CHECK ((shown_when_question_id IS NULL) = (shown_when_equals IS NULL) AND shown_when_question_id <> id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "answers_attendee_unique" ON "answers" ("organisation_id","event_id","attendee_id","question_id") WHERE attendee_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "answers_order_unique" ON "answers" ("organisation_id","event_id","order_id","question_id") WHERE attendee_id IS NULL;--> statement-breakpoint
CREATE INDEX "answers_order_index" ON "answers" ("organisation_id","event_id","order_id");--> statement-breakpoint
CREATE INDEX "answers_question_index" ON "answers" ("question_id");--> statement-breakpoint
CREATE INDEX "questions_event_index" ON "questions" ("organisation_id","event_id","position");--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_question_id_questions_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id");--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_shown_when_question_id_questions_id_fkey" FOREIGN KEY ("shown_when_question_id") REFERENCES "questions"("id");