-- Always true, and said to be costly. The planner takes looking into a text for as cheap as comparing two numbers, so it would rather walk
-- a hundred thousand guests by age than fetch the seven hundred whom the trigram index finds. With this beside the LIKE it
-- walks only where about one guest in a hundred or more is found, which is when walking is the faster way.
CREATE FUNCTION foyer_found(value text) RETURNS boolean
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 40
	AS $$ BEGIN RETURN true; END $$;
