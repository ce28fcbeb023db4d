/** Where a party is, as e-invoices say it: the lines of its address, and what mail is sorted by apart. */
export interface Place {
	lines: string[];
	postcode: string;
	city: string;
}

/** `10115 Berlin`, `D-10115 Berlin`, `1010 Wien`, `75001 Paris`: how addresses of most of Europe end. */
const postcodeFirst = /^(?:[A-Z]{1,2}-)?(\d{4,5}) (\D.{0,98})$/u;
/** `LS1 4AP`, on a line of its own. */
const britishPostcode = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/**
 * Reads postcode and city out of a free address, where they were not entered apart. What is said apart is not repeated in the lines.
 * @param given as entered; empty: unknown
 */
export function placeOf(
	address: string,
	given: { postcode?: string | undefined; city?: string | undefined },
): Place {
	const trimmed = (parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');
	const typed = trimmed(address.split(/\r\n|\r|\n/));
	// Some write it in one line.
	const lines = typed.length === 1 ? trimmed(address.split(',')) : typed;
	const { postcode = '', city = '' } = given;
	if (postcode !== '' || city !== '') {
		const said = new Set([postcode, city, `${postcode} ${city}`.trim(), `${city} ${postcode}`.trim()]);
		const found = postcode === '' || city === '' ? read(lines) : null;
		return {
			lines: lines.filter((line) => !said.has(line)),
			postcode: postcode || (found?.postcode ?? ''),
			city: city || (found?.city ?? ''),
		};
	}
	return read(lines) ?? { lines, postcode: '', city: '' };
}

function read(lines: readonly string[]): Place | null {
	for (const [index, line] of lines.entries()) {
		const [, postcode = '', city = ''] = postcodeFirst.exec(line) ?? [];
		if (postcode !== '' && index > 0)
			return { lines: lines.toSpliced(index, 1), postcode, city: city.trim() };
		const before = lines[index - 1];
		if (index > 1 && before !== undefined && britishPostcode.test(line.toUpperCase()))
			return { lines: lines.toSpliced(index - 1, 2), postcode: line, city: before };
	}
	return null;
}
