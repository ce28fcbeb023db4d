import { redactText } from '#server/platform/redact.ts';

const personal: [RegExp, string][] = [
	[/(?<![^\s@<>"'`(),;:])[^\s@<>"'`(),;:]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
	[/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
	[/(?<![\w:.-])\+?\d[\d ()/-]{7,}\d(?![\w:])/g, '[number]'],
	[/\?[^\s"'`)]*/g, ''],
];

const maxLine = 1_000;

/** The text without secrets, addresses of people and machines, telephone numbers and queries of links. */
export function scrub(text: string, max: number): string {
	// Cut before anything looks at it: what a stranger sends costs no more than what is kept.
	const lines = text.slice(0, 2 * max).split('\n');
	let result = redactText(lines.map((line) => line.slice(0, maxLine)).join('\n'));
	for (const [pattern, replacement] of personal) result = result.replace(pattern, replacement);
	// PostgreSQL takes everything but this.
	return result.replaceAll('\0', '').slice(0, max);
}
