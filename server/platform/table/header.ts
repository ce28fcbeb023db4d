/** Forms that the cells of a column share, and its name does not. */
const forms = [/^[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@]{1,63}$/, /^[+(]?\d[\d\s().,/:-]*$/];

/** How many rows tell the form of a column. */
const SAMPLE = 50;

/**
 * Whether the first row names the columns: one of its cells is a known name of a column, or stands above addresses or
 * numbers without being one (names of columns in a language that is not known here). A row with an address in it never does.
 */
export function looksLikeHeader(
	rows: { cells: string[] }[],
	isKnownColumnName: (name: string) => boolean,
): boolean {
	const [first = { cells: [] }, ...others] = rows.slice(0, SAMPLE);
	if (first.cells.some((cell) => /[^\s@]@[^\s@]{1,200}\.[^\s@]/.test(cell))) return false;
	if (first.cells.some((cell) => isKnownColumnName(cell))) return true;
	return first.cells.some((name, column) => {
		const below = others.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
		return (
			below.length >= 2 &&
			/\p{L}/u.test(name) &&
			forms.some((form) => !form.test(name.trim()) && below.every((cell) => form.test(cell)))
		);
	});
}
