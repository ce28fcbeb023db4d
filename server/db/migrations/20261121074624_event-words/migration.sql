-- Learns the words of an event that can be found. Only words that are new are written, in order, so that publishing many
-- events at once rarely waits for anybody.
CREATE FUNCTION foyer_learn_event_words() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
BEGIN
	INSERT INTO event_words (word, variants)
	SELECT new_word, foyer_word_variants(new_word)
	FROM (
		SELECT DISTINCT new_word
		FROM unnest(tsvector_to_array(NEW.title_vector)) AS new_word
		WHERE length(new_word) BETWEEN 4 AND 30 AND new_word !~ '[0-9]'
	) AS words
	WHERE NOT EXISTS (SELECT 1 FROM event_words AS known WHERE known.word = new_word)
	ORDER BY new_word
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_learn_words_inserted AFTER INSERT ON events FOR EACH ROW
	WHEN (NEW.status = 'published' AND NEW.visibility = 'public')
	EXECUTE FUNCTION foyer_learn_event_words();
--> statement-breakpoint
CREATE TRIGGER events_learn_words_updated AFTER UPDATE ON events FOR EACH ROW
	WHEN (NEW.status = 'published' AND NEW.visibility = 'public' AND (
		OLD.status <> NEW.status OR OLD.visibility <> NEW.visibility OR OLD.title_vector <> NEW.title_vector))
	EXECUTE FUNCTION foyer_learn_event_words();
