-- Whether an undo waits for a scan that is about to be written. Until the scan's transaction ends no undo that does not find its
-- scan can be written (take-in/desk.ts takes the other half of the lock). Each statement of a volatile function has a snapshot of its
-- own, so what was committed while the lock was waited for is seen.
CREATE FUNCTION foyer_undo_waits(event uuid, scan text, guest uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended(event::text, 5));
	RETURN EXISTS (SELECT FROM check_in_undos u WHERE u.event_id = event AND u.target = scan)
		OR EXISTS (
			SELECT FROM check_in_undos u WHERE u.attendee_id = guest AND u.target IS NULL AND u.occurred_at > clock_timestamp()
		);
END
$$;
