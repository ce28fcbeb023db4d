ALTER TABLE "operator_settings" ADD COLUMN "tax_rate" numeric(6,1) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD COLUMN "tax_rate" numeric(6,1);--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_rate" numeric(6,1);--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "tax_rate" numeric(6,1) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "is_admission" boolean DEFAULT true NOT NULL;--> statement-breakpoint
DROP INDEX "event_day_figures_old_index";--> statement-breakpoint
CREATE INDEX "event_day_figures_old_index" ON "event_day_figures" ("organisation_id","scope_id","on_day") WHERE version < 2 AND currency = '' AND scope_id <> organisation_id;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_tax_rate" CHECK (tax_rate BETWEEN 0 AND 10000);--> statement-breakpoint
UPDATE "ticket_types" SET "is_admission" = false WHERE "kind" = 'add_on';--> statement-breakpoint
UPDATE "ticket_types" SET "tax_rate" = "tax_basis_points" WHERE "tax_basis_points" <> 0;--> statement-breakpoint
UPDATE "operator_settings" SET "tax_rate" = "tax_basis_points" WHERE "tax_basis_points" <> 0;--> statement-breakpoint
-- A process of the version before writes the whole basis points alone, one of this version the rate alone: whichever changed decides.
CREATE FUNCTION foyer_keep_tax_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF NEW.tax_rate <> 0 THEN NEW.tax_basis_points := trunc(NEW.tax_rate);
		ELSE NEW.tax_rate := NEW.tax_basis_points;
		END IF;
	ELSIF NEW.tax_rate <> OLD.tax_rate THEN NEW.tax_basis_points := trunc(NEW.tax_rate);
	ELSIF NEW.tax_basis_points <> OLD.tax_basis_points THEN NEW.tax_rate := NEW.tax_basis_points;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ticket_types_keep_tax_rate BEFORE INSERT OR UPDATE OF tax_rate, tax_basis_points ON ticket_types
	FOR EACH ROW EXECUTE FUNCTION foyer_keep_tax_rate();--> statement-breakpoint
CREATE TRIGGER operator_settings_keep_tax_rate BEFORE INSERT OR UPDATE OF tax_rate, tax_basis_points ON operator_settings
	FOR EACH ROW EXECUTE FUNCTION foyer_keep_tax_rate();
