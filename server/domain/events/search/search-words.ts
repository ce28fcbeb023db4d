import type { Services } from '#server/services.ts';
import { likelyWords } from './typing-errors.ts';

/** A search as the database's full-text search takes it. */
export interface WordQuery {
	/** All words in the short fields: title, tags, place, organiser. */
	inTitle: string;
	/** All words anywhere, short ones whole. */
	anywhere: string;
	/** True when what `inTitle` finds is not always found by `anywhere`. */
	isTitleLooser: boolean;
}

interface WordRow {
	run: number;
	word: string;
	is_known: boolean;
	candidates: string[] | null;
}

/** More words say nothing more, and cost. */
const maxWords = 10;
const isLatin = /^[a-z0-9]$/;
const isWordPerCharacter = /^[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u{20000}-\u{3134f}]$/u;

// The words are found as those of events are, by the same functions. A word that begins no known one gets the known ones that look like it: those that differ by one letter share a variant,
// longer ones with two errors share enough triples of letters.
const understand = {
	name: 'events.understand-search',
	text: `
		SELECT run::int, word,
			EXISTS (SELECT 1 FROM event_words k WHERE k.word ~>=~ t.word AND k.word ~<~ (t.word || chr(1114111))) AS is_known,
			CASE WHEN length(word) BETWEEN 4 AND 30 AND word !~ '[0-9]' THEN ARRAY(
				SELECT k.word FROM event_words k WHERE k.variants && foyer_word_variants(t.word)
				UNION
				SELECT k.word FROM event_words k WHERE k.word % t.word AND length(t.word) >= 6
				LIMIT 200
			) END AS candidates
		FROM unnest($1::text[]) WITH ORDINALITY AS r(typed, run),
			unnest(to_tsvector('simple', foyer_words(r.typed))) AS t(word, places), unnest(t.places) AS place
		ORDER BY run, place
		LIMIT ${maxWords}`,
};

/**
 * Reads what a person typed into the search field. Order, accents, case and signs do not matter; the last letters may be
 * missing; a word that nobody's event has is also looked for as the words it may have meant.
 * @returns null when there is no word in it
 */
export async function readSearch(services: Services, typed: string): Promise<WordQuery | null> {
	const runs = typed.split(/\s+/).filter(Boolean).slice(0, maxWords);
	if (runs.length === 0) return null;
	const { rows } = await services.database.pool.query<WordRow>({ ...understand, values: [runs] });
	return toWordQuery(rows);
}

/** Puts the words together; pure, so that it can be tested by itself. */
export function toWordQuery(rows: WordRow[]): WordQuery | null {
	if (rows.length === 0) return null;
	const inTitle: string[] = [];
	const anywhere: string[] = [];
	for (let i = 0; i < rows.length; i++) {
		const row = rows[i]!;
		// Characters that stand without blanks belong together in the order they were typed.
		const phrase = [row.word];
		while (isWordPerCharacter.test(row.word) && isNextOfRun(rows[i + 1], row.run))
			phrase.push(rows[++i]!.word);
		if (phrase.length > 1) {
			const joined = `(${phrase.map(quote).join(' <-> ')})`;
			inTitle.push(joined);
			anywhere.push(joined);
			continue;
		}
		const meant = row.is_known ? [] : likelyWords(row.word, row.candidates ?? []).map(quote);
		const whole = quote(row.word);
		const begun = row.word.length > 1 || !isLatin.test(row.word) ? `${whole}:*` : whole;
		inTitle.push(`(${[begun, ...meant].join(' | ')})`);
		// Two letters begin nearly every description: short words must stand whole there.
		anywhere.push(`(${[row.word.length > 3 ? begun : whole, ...meant].join(' | ')})`);
	}
	const [title, all] = [inTitle.join(' & '), anywhere.join(' & ')];
	return { inTitle: title, anywhere: all, isTitleLooser: title !== all };
}

function isNextOfRun(row: WordRow | undefined, run: number): row is WordRow {
	return row !== undefined && row.run === run && isWordPerCharacter.test(row.word);
}

function quote(word: string): string {
	return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
