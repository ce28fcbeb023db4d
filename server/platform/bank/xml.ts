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
	if (source.includes('\0')) return null;
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
