CREATE INDEX "refunds_event_index" ON "refunds" ("organisation_id","event_id","subject_id");--> statement-breakpoint
-- Search in the list of orders, as in the guest list. Orders without a price are found by their guests, and holds are few: a sale
-- writes no entry here, which would take it three times as long; the payment does.
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
		CREATE INDEX orders_search_index ON orders
			USING gin (event_id, foyer_fold(buyer_name || ' ' || buyer_email) gin_trgm_ops) WITH (gin_pending_list_limit = 512)
			WHERE total_minor > 0 AND status <> 'pending';
	ELSE
		CREATE INDEX orders_search_index ON orders
			USING gin (foyer_fold(buyer_name || ' ' || buyer_email) gin_trgm_ops) WITH (gin_pending_list_limit = 512)
			WHERE total_minor > 0 AND status <> 'pending';
	END IF;
END $$;
