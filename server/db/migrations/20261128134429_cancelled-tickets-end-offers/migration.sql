-- A ticket that is cancelled ends its offer, whoever cancels it: also a process of the version before, which knows no offers.
CREATE FUNCTION end_offers_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE ticket_transfers SET state = 'withdrawn', ended_at = now()
	WHERE organisation_id = NEW.organisation_id AND event_id = NEW.event_id AND attendee_id = NEW.id AND state = 'offered';
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attendees_end_offers AFTER UPDATE OF status ON attendees
	FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION end_offers_of_ticket();
