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
		const last = logical.at(-1);
		if (last?.endsWith('=') && quotedPrintable.test(last)) {
			// Quoted-printable has line ends of its own (vCalendar 1.0); a fold may also lie inside of a code.
			const isFold = /^[ \t]=?[0-9A-F]{2}/i.test(line);
			logical[logical.length - 1] = isFold ? last + line.slice(1) : last.slice(0, -1) + line;
		} else if ((line.startsWith(' ') || line.startsWith('\t')) && logical.length > 0) {
			logical[logical.length - 1] += line.slice(1);
		} else {
			logical.push(line);
			lines.push(index + 1);
		}
	}
	return { bytes: Buffer.from(logical.join('\n'), 'latin1'), lines };
}

const quotedPrintable = /^[A-Za-z-]+;[^:]*QUOTED-PRINTABLE[^:]*:/i;

const nameStart = /^[A-Za-z0-9-]+/;
// A parameter: a name, and values that are quoted or run to the next mark. Doubled semicolons are skipped over.
// vCalendar 1.0 also writes values alone: `SUMMARY;QUOTED-PRINTABLE:`.
const parameter = /;+(?:([A-Za-z0-9-]+)(?:=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*))?)?/y;

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
	return { name: name.toUpperCase(), params, value: decodeValue(text.slice(position + 1), params), line };
}

/** The text of a value that was written for channels of seven bits: quoted-printable, base64, or the encoded words of mail headers. */
function decodeValue(value: string, params: Map<string, string>): string {
	const encoding = params.get('ENCODING')?.trim().toUpperCase() ?? '';
	const charset = params.get('CHARSET')?.trim() ?? '';
	// Line breaks are escapes in a value, as they are in other files.
	const asValue = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\\n');
	if (encoding === 'QUOTED-PRINTABLE' || params.has('QUOTED-PRINTABLE'))
		return asValue(decodeBytes(fromQuotedPrintable(value), charset));
	if (/^(B|BASE64)$/.test(encoding) && (params.get('VALUE') ?? 'TEXT').toUpperCase() === 'TEXT')
		return asValue(decodeBytes(Buffer.from(value, 'base64'), charset));
	if (!value.includes('=?')) return value;
	// Blanks between two encoded words are folds (RFC 2047, 6.2).
	return value
		.replaceAll(/(\?=)\s+(?==\?[^?\s]{1,40}\?[QB]\?)/gi, '$1')
		.replaceAll(
			/=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([QB])\?([^?\s]{0,500})\?=/gi,
			(_, name, kind, text) =>
				asValue(
					decodeBytes(
						kind.toUpperCase() === 'B'
							? Buffer.from(text, 'base64')
							: fromQuotedPrintable(text.replaceAll('_', ' ')),
						name,
					),
				),
		);
}

function fromQuotedPrintable(text: string): Buffer {
	const parts = text.replaceAll(/=(?![0-9a-f]{2})/gi, '').split(/=([0-9a-f]{2})/i);
	return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')));
}

/** Bytes in the encoding that is named, else as UTF-8, else as western Windows wrote. */
function decodeBytes(bytes: Uint8Array, charset: string): string {
	for (const name of [charset, 'utf-8']) {
		try {
			return new TextDecoder(name, { fatal: true }).decode(bytes);
		} catch {
			// Not a name, or not its bytes.
		}
	}
	return new TextDecoder('windows-1252').decode(bytes);
}

/** A TEXT value without its escapes: `\n`, `\,`, `\;`, `\\` (and `\"`, which some programs write). */
export function readText(value: string): string {
	return value.replace(/\\([nN\\;,:"])/g, (_, mark: string) => (mark === 'n' || mark === 'N' ? '\n' : mark));
}

/** A list of TEXT values: `Music,Open air`. */
export function readTextList(value: string): string[] {
	return value.split(/(?<!\\),/).map((part) => readText(part).trim());
}
