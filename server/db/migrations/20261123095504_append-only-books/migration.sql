-- Transfers of the books are never changed: a correction is another transfer. Organisations of the demo go whole.
CREATE FUNCTION foyer_refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('foyer.removes_organisation', true) = 'on' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'transfers of the ledger are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE ON ledger_transfers
	FOR EACH ROW EXECUTE FUNCTION foyer_refuse_ledger_change();
