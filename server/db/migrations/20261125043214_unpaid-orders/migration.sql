ALTER TABLE "event_day_figures" ADD COLUMN "unpaid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The feed of figures begins anew, so that all days are counted again, with unpaid orders.
DELETE FROM "figure_feed";--> statement-breakpoint
-- The zone itself where the database knows it, else UTC, as foyer_day has it.
CREATE FUNCTION foyer_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
	PERFORM now() AT TIME ZONE zone;
	RETURN zone;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN 'UTC';
END $$;
