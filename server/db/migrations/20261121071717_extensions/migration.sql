-- Both extensions are trusted: the owner of the database may create them without being superuser.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Text as search sees it: without accents, in lower case. unaccent() is only STABLE because its dictionary could change;
-- ours does not, so the wrapper may be IMMUTABLE and stand in indexes and generated columns.
CREATE FUNCTION foyer_fold(value text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
