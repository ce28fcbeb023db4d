import { posix } from 'node:path';
import { strFromU8, strToU8 } from 'fflate';
import { columnName } from '../xlsx.ts';
import { readXml, type XmlElement } from '../xml.ts';

/** Unpacks a part of the archive by its path; undefined when it is not there. */
export type PartReader = (path: string) => Uint8Array | undefined;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const textOf = (bytes: Uint8Array | undefined) => (bytes ? strFromU8(bytes) : '');

/** Every element of a name, wherever it is. */
function* elementsNamed(element: XmlElement | null, name: string): Generator<XmlElement> {
	for (const child of element?.children ?? []) {
		if (child.name === name) yield child;
		yield* elementsNamed(child, name);
	}
}

interface Relation {
	id: string;
	/** The last word of its type: officeDocument, worksheet, sharedStrings, styles. */
	type: string;
	path: string;
}

/** What a part refers to: targets are paths from the root of the archive, or from the folder of the part (ECMA-376 part 2, 9.3). */
function relationsOf(read: PartReader, part: string): Relation[] {
	const folder = posix.join('/', posix.dirname(part));
	const document = readXml(
		textOf(read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`).slice(1))),
	);
	return [...elementsNamed(document, 'Relationship')].map(({ attributes }) => ({
		id: attributes.Id ?? '',
		type: (attributes.Type ?? '').split('/').at(-1) ?? '',
		path: posix.resolve(folder, attributes.Target ?? '').slice(1),
	}));
}

/**
 * The parts of a workbook that its first visible sheet is read from, by the names that readers expect. Programs name parts as they like:
 * what is where is said by the relations alone. Other sheets, pictures and macros are never unpacked.
 * @returns null for an archive that is no workbook, or one without a visible sheet
 */
export function workbookParts(read: PartReader): Record<string, Uint8Array> | null {
	const book = relationsOf(read, '').find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
	const workbook = readXml(textOf(read(book)));
	const relations = relationsOf(read, book);
	const sheets = [...elementsNamed(workbook, 'sheet')].flatMap(({ attributes }) => {
		const relation = relations.find(({ id, type }) => type === 'worksheet' && id === attributes.id);
		return relation
			? [{ path: relation.path, isVisible: (attributes.state ?? 'visible') === 'visible' }]
			: [];
	});
	const sheet = read(sheets.find(({ isVisible }) => isVisible)?.path ?? '');
	if (!sheet) return null;
	const properties = elementsNamed(workbook, 'workbookPr').next().value;
	const is1904 = ['1', 'true'].includes(properties?.attributes.date1904 ?? '');
	const ofType = (type: string) => read(relations.find((relation) => relation.type === type)?.path ?? '');
	const optional = { 'xl/sharedStrings.xml': ofType('sharedStrings'), 'xl/styles.xml': ofType('styles') };
	return {
		'xl/workbook.xml': strToU8(
			`<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		),
		'xl/_rels/workbook.xml.rels': strToU8(
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		),
		'xl/worksheets/sheet1.xml': withAddresses(sheet),
		...Object.fromEntries(
			Object.entries(optional).filter((part): part is [string, Uint8Array] => part[1] !== undefined),
		),
	};
}

const withoutAddress = /<(?:[\w.-]+:)?(?:row|c)(?![^>]*\sr\s*=)(?=[\s/>])/;
const rowOrCell = /<((?:[\w.-]+:)?)(row|c)(?=[\s/>])([^>]*)>/g;

/** The sheet with the address of each row and cell, which the standard lets writers leave out: the next one then. */
function withAddresses(sheet: Uint8Array): Uint8Array {
	const xml = strFromU8(sheet);
	if (!withoutAddress.test(xml)) return sheet;
	let row = 0;
	let column = 0;
	return strToU8(
		xml.replace(rowOrCell, (_, prefix: string, name: string, rest: string) => {
			const address = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/.exec(rest);
			if (name === 'row') {
				row = address ? Number(address[2]) : row + 1;
				column = 0;
			} else {
				column = address?.[1] ? columnNumber(address[1]) : column + 1;
			}
			const own = name === 'row' ? `${row}` : `${columnName(column - 1)}${row}`;
			return address ? `<${prefix}${name}${rest}>` : `<${prefix}${name} r="${own}"${rest}>`;
		}),
	);
}

/** A is 1, AA is 27. */
const columnNumber = (letters: string) =>
	[...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
