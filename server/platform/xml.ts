/// <reference path="./saxen.d.ts" />

import { Parser } from 'saxen';

/** An element of an XML document, without its namespace. */
export interface XmlElement {
	name: string;
	attributes: Record<string, string>;
	/** Its own text, without that of its children. */
	text: string;
	children: XmlElement[];
}

const maxDepth = 40;
/** A statement of 2,000 entries has half as many. */
const maxElements = 200_000;
/** With its attributes; those of statements have one. */
const maxTagLength = 10_000;

/**
 * The text of a document in the encoding that it declares, else in UTF-8.
 * @returns null where it is not written in it, or none of that name is known
 */
export function decodeXml(bytes: Uint8Array): string | null {
	const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
	const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
		start,
	)?.[1];
	const marked = start.startsWith('\u00ef\u00bb\u00bf') ? 'utf-8' : null;
	const wide = start.startsWith('\u00ff\u00fe') || start.startsWith('<\0') ? 'utf-16le' : null;
	const big = start.startsWith('\u00fe\u00ff') || start.startsWith('\0<') ? 'utf-16be' : null;
	try {
		return new TextDecoder(marked ?? wide ?? big ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** Whether a tag is longer than any of a document of data: attributes without number cost quadratic time. */
function hasLongTag(source: string): boolean {
	for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
		if (source.startsWith('<!--', at) || source.startsWith('<![CDATA[', at)) {
			at = source.indexOf(source[at + 2] === '-' ? '-->' : ']]>', at);
			if (at < 0) return false;
			continue;
		}
		const end = source.indexOf('>', at);
		if (end < 0) return source.length - at > maxTagLength;
		if (end - at > maxTagLength) return true;
	}
	return false;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document of data: elements, attributes and text. Documents with a document type are refused, so nobody can declare entities.
 * @returns null for what is not well formed, has a document type, or is nested too deep or too large
 */
export function readXml(source: string): XmlElement | null {
	const root: XmlElement = { name: '', attributes: {}, text: '', children: [] };
	const open = [root];
	let elements = 0;
	const refuse = (): never => {
		throw new Error('This XML document is refused.');
	};
	// A NUL by its number is no character of XML, and PostgreSQL stores none.
	const addText = (text: string) => {
		const inside = open.at(-1);
		if (inside) inside.text += text.replaceAll('\0', '');
	};
	const parser = new Parser()
		.on('openTag', (name, attributes, decode) => {
			elements += 1;
			if (open.length >= maxDepth || elements > maxElements) refuse();
			const named = Object.entries(attributes() || refuse());
			const element: XmlElement = {
				name: local(name),
				attributes: Object.fromEntries(
					named.map(([key, value]) => [local(key), decode(value).replaceAll('\0', '')]),
				),
				text: '',
				children: [],
			};
			open.at(-1)?.children.push(element);
			open.push(element);
		})
		.on('closeTag', () => {
			open.pop();
		})
		.on('text', (text, decode) => addText(decode(text)))
		.on('cdata', addText)
		.on('attention', refuse)
		.on('warn', refuse);
	if (source.includes('\0') || hasLongTag(source)) return null;
	try {
		parser.parse(source);
	} catch {
		return null;
	}
	const [document, ...others] = root.children;
	return document && others.length === 0 ? document : null;
}

/** All elements on a path below an element. */
export const allAt = (element: XmlElement, ...path: string[]): XmlElement[] =>
	path.reduce(
		(found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
		[element],
	);

/** The text of the first element on a path that has one; empty without. */
export const textAt = (element: XmlElement, ...path: string[]): string =>
	allAt(element, ...path)[0]?.text.trim() ?? '';
