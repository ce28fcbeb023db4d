CREATE TABLE "moved_tickets" (
	"organisation_id" uuid,
	"event_id" uuid,
	"attendee_id" uuid,
	"to_event_id" uuid NOT NULL,
	"to_order_id" uuid NOT NULL,
	"to_attendee_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_tickets_pkey" PRIMARY KEY("organisation_id","event_id","attendee_id")
);
--> statement-breakpoint
CREATE TABLE "series_order_dates" (
	"organisation_id" uuid,
	"event_id" uuid,
	"order_id" uuid,
	"series_order_id" uuid NOT NULL,
	CONSTRAINT "series_order_dates_pkey" PRIMARY KEY("organisation_id","event_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "series_orders" (
	"id" uuid,
	"organisation_id" uuid,
	"series_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_orders_pkey" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_series" (
	"id" uuid,
	"organisation_id" uuid,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"booking" text DEFAULT 'each' NOT NULL,
	"stopped_at" timestamp(3) with time zone,
	"extend_on" date,
	"created_by" uuid,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_series_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "event_series_title_present" CHECK (length(title) BETWEEN 1 AND 300)
);
--> statement-breakpoint
CREATE TABLE "event_series_changes" (
	"id" uuid,
	"organisation_id" uuid,
	"series_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"from_key" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"dates" integer NOT NULL,
	"guests" integer DEFAULT 0 NOT NULL,
	"notify" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'applied' NOT NULL,
	"notify_at" timestamp(3) with time zone,
	"notified_at" timestamp(3) with time zone,
	"undo_of" uuid,
	"before" jsonb NOT NULL,
	"series_version" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_series_changes_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "event_series_changes_notify_at" CHECK (NOT notify OR notify_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "event_series_exceptions" (
	"organisation_id" uuid,
	"series_id" uuid,
	"key" text,
	"kind" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_series_exceptions_pkey" PRIMARY KEY("organisation_id","series_id","key")
);
--> statement-breakpoint
CREATE TABLE "event_series_segments" (
	"organisation_id" uuid,
	"series_id" uuid,
	"position" integer,
	"from_key" text NOT NULL,
	"rule" text DEFAULT '' NOT NULL,
	"count" integer,
	"until_on" date,
	"start_times" text[] NOT NULL,
	"length_minutes" integer NOT NULL,
	"time_zone" text NOT NULL,
	"blueprint" jsonb NOT NULL,
	CONSTRAINT "event_series_segments_pkey" PRIMARY KEY("organisation_id","series_id","position"),
	CONSTRAINT "event_series_segments_from_unique" UNIQUE("organisation_id","series_id","from_key"),
	CONSTRAINT "event_series_segments_length" CHECK (length_minutes BETWEEN 0 AND 44640),
	CONSTRAINT "event_series_segments_starts" CHECK (cardinality(start_times) BETWEEN 1 AND 4),
	CONSTRAINT "event_series_segments_end" CHECK (count IS NULL OR until_on IS NULL)
);
--> statement-breakpoint
CREATE TABLE "series_staff_links" (
	"id" uuid,
	"organisation_id" uuid,
	"series_id" uuid NOT NULL,
	"token_hash" bytea NOT NULL,
	"short_code" text NOT NULL,
	"label" text NOT NULL,
	"abilities" text[] NOT NULL,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"opens_before_minutes" integer NOT NULL,
	"closes_after_minutes" integer NOT NULL,
	"device_limit" integer,
	"pin_hash" text,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"wrong_pins" integer DEFAULT 0 NOT NULL,
	"pin_waits_until" timestamp(3) with time zone,
	CONSTRAINT "series_staff_links_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "series_staff_links_window" CHECK (opens_before_minutes BETWEEN 0 AND 2880 AND closes_after_minutes BETWEEN 0 AND 1440)
);
--> statement-breakpoint
ALTER TABLE "event_change_sets" ADD COLUMN "series_change_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_key" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "repeat" jsonb;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "lineage_id" uuid;--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "series_link_id" uuid;--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD COLUMN "lineage_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "lineage_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_key_unique" UNIQUE("organisation_id","series_id","series_key");--> statement-breakpoint
CREATE INDEX "event_change_sets_series_index" ON "event_change_sets" ("organisation_id","series_change_id") WHERE series_change_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_series_starts_index" ON "events" ("organisation_id","series_id","starts_at","id") WHERE series_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_listed_series_index" ON "events" ("series_id","starts_at","id") WHERE status = 'published' AND visibility = 'public' AND series_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "moved_tickets_to_index" ON "moved_tickets" ("organisation_id","to_event_id","to_attendee_id");--> statement-breakpoint
CREATE INDEX "series_order_dates_order_index" ON "series_order_dates" ("organisation_id","series_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_orders_key_unique" ON "series_orders" ("organisation_id","series_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "event_series_id_index" ON "event_series" ("id");--> statement-breakpoint
CREATE INDEX "event_series_extend_index" ON "event_series" ("extend_on") WHERE extend_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX "event_series_created_by_index" ON "event_series" ("created_by") WHERE created_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX "event_series_changes_series_index" ON "event_series_changes" ("organisation_id","series_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_series_changes_due_index" ON "event_series_changes" ("notify_at") WHERE state = 'applied' AND notify AND notified_at IS NULL;--> statement-breakpoint
CREATE INDEX "event_series_changes_actor_index" ON "event_series_changes" ("actor_id") WHERE actor_kind = 'member';--> statement-breakpoint
CREATE INDEX "event_series_changes_created_index" ON "event_series_changes" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "series_staff_links_token_hash_unique" ON "series_staff_links" ("organisation_id","token_hash");--> statement-breakpoint
CREATE INDEX "series_staff_links_series_index" ON "series_staff_links" ("organisation_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_series_link_unique" ON "staff_links" ("organisation_id","series_link_id","event_id") WHERE series_link_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "series_order_dates" ADD CONSTRAINT "series_order_dates_series_order_id_fkey" FOREIGN KEY ("organisation_id","series_order_id") REFERENCES "series_orders"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_series_changes" ADD CONSTRAINT "event_series_changes_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_series_exceptions" ADD CONSTRAINT "event_series_exceptions_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_series_segments" ADD CONSTRAINT "event_series_segments_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "series_staff_links" ADD CONSTRAINT "series_staff_links_series_id_fkey" FOREIGN KEY ("organisation_id","series_id") REFERENCES "event_series"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_key" CHECK ((series_id IS NULL) = (series_key IS NULL));--> statement-breakpoint
CREATE FUNCTION foyer_name_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM foyer_claim_names('event', ARRAY[NEW.slug], NEW.organisation_id, NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER event_series_names AFTER INSERT OR UPDATE OF slug ON event_series FOR EACH ROW EXECUTE FUNCTION foyer_name_series();--> statement-breakpoint
CREATE TRIGGER event_series_forget_names AFTER DELETE ON event_series FOR EACH ROW EXECUTE FUNCTION foyer_forget_names();--> statement-breakpoint
-- A link that outlives its series is an ordinary link of its date.
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_series_link_id_fkey" FOREIGN KEY ("organisation_id","series_link_id") REFERENCES "series_staff_links"("organisation_id","id") ON DELETE SET NULL ("series_link_id");--> statement-breakpoint
-- The token of such a link reaches no door, so nothing of a former one is kept.
CREATE FUNCTION foyer_name_series_staff_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		DELETE FROM names WHERE (kind = 'staff code' AND name = OLD.short_code) OR (kind = 'staff token' AND name = encode(OLD.token_hash, 'hex'));
	END IF;
	PERFORM foyer_claim_names('staff token', ARRAY[encode(NEW.token_hash, 'hex')], NEW.organisation_id, NEW.id);
	PERFORM foyer_claim_names('staff code', ARRAY[NEW.short_code], NEW.organisation_id, NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER series_staff_links_names AFTER INSERT OR UPDATE OF token_hash, short_code ON series_staff_links FOR EACH ROW EXECUTE FUNCTION foyer_name_series_staff_link();--> statement-breakpoint
CREATE TRIGGER series_staff_links_forget_names AFTER DELETE ON series_staff_links FOR EACH ROW EXECUTE FUNCTION foyer_forget_names();
