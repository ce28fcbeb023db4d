-- Nothing is posted with a date in a closed month or before it. Looked at once for each statement: sales post in batches.
CREATE FUNCTION foyer_refuse_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM (SELECT organisation_id, min(occurred_at) AS first FROM posted GROUP BY 1) i
		JOIN ledger_periods p ON p.organisation_id = i.organisation_id AND p.ends_at > i.first
	) THEN
		RAISE EXCEPTION 'the period of this transfer is closed';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_transfers_open_period AFTER INSERT ON ledger_transfers
	REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION foyer_refuse_closed_period();
