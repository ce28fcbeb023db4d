/** An element of an XML document, without its namespace. */
export interface XmlElement {
	name: string;
	attributes: Record<string, string>;
	/** Its own text, without that of its children. */
	text: string;
	children: XmlElement[];
}

const deepest = 40;
/** A statement of 2,000 entries has half as many. */
const mostElements = 200_000;
const token =
	/<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.-]*(?::[\w.-]+)?)((?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,4000})>|([^<]+)/y;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Entities of XML itself; others cannot be declared, since documents with a document type are refused. */
const decode = (text: string): string =>
	text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g, (whole, decimal, hex, name) => {
		if (name) return named[name] ?? whole;
		const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
		// No text of XML holds a NUL, and PostgreSQL stores none.
		return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
	});

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document of data: elements, attributes and text. No document types, so no entities that grow.
 * @returns null for what is not well formed, has a document type, is nested too deep, or has too many or too long tags
 */
export function readXml(source: string): XmlElement | null {
	if (source.includes('\0') || /<!(?!\[CDATA\[|--)/.test(source)) return null;
	const root: XmlElement = { name: '', attributes: {}, text: '', children: [] };
	const open = [root];
	let elements = 0;
	token.lastIndex = source.charCodeAt(0) === 0xfeff ? 1 : 0;
	while (token.lastIndex < source.length) {
		const match = token.exec(source);
		const inside = open.at(-1);
		if (!match || !inside) return null;
		const [, cdata, closing, name, rest = '', text] = match;
		if (cdata !== undefined) inside.text += cdata;
		else if (text !== undefined) inside.text += decode(text);
		else if (name === undefined) continue;
		else if (closing) {
			if (inside.name !== local(name) || open.length === 1) return null;
			open.pop();
		} else {
			const element: XmlElement = {
				name: local(name),
				attributes: attributesOf(rest),
				text: '',
				children: [],
			};
			inside.children.push(element);
			if (!rest.endsWith('/')) open.push(element);
			elements += 1;
			if (open.length > deepest || elements > mostElements) return null;
		}
	}
	return open.length === 1 && root.children.length === 1 ? (root.children[0] as XmlElement) : null;
}

function attributesOf(rest: string): Record<string, string> {
	const found = rest.matchAll(/([A-Za-z_][\w:.-]{0,99})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g);
	return Object.fromEntries(
		[...found].map(([, name = '', one, two]) => [local(name), decode(one ?? two ?? '')]),
	);
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
