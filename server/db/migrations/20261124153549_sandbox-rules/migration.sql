-- Whoever reaches all of an organisation is a member of its sandbox too, with the same rights: its rows follow those of the parent.
CREATE FUNCTION foyer_follow_in_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.organisation_id ELSE NEW.organisation_id END;
	sandbox uuid;
BEGIN
	SELECT id INTO sandbox FROM organisations WHERE sandbox_of = parent;
	IF sandbox IS NULL THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'DELETE' OR NEW.event_ids IS NOT NULL THEN
		DELETE FROM memberships WHERE organisation_id = sandbox
			AND user_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
	ELSE
		INSERT INTO memberships (organisation_id, user_id, role, extra_actions, denied_actions)
		VALUES (sandbox, NEW.user_id, NEW.role, NEW.extra_actions, NEW.denied_actions)
		ON CONFLICT (organisation_id, user_id) DO UPDATE SET role = excluded.role, extra_actions = excluded.extra_actions,
			denied_actions = excluded.denied_actions;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER memberships_follow_in_sandbox AFTER INSERT OR UPDATE OR DELETE ON memberships
	FOR EACH ROW EXECUTE FUNCTION foyer_follow_in_sandbox();--> statement-breakpoint
-- Events of a sandbox are never listed, whatever asks for it: lists, searches, feeds, site maps and followers take public events alone.
CREATE FUNCTION foyer_unlist_in_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM organisations WHERE id = NEW.organisation_id AND sandbox_of IS NOT NULL) THEN
		NEW.visibility := 'unlisted';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER events_unlist_in_sandbox BEFORE INSERT OR UPDATE OF visibility ON events
	FOR EACH ROW WHEN (NEW.visibility = 'public') EXECUTE FUNCTION foyer_unlist_in_sandbox();--> statement-breakpoint
-- The books of a sandbox move in time with the rest of it: nothing but the instants of its transfers, and nothing in any other books.
CREATE OR REPLACE FUNCTION foyer_refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('foyer.removes_organisation', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND current_setting('foyer.moves_sandbox', true) = OLD.organisation_id::text
		AND EXISTS (SELECT FROM organisations WHERE id = OLD.organisation_id AND sandbox_of IS NOT NULL)
		AND to_jsonb(NEW) - '{occurred_at,created_at}'::text[] = to_jsonb(OLD) - '{occurred_at,created_at}'::text[] THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'transfers of the ledger are never changed';
END $$;
