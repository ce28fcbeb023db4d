CREATE TABLE "group_bookings" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"pays" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"leader_name" text NOT NULL,
	"leader_email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"order_id" uuid,
	"kept_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"ticket_type_id" uuid,
	"places" integer,
	"deadline_at" timestamp(3) with time zone,
	"notice_at" timestamp(3) with time zone,
	"link_version" integer DEFAULT 1 NOT NULL,
	"reminded_at" timestamp(3) with time zone,
	"created_by" uuid,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_bookings_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "group_bookings_leader" CHECK ((pays = 'leader') = (order_id IS NOT NULL)),
	CONSTRAINT "group_bookings_each" CHECK ((pays = 'each') = (ticket_type_id IS NOT NULL AND places IS NOT NULL AND deadline_at IS NOT NULL)),
	CONSTRAINT "group_bookings_places" CHECK (places BETWEEN 1 AND 200),
	CONSTRAINT "group_bookings_ended" CHECK ((state = 'open') = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "group_invitations" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"attendee_id" uuid,
	"order_id" uuid,
	"sent_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_invitations_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "group_invitations_ended" CHECK ((state = 'sent') = (ended_at IS NULL))
);
--> statement-breakpoint
ALTER TABLE "attendees" ADD COLUMN "last_holder_version" integer;--> statement-breakpoint
ALTER TABLE "attendees" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "group_bookings_event_index" ON "group_bookings" ("organisation_id","event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_bookings_order_unique" ON "group_bookings" ("organisation_id","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "group_bookings_deadline_index" ON "group_bookings" ("deadline_at") WHERE state = 'open' AND pays = 'each';--> statement-breakpoint
CREATE INDEX "group_bookings_notice_index" ON "group_bookings" ("notice_at") WHERE notice_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "group_bookings_email_index" ON "group_bookings" (lower("leader_email"));--> statement-breakpoint
CREATE UNIQUE INDEX "group_invitations_sent_unique" ON "group_invitations" ("organisation_id","group_id",lower("email")) WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "group_invitations_group_index" ON "group_invitations" ("organisation_id","group_id","id");--> statement-breakpoint
CREATE INDEX "group_invitations_email_index" ON "group_invitations" (lower("email"));--> statement-breakpoint
CREATE INDEX "attendees_group_index" ON "attendees" ("event_id","group_id") WHERE group_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "group_bookings" ADD CONSTRAINT "group_bookings_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_invitations" ADD CONSTRAINT "group_invitations_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_invitations" ADD CONSTRAINT "group_invitations_group_id_fkey" FOREIGN KEY ("organisation_id","group_id") REFERENCES "group_bookings"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
-- Who comes with whom is shown at the door.
CREATE OR REPLACE FUNCTION foyer_note_changed_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO door_changes (organisation_id, event_id, attendee_id)
	SELECT n.organisation_id, n.event_id, n.id
	FROM changed n JOIN before o ON o.organisation_id = n.organisation_id AND o.event_id = n.event_id AND o.id = n.id
	WHERE (n.name, n.status, n.ticket_code, n.ticket_type_id, n.group_id)
		IS DISTINCT FROM (o.name, o.status, o.ticket_code, o.ticket_type_id, o.group_id);
	RETURN NULL;
END $$;
