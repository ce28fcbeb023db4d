/** One property of a calendar: `DTSTART;TZID=Europe/Berlin:20270501T190000`. */
export interface Property {
	/** In upper case. */
	name: string;
	/** By upper-case name; quotes are off. */
	params: Map<string, string>;
	/** Escapes are still in it; see `readText`. */
	value: string;
	/** Number of the line in the file where the property begins. */
	line: number;
}

/** A logical line that is no property. */
export interface BrokenLine {
	line: number;
	text: string;
}

/**
 * Joins folded lines (RFC 5545 §3.1). Folds count bytes, so one may lie inside a character: lines are joined before the bytes
 * are decoded. Takes LF, CRLF and CR, and a blank or a tab as the mark of a fold.
 * @returns one logical line per LF, and the number of the physical line where each begins
 */
export function unfold(bytes: Uint8Array): { bytes: Uint8Array; lines: number[] } {
	// One character per byte: cheap to cut and to join, and nothing is decoded yet.
	let text = Buffer.from(bytes).toString('latin1');
	if (!text.includes('\n')) text = text.replaceAll('\r', '\n');
	const logical: string[] = [];
	const lines: number[] = [];
	for (const [index, raw] of text.split('\n').entries()) {
		const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
		if ((line.startsWith(' ') || line.startsWith('\t')) && logical.length > 0) {
			logical[logical.length - 1] += line.slice(1);
		} else {
			logical.push(line);
			lines.push(index + 1);
		}
	}
	return { bytes: Buffer.from(logical.join('\n'), 'latin1'), lines };
}

const nameStart = /^[A-Za-z0-9-]+/;
// A parameter: a name, and values that are quoted or run to the next mark. Doubled semicolons are skipped over.
const parameter = /;+(?:([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*))?/y;

/** Reads one logical line; null when it is no property (no colon, no name). */
export function readProperty(text: string, line: number): Property | null {
	const name = nameStart.exec(text)?.[0];
	if (name === undefined) return null;
	const params = new Map<string, string>();
	let position = name.length;
	while (text[position] === ';') {
		parameter.lastIndex = position;
		const match = parameter.exec(text);
		if (!match || match[0] === '') return null;
		if (match[1] !== undefined) params.set(match[1].toUpperCase(), (match[2] ?? '').replaceAll('"', ''));
		position = parameter.lastIndex;
	}
	if (text[position] !== ':') return null;
	return { name: name.toUpperCase(), params, value: text.slice(position + 1), line };
}

/** A TEXT value without its escapes: `\n`, `\,`, `\;`, `\\` (and `\"`, which some programs write). */
export function readText(value: string): string {
	return value.replace(/\\([nN\\;,:"])/g, (_, mark: string) => (mark === 'n' || mark === 'N' ? '\n' : mark));
}

/** A list of TEXT values: `Music,Open air`. */
export function readTextList(value: string): string[] {
	return value.split(/(?<!\\),/).map((part) => readText(part).trim());
}
