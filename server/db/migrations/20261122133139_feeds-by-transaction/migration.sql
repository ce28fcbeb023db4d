DROP INDEX "door_changes_event_index";--> statement-breakpoint
-- The default is worked out once, so no table is written anew: rows that are there get the transaction of this migration.
ALTER TABLE "check_ins" ADD COLUMN "transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "door_changes" ADD COLUMN "transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "attendees" ADD COLUMN "transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "check_ins_feed_index" ON "check_ins" ("event_id","transaction_id","attendee_id");--> statement-breakpoint
CREATE INDEX "door_changes_feed_index" ON "door_changes" ("event_id","transaction_id","attendee_id");--> statement-breakpoint
CREATE INDEX "attendees_feed_index" ON "attendees" ("event_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "retired_ticket_codes_attendee_index" ON "retired_ticket_codes" ("event_id","attendee_id");--> statement-breakpoint
CREATE FUNCTION foyer_note_changed_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.transaction_id := pg_current_xact_id();
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER check_ins_note_changed BEFORE UPDATE OF sequence ON check_ins
	FOR EACH ROW EXECUTE FUNCTION foyer_note_changed_scan();
