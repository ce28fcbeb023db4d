-- Prices in these currencies were kept without the digits that ISO 4217 gives them (docs/decisions/255-pricing.md).
-- Nothing was sold at a price yet, so ticket types and the range of their event are all there is.
DO $$
DECLARE changed int;
BEGIN
	UPDATE ticket_types SET price_minor = price_minor * CASE currency WHEN 'IQD' THEN 1000 ELSE 100 END, version = version + 1
	WHERE price_minor > 0 AND currency IN ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'LAK', 'LBP', 'MGA', 'PKR');
	GET DIAGNOSTICS changed = ROW_COUNT;
	UPDATE events SET min_price_minor = min_price_minor * CASE currency WHEN 'IQD' THEN 1000 ELSE 100 END,
		max_price_minor = max_price_minor * CASE currency WHEN 'IQD' THEN 1000 ELSE 100 END
	WHERE max_price_minor > 0 AND currency IN ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'LAK', 'LBP', 'MGA', 'PKR');
	RAISE LOG 'foyer: % prices are kept with the digits of ISO 4217 now', changed;
END $$;
