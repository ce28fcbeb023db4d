/** What XML 1.0 has no way to write, even by its number: most control characters, halves of pairs, and two that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\r': '&#13;',
};

/** A text as it may stand in XML, in an element or in an attribute between double quotes. */
export const escapeXml = (text: string): string =>
	text
		.toWellFormed()
		.replaceAll(unwritable, '')
		.replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? '');

type Attributes = Record<string, string>;

const opening = (name: string, attributes: Attributes) =>
	`<${name}${Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
		.join('')}>`;

/** An element with a text; nothing without one, since the rules of e-invoices allow no empty elements. */
export function field(name: string, text: string, attributes: Attributes = {}): string {
	const written = escapeXml(text).trim();
	return written === '' ? '' : `${opening(name, attributes)}${written}</${name}>`;
}

/** An element with others in it; nothing where all of them are nothing. */
export function group(name: string, ...children: readonly string[]): string {
	const inside = children.join('');
	return inside === '' ? '' : `${opening(name, {})}${inside}</${name}>`;
}

/** A whole document. */
export const xmlDocument = (name: string, namespaces: Attributes, ...children: readonly string[]): string =>
	`<?xml version="1.0" encoding="UTF-8"?>\n${opening(name, namespaces)}${children.join('')}</${name}>\n`;
