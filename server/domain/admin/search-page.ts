/** What lists of administrators are asked by. */
export interface Page {
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** A pattern for ILIKE that means the words themselves; null when there are none. */
export const patternOf = (q: string | undefined) => {
	const words = q?.replaceAll('\0', '').trim() ?? '';
	return words === '' ? null : `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
};
