-- Documents are never changed: a correction is a credit note. Whom they were issued to is erased once the time to keep them is over, and
-- organisations of the demo go whole.
CREATE FUNCTION foyer_refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('foyer.removes_organisation', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND NEW.recipient IS NULL AND to_jsonb(NEW) - 'recipient' = to_jsonb(OLD) - 'recipient' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'documents are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON documents
	FOR EACH ROW EXECUTE FUNCTION foyer_refuse_document_change();
