/** What lists of administrators are asked by. */
export interface Page {
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}
