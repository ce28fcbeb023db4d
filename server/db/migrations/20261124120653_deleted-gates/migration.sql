ALTER TABLE "gates" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
-- Gates that were deleted before, as far as devices may still state them.
INSERT INTO "gates" ("id", "organisation_id", "event_id", "name", "deleted_at")
SELECT DISTINCT ON (d."gate_id") d."gate_id", d."organisation_id", d."event_id", '', now()
FROM "door_devices" d JOIN "events" e ON e."organisation_id" = d."organisation_id" AND e."id" = d."event_id"
WHERE d."gate_id" IS NOT NULL AND NOT EXISTS (
	SELECT FROM "gates" g WHERE g."organisation_id" = d."organisation_id" AND g."id" = d."gate_id");
