-- The calendar day of an instant in a zone. The application may know zones that the database does not: those count as UTC.
CREATE FUNCTION foyer_day(at timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
	RETURN (at AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN (at AT TIME ZONE 'UTC')::date;
END $$;--> statement-breakpoint
-- The first instant of a day in a zone, so that foyer_day(at, zone) = day for what lies between it and that of the next day. Where
-- clocks go back over midnight, the hour before is of the same day.
CREATE FUNCTION foyer_day_start(day date, zone text) RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	start timestamptz;
BEGIN
	BEGIN
		start := day::timestamp AT TIME ZONE zone;
	EXCEPTION WHEN invalid_parameter_value THEN
		RETURN day::timestamp AT TIME ZONE 'UTC';
	END;
	RETURN CASE WHEN foyer_day(start - interval '1 hour', zone) >= day THEN start - interval '1 hour' ELSE start END;
END $$;--> statement-breakpoint
-- The lowest UUIDv7 of an instant.
CREATE FUNCTION foyer_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT (lpad(to_hex(floor(extract(epoch FROM at))::bigint * 1000), 12, '0') || '70008000000000000000')::uuid
$$;
