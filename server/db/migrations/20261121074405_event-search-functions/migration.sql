-- Text as a list of words for search: folded, every Chinese, Japanese and Korean character a word of its own (they stand
-- without blanks), signs and symbols as blanks, joining marks dropped.
CREATE FUNCTION foyer_words(value text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$
		SELECT btrim(regexp_replace(
			regexp_replace(
				regexp_replace(
					public.foyer_fold(normalize(value, NFKC)),
					'[''’\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g'),
				'([\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003134f])', ' \1 ', 'g'),
			'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u02df\u1680\u169b\u169c\u180e\u2000-\u2bff\u3000-\u3003\u3008-\u3030\ue000-\uf8ff\ufd3e-\ufd3f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001F000-\U0001FAFF]+',
			' ', 'g'))
	$$;
--> statement-breakpoint
-- Words of the short fields of an event.
CREATE FUNCTION foyer_event_title_vector(title text, tags text[], city text, venue_name text, organiser_name text)
	RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$
		SELECT to_tsvector('simple', public.foyer_words(
			title || ' ' || array_to_string(tags, ' ') || ' ' || city || ' ' || venue_name || ' ' || organiser_name))
	$$;
--> statement-breakpoint
-- Words of all that can be read of an event. Weights: A short fields, B summary, D description.
CREATE FUNCTION foyer_event_search_vector(
	title text, tags text[], city text, venue_name text, organiser_name text, summary text, description text)
	RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$
		SELECT setweight(public.foyer_event_title_vector(title, tags, city, venue_name, organiser_name), 'A')
			|| setweight(to_tsvector('simple', public.foyer_words(summary)), 'B')
			|| to_tsvector('simple', public.foyer_words(left(description, 60000)))
	$$;
--> statement-breakpoint
-- A word, and the word with each one of its letters left out.
CREATE FUNCTION foyer_word_variants(word text) RETURNS text[]
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$
		SELECT array_agg(DISTINCT variant) FROM (
			SELECT word AS variant
			UNION ALL SELECT overlay(word PLACING '' FROM i FOR 1) FROM generate_series(1, length(word)) AS i
		) AS variants
	$$;
