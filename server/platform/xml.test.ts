import { describe, expect, test } from 'vitest';
import { readXml, textAt } from './xml.ts';

const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;

describe('an XML document', () => {
	test('gives its elements, attributes and text, without namespaces', () => {
		const root = readXml(
			`\ufeff<?xml version="1.0"?><!-- x --><n:Doc xmlns:n="urn:x"><n:Amt n:Ccy='E"U&#82;'>1 &amp; <![CDATA[<2>]]></n:Amt><Empty/></n:Doc>`,
		);
		expect(root).toEqual({
			name: 'Doc',
			attributes: { n: 'urn:x' },
			text: '',
			children: [
				{ name: 'Amt', attributes: { Ccy: 'E"UR' }, text: '1 & <2>', children: [] },
				{ name: 'Empty', attributes: {}, text: '', children: [] },
			],
		});
		expect(root && textAt(root, 'Amt')).toBe('1 & <2>');
	});

	test('keeps entities that XML itself does not have', () => {
		expect(readXml('<a>&nbsp;&lol;</a>')?.text).toBe('&nbsp;&lol;');
	});

	test.each([
		['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
		['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
		['a document type inside', '<a><!DOCTYPE a></a>'],
		['41 levels', nested(41)],
		['100,000 levels', nested(100_000)],
		['200,000 elements and more', `<a>${'<b/>'.repeat(200_000)}</a>`],
		['two roots', '<a/><b/>'],
		['text outside', '<a/>b'],
		['a tag that is not closed', '<a><b></a>'],
		['an end that is missing', '<a>'],
		['an attribute without quotes', '<a b=c/>'],
		['an attribute twice', '<a b="1" b="2"/>'],
		['a NUL', '<a>\0</a>'],
		['an attribute without end', `<a b="${'x'.repeat(1_000_000)}`],
		['quotes without end', `<a ${`'"`.repeat(500_000)}`],
		['nothing', ''],
	])('with %s is refused', (_, source) => {
		expect(readXml(source)).toBeNull();
	});

	test('loses a NUL that is written by its number', () => {
		expect(readXml('<a b="1&#0;">2&#x0;</a>')).toMatchObject({ attributes: { b: '1' }, text: '2' });
	});

	test('with names of object properties is data', () => {
		const root = readXml('<constructor __proto__="x"><toString/></constructor>');
		expect(root?.children.map(({ name }) => name)).toEqual(['toString']);
		expect(({} as { x?: string }).x).toBeUndefined();
	});
});
