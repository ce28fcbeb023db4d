-- The mailbox that an address leads to, for counting what it gets: without what stands behind a "+", and without dots where they mean nothing.
CREATE FUNCTION foyer_mailbox(address text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$
		SELECT CASE WHEN part.host IN ('gmail.com', 'googlemail.com')
			THEN replace(part.box, '.', '') || '@gmail.com'
			ELSE part.box || '@' || part.host END
		FROM (SELECT regexp_replace(lower(address), '(.)\+.*@[^@]*$|@[^@]*$', '\1') AS box,
			regexp_replace(lower(address), '^.*@', '') AS host) AS part
	$$;
