-- Every organisation keeps an owner who reaches all of it. Looked at when the transaction commits, so that a handover may pass through a
-- moment without one; of two people who take the last two owners away, the row of the organisation lets one decide after the other.
CREATE FUNCTION foyer_keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM organisations WHERE id = OLD.organisation_id FOR NO KEY UPDATE;
	IF FOUND AND NOT EXISTS (
		SELECT FROM memberships WHERE organisation_id = OLD.organisation_id AND role = 'owner' AND event_ids IS NULL
	) THEN
		RAISE EXCEPTION 'an organisation needs an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_an_owner';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER memberships_keep_an_owner AFTER UPDATE OR DELETE ON memberships
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (OLD.role = 'owner' AND OLD.event_ids IS NULL) EXECUTE FUNCTION foyer_keep_an_owner();--> statement-breakpoint
-- What was done in an organisation is never changed, and kept for 400 days. Organisations of the demo go whole.
CREATE FUNCTION foyer_refuse_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND (OLD.created_at < now() - interval '400 days'
		OR current_setting('foyer.removes_organisation', true) = 'on') THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the log of an organisation is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER organisation_acts_append_only BEFORE UPDATE OR DELETE ON organisation_acts
	FOR EACH ROW EXECUTE FUNCTION foyer_refuse_act_change();
