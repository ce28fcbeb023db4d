import { redactText } from '../../platform/redact.ts';

const personal: [RegExp, string][] = [
	[/[^\s@<>"'`(),;:]{1,64}@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
	[/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
	[/(?<![\w:.-])\+?\d[\d ()/-]{7,}\d(?![\w:])/g, '[number]'],
	[/\?[^\s"'`)]*/g, ''],
];

/** The text without secrets, addresses of people and machines, telephone numbers and queries of links. */
export function scrub(text: string, max: number): string {
	let result = redactText(text);
	for (const [pattern, replacement] of personal) result = result.replace(pattern, replacement);
	// PostgreSQL takes everything but this.
	return result.replaceAll('\0', '').slice(0, max);
}
