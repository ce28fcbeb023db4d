CREATE TABLE "guest_message_recipients" (
	"organisation_id" uuid,
	"message_id" uuid,
	"email_key" text,
	"position" integer NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"event_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_id" uuid,
	"mail_id" uuid,
	"skipped" text,
	CONSTRAINT "guest_message_recipients_pkey" PRIMARY KEY("organisation_id","message_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "guest_messages" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid,
	"series_id" uuid,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"segment" jsonb NOT NULL,
	"category" text NOT NULL,
	"state" text NOT NULL,
	"send_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"next_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"counts" jsonb,
	"created_by" uuid,
	"review_reason" text DEFAULT '' NOT NULL,
	"released_at" timestamp(3) with time zone,
	"rule_id" uuid,
	"rule_for" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_messages_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "guest_messages_place" CHECK ((event_id IS NULL) <> (series_id IS NULL)),
	CONSTRAINT "guest_messages_send_at" CHECK (state <> 'scheduled' OR send_at IS NOT NULL),
	CONSTRAINT "guest_messages_sending" CHECK (state NOT IN ('sending', 'sent') OR started_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "message_rules" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid,
	"series_id" uuid,
	"kind" text NOT NULL,
	"offset_minutes" integer DEFAULT 0 NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"segment" jsonb DEFAULT '{"conditions":[]}' NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"is_on_since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_rules_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "message_rules_place" CHECK ((event_id IS NULL) <> (series_id IS NULL)),
	CONSTRAINT "message_rules_offset" CHECK (offset_minutes BETWEEN 0 AND 86400)
);
--> statement-breakpoint
CREATE TABLE "bounce_reader" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"next_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"read_at" timestamp(3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "bounce_reader_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" uuid PRIMARY KEY,
	"mail_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"id" uuid PRIMARY KEY,
	"email_hash" bytea NOT NULL,
	"organisation_id" uuid,
	"reason" text NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp(3) with time zone,
	"hint" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "mail_suppressions_unique" UNIQUE NULLS NOT DISTINCT("email_hash","organisation_id")
);
--> statement-breakpoint
ALTER TABLE "mail_opt_outs" ADD COLUMN "organisation_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
ALTER TABLE "mail_opt_outs" DROP CONSTRAINT "mail_opt_outs_pkey";--> statement-breakpoint
ALTER TABLE "mail_opt_outs" ADD PRIMARY KEY ("email_hash","template","organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_message_recipients_position_unique" ON "guest_message_recipients" ("organisation_id","message_id","position");--> statement-breakpoint
CREATE INDEX "guest_message_recipients_unsent_index" ON "guest_message_recipients" ("organisation_id","message_id","position") WHERE mail_id IS NULL AND skipped IS NULL;--> statement-breakpoint
CREATE INDEX "guest_message_recipients_email_index" ON "guest_message_recipients" ("organisation_id","email_key");--> statement-breakpoint
CREATE INDEX "guest_message_recipients_mail_index" ON "guest_message_recipients" ("mail_id") WHERE mail_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_messages_rule_unique" ON "guest_messages" ("organisation_id","rule_id","event_id","rule_for") WHERE rule_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "guest_messages_event_index" ON "guest_messages" ("organisation_id","event_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "guest_messages_series_index" ON "guest_messages" ("organisation_id","series_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "guest_messages_due_index" ON "guest_messages" ("send_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "guest_messages_sending_index" ON "guest_messages" ("next_at") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "guest_messages_review_index" ON "guest_messages" ("created_at","id") WHERE state = 'in_review';--> statement-breakpoint
CREATE INDEX "guest_messages_recent_index" ON "guest_messages" ("organisation_id","started_at") WHERE started_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "guest_messages_author_index" ON "guest_messages" ("created_by") WHERE created_by IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "message_rules_event_unique" ON "message_rules" ("organisation_id","event_id","kind") WHERE event_id IS NOT NULL AND kind IN ('confirmation', 'reminder');--> statement-breakpoint
CREATE UNIQUE INDEX "message_rules_series_unique" ON "message_rules" ("organisation_id","series_id","kind") WHERE series_id IS NOT NULL AND kind IN ('confirmation', 'reminder');--> statement-breakpoint
CREATE INDEX "message_rules_event_index" ON "message_rules" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "message_rules_series_index" ON "message_rules" ("organisation_id","series_id");--> statement-breakpoint
CREATE INDEX "message_rules_timed_index" ON "message_rules" ("kind","organisation_id","id") WHERE is_on AND kind <> 'confirmation';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_events_unique" ON "mail_events" ("mail_id","kind","code","at");--> statement-breakpoint
CREATE INDEX "mail_events_created_index" ON "mail_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "mail_opt_outs_organisation_index" ON "mail_opt_outs" ("organisation_id","template") WHERE organisation_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE INDEX "mail_suppressions_since_index" ON "mail_suppressions" ("since","id");--> statement-breakpoint
CREATE INDEX "mails_messages_index" ON "mails" ("organisation_id","next_attempt_at") WHERE status IN ('queued', 'sending') AND template IN ('messages/service', 'messages/marketing');--> statement-breakpoint
ALTER TABLE "guest_message_recipients" ADD CONSTRAINT "guest_message_recipients_message_fkey" FOREIGN KEY ("organisation_id","message_id") REFERENCES "guest_messages"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "guest_messages" ADD CONSTRAINT "guest_messages_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "guest_messages" ADD CONSTRAINT "guest_messages_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_rules" ADD CONSTRAINT "message_rules_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_rules" ADD CONSTRAINT "message_rules_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE;