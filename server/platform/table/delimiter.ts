import Papa from 'papaparse';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The name of a delimiter, for messages and the preview. */
export const delimiterNames: Record<Delimiter, TranslatableMessage> = {
	',': message`commas`,
	';': message`semicolons`,
	'\t': message`tabs`,
	'|': message`pipes`,
};

/** How many records decide the delimiter; later ones may be wrong without making it doubtful. */
const SAMPLE = 40;

/**
 * The delimiter under which the records have most cells and agree most on how many. A list of one column has none: a comma
 * is as good as any then.
 * @param text with LF line breaks
 */
export function detectDelimiter(text: string): Delimiter {
	let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
	for (const delimiter of delimiters) {
		const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: SAMPLE });
		const records = data.filter((record) => record.some((cell) => cell.trim() !== ''));
		const width = records[0]?.length ?? 0;
		if (width < 2) continue;
		const agreeing = records.filter((record) => record.length === width).length / records.length;
		const score = agreeing * (1 - 1 / width);
		if (score > best.score) best = { delimiter, score };
	}
	return best.delimiter;
}

const sepLine = /^"?sep=(.)"?[,;\t|]*\n/i;

/** Excel's own first line, `sep=;`, which names the delimiter and is no record. */
export function readSepLine(text: string): { delimiter: Delimiter; rest: string } | null {
	const match = sepLine.exec(text);
	const delimiter = delimiters.find((candidate) => candidate === match?.[1]);
	return match && delimiter ? { delimiter, rest: text.slice(match[0].length) } : null;
}
