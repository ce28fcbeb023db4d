CREATE TABLE "event_pictures" (
	"id" uuid,
	"organisation_id" uuid,
	"event_id" uuid,
	"stem" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_pictures_pkey" PRIMARY KEY("organisation_id","id"),
	CONSTRAINT "event_pictures_stem_unique" UNIQUE NULLS NOT DISTINCT("organisation_id","stem","event_id"),
	CONSTRAINT "event_pictures_alt_present" CHECK (alt <> ''),
	CONSTRAINT "event_pictures_size" CHECK (width > 0 AND height > 0)
);
--> statement-breakpoint
CREATE INDEX "event_pictures_event_index" ON "event_pictures" ("organisation_id","event_id");--> statement-breakpoint
ALTER TABLE "event_pictures" ADD CONSTRAINT "event_pictures_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;