CREATE TABLE "mailing_list_contacts" (
	"organisation_id" uuid,
	"mailing_list_id" uuid,
	"follower_id" uuid,
	"remote_id" text,
	"state" text DEFAULT 'due' NOT NULL,
	"problem" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"claimed_until" timestamp(3) with time zone,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "mailing_list_contacts_pkey" PRIMARY KEY("organisation_id","mailing_list_id","follower_id"),
	CONSTRAINT "mailing_list_contacts_refused" CHECK ((state = 'refused') = (problem IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "mailing_lists" (
	"id" uuid,
	"organisation_id" uuid,
	"service" text NOT NULL,
	"sealed_settings" bytea NOT NULL,
	"host" text NOT NULL,
	"key_ending" text NOT NULL,
	"list_id" text NOT NULL,
	"list_name" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"problem" text,
	"failing_since" timestamp(3) with time zone,
	"not_before" timestamp(3) with time zone,
	"last_sent_at" timestamp(3) with time zone,
	"is_filling" boolean DEFAULT true NOT NULL,
	"filled_to" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mailing_lists_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "mailing_lists_stopped" CHECK ((state = 'stopped') = (problem IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "with_guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD COLUMN "guests" text;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "came_from" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "question_id" uuid;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "left_by" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "asks_for_news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "connections_check_ins_index";--> statement-breakpoint
CREATE INDEX "connections_check_ins_index" ON "connections" ("organisation_id") WHERE types && '{check_in.created,check_in.undone,check_in.refused,ticket.checked_in,ticket.check_in_undone}'::text[];--> statement-breakpoint
CREATE INDEX "mailing_list_contacts_follower_index" ON "mailing_list_contacts" ("organisation_id","follower_id");--> statement-breakpoint
CREATE INDEX "mailing_list_contacts_state_index" ON "mailing_list_contacts" ("organisation_id","mailing_list_id","state","follower_id");--> statement-breakpoint
CREATE INDEX "mailing_list_contacts_due_index" ON "mailing_list_contacts" ("next_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "mailing_list_contacts_queue_index" ON "mailing_list_contacts" ("organisation_id","mailing_list_id","next_at","follower_id") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "mailing_lists_filling_index" ON "mailing_lists" ("organisation_id","id") WHERE is_filling;--> statement-breakpoint
ALTER TABLE "mailing_list_contacts" ADD CONSTRAINT "mailing_list_contacts_mailing_list_id_fkey" FOREIGN KEY ("organisation_id","mailing_list_id") REFERENCES "mailing_lists"("organisation_id","id") ON DELETE CASCADE;