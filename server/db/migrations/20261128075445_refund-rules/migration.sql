ALTER TABLE "events" ADD COLUMN "refund_rules" jsonb;--> statement-breakpoint
-- A process of the version before writes the text alone: rules that say something else must not decide about money. A fee that is kept is written in
-- the currency of the event, so its text changes with that.
CREATE FUNCTION foyer_drop_refund_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.refund_rules := NULL;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER events_drop_refund_rules BEFORE UPDATE OF refund_policy ON events
	FOR EACH ROW WHEN (NEW.refund_policy <> OLD.refund_policy AND NEW.refund_rules IS NOT DISTINCT FROM OLD.refund_rules
		AND NOT (NEW.currency <> OLD.currency AND OLD.refund_rules ? 'keepMinor'))
	EXECUTE FUNCTION foyer_drop_refund_rules();
