/** Today where the reader is, as a date field wants it: `2026-11-27`. */
export function today(): string {
	const now = new Date();
	return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
