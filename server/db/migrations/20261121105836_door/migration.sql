CREATE TABLE "check_in_lists" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"ticket_type_ids" uuid[],
	"opens_at" timestamp(3) with time zone,
	"closes_at" timestamp(3) with time zone,
	"counts_exits" boolean DEFAULT false NOT NULL,
	"allows_reentry" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_in_undos" (
	"organisation_id" uuid NOT NULL,
	"event_id" uuid,
	"nonce" text,
	"list_id" uuid NOT NULL,
	"target" text,
	"attendee_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"staff_link_id" uuid,
	"user_id" uuid,
	"device" text DEFAULT '' NOT NULL,
	"device_id" text,
	"scanned_at" timestamp(3) with time zone NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"recorded_at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "check_in_undos_pkey" PRIMARY KEY("event_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "door_changes" (
	"sequence" bigserial PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"attendee_id" uuid NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "door_devices" (
	"organisation_id" uuid NOT NULL,
	"event_id" uuid,
	"device_id" text,
	"name" text DEFAULT '' NOT NULL,
	"staff_link_id" uuid,
	"staff_device_id" uuid,
	"user_id" uuid,
	"gate_id" uuid,
	"queued" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "door_devices_pkey" PRIMARY KEY("event_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "gates" (
	"id" uuid PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_staff_tokens" (
	"token_hash" bytea PRIMARY KEY,
	"organisation_id" uuid NOT NULL,
	"staff_link_id" uuid NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"ended_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_guesses" (
	"who" bytea PRIMARY KEY,
	"wrong" integer DEFAULT 0 NOT NULL,
	"waits_until" timestamp(3) with time zone,
	"last_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "direction" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "decision" text DEFAULT 'admitted' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "objection" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "occurred_at" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "check_ins" SET "occurred_at" = "recorded_at", "decision" = CASE WHEN "verdict" = 'accepted' THEN 'admitted' ELSE 'refused' END;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "occurred_at" SET DEFAULT clock_timestamp(), ALTER COLUMN "occurred_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "clock_offset_ms" bigint;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "shown_verdict" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "gate_id" uuid;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "scanned_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "is_replayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "left_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "visit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "conflict_kind" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "conflict_with" uuid;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "settled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "settled_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD COLUMN "key_hash" bytea;--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "list_ids" uuid[];--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "gate_id" uuid;--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "wrong_pins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "pin_waits_until" timestamp(3) with time zone;--> statement-breakpoint
DROP INDEX "check_ins_admitted_once";--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_admitted_once" ON "check_ins" ("list_id","attendee_id","visit") WHERE verdict = 'accepted' AND annulled_at IS NULL;--> statement-breakpoint
CREATE INDEX "check_in_lists_event_index" ON "check_in_lists" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "check_in_undos_target_index" ON "check_in_undos" ("event_id","target") WHERE target IS NOT NULL;--> statement-breakpoint
CREATE INDEX "check_in_undos_attendee_index" ON "check_in_undos" ("attendee_id") WHERE attendee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "check_ins_conflict_index" ON "check_ins" ("event_id","sequence") WHERE conflict_kind IS NOT NULL;--> statement-breakpoint
CREATE INDEX "door_changes_event_index" ON "door_changes" ("event_id","sequence");--> statement-breakpoint
CREATE INDEX "gates_event_index" ON "gates" ("organisation_id","event_id");--> statement-breakpoint
CREATE INDEX "ended_staff_tokens_link_index" ON "ended_staff_tokens" ("staff_link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_devices_key_unique" ON "staff_devices" ("staff_link_id","key_hash") WHERE key_hash IS NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD CONSTRAINT "check_in_lists_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_event_id_events_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ended_staff_tokens" ADD CONSTRAINT "ended_staff_tokens_staff_link_id_staff_links_id_fkey" FOREIGN KEY ("staff_link_id") REFERENCES "staff_links"("id") ON DELETE CASCADE;--> statement-breakpoint
CREATE FUNCTION foyer_note_changed_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO door_changes (organisation_id, event_id, attendee_id)
	SELECT n.organisation_id, n.event_id, n.id
	FROM changed n JOIN before o ON o.organisation_id = n.organisation_id AND o.event_id = n.event_id AND o.id = n.id
	WHERE (n.name, n.status, n.ticket_code, n.ticket_type_id) IS DISTINCT FROM (o.name, o.status, o.ticket_code, o.ticket_type_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION foyer_note_gone_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO door_changes (organisation_id, event_id, attendee_id, is_gone)
	SELECT organisation_id, event_id, id, true FROM before;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER attendees_note_changed AFTER UPDATE ON attendees REFERENCING OLD TABLE AS before NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION foyer_note_changed_guests();--> statement-breakpoint
CREATE TRIGGER attendees_note_gone AFTER DELETE ON attendees REFERENCING OLD TABLE AS before
	FOR EACH STATEMENT EXECUTE FUNCTION foyer_note_gone_guests();
