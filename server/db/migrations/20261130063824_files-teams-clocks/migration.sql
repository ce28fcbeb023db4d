CREATE TABLE "ownership_offers" (
	"organisation_id" uuid PRIMARY KEY,
	"offered_by" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ownership_offers_two_people" CHECK (offered_by <> user_id)
);
--> statement-breakpoint
CREATE TABLE "answer_file_removals" (
	"file_name" text PRIMARY KEY,
	"owner_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_files" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attendee_id" uuid,
	"file_name" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone,
	CONSTRAINT "answer_files_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "needs_two_factor_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "total_minutes" integer;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "left_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "steps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "claimed_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_acts" ADD COLUMN "settled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "set_aside_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "organisations_two_factor_index" ON "organisations" ("needs_two_factor_from") WHERE needs_two_factor_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ownership_offers_user_index" ON "ownership_offers" ("user_id");--> statement-breakpoint
CREATE INDEX "ownership_offers_expires_index" ON "ownership_offers" ("expires_at");--> statement-breakpoint
CREATE INDEX "sandbox_acts_under_way_index" ON "sandbox_acts" ("organisation_id","id") WHERE kind = 'moved' AND settled_at IS NULL;--> statement-breakpoint
CREATE INDEX "balance_items_differences_index" ON "balance_items" ("occurred_at","id") WHERE state = 'unmatched';--> statement-breakpoint
CREATE INDEX "provider_events_unmatched_index" ON "provider_events" ("received_at","id") WHERE set_aside_at IS NULL AND outcome IN ('unknown-account', 'unknown-payment', 'unknown-refund');--> statement-breakpoint
CREATE INDEX "refunds_failed_index" ON "refunds" ("id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "answer_file_removals_index" ON "answer_file_removals" ("created_at");--> statement-breakpoint
CREATE INDEX "answer_files_order_index" ON "answer_files" ("organisation_id","event_id","order_id","bytes");--> statement-breakpoint
CREATE INDEX "answer_files_question_index" ON "answer_files" ("organisation_id","question_id","id");--> statement-breakpoint
CREATE INDEX "answer_files_name_index" ON "answer_files" ("file_name");--> statement-breakpoint
CREATE INDEX "answer_files_expiry_index" ON "answer_files" ("expires_at") WHERE expires_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_offered_by_fkey" FOREIGN KEY ("organisation_id","offered_by") REFERENCES "memberships"("organisation_id","user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_user_fkey" FOREIGN KEY ("organisation_id","user_id") REFERENCES "memberships"("organisation_id","user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "answer_files" ADD CONSTRAINT "answer_files_question_id_fkey" FOREIGN KEY ("organisation_id","question_id") REFERENCES "questions"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
-- However a row goes, with its answer, its order or its organisation, its bytes are removed after it.
CREATE FUNCTION foyer_note_removed_answer_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO answer_file_removals (file_name, owner_id) VALUES (OLD.file_name, OLD.organisation_id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER answer_files_note_removed AFTER DELETE ON answer_files
	FOR EACH ROW EXECUTE FUNCTION foyer_note_removed_answer_file();--> statement-breakpoint
-- Moves of before were made at once.
UPDATE sandbox_acts SET settled_at = created_at WHERE kind = 'moved';--> statement-breakpoint
-- Who was given the keys, or denied them, had the sandbox with them.
UPDATE memberships SET
	extra_actions = CASE WHEN 'developer.manage' = ANY (extra_actions) THEN array_append(extra_actions, 'sandbox.manage') ELSE extra_actions END,
	denied_actions = CASE WHEN 'developer.manage' = ANY (denied_actions) THEN array_append(denied_actions, 'sandbox.manage') ELSE denied_actions END
WHERE 'developer.manage' = ANY (extra_actions || denied_actions);
