import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DescriptionPictures, renderDescription } from '#server/domain/events/description.ts';
import type { TextNode } from '#shared/lib/markdown-tree.ts';
import { shownAs } from '#tests/support/shown-as.ts';
import { openMarkdown } from '../markdown-kit.ts';
import { tryReadMarkdown } from './read-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const read = (name: string) =>
	JSON.parse(
		readFileSync(new URL(`../../../../tests/fixtures/${name}.json`, import.meta.url), 'utf8'),
	) as string[];
const naughty = read('naughty-strings');
const descriptions = read('descriptions');

const stem = 'a1'.repeat(13);
const pictures: DescriptionPictures = { [stem]: [900, 600, 'A stall'] };

/** The same texts in every run; `SEED=…` tries others. */
const seed = Number(process.env.SEED ?? 1);

/** Opened in the editor and written again, the text looks the same; what is opened as Markdown is not touched. */
function comesBack(source: string): boolean {
	const tree = openMarkdown(source);
	if (!tree) return false;
	const written = writeMarkdown(tree);
	expect(shownAs(renderDescription(written, pictures)), source).toEqual(
		shownAs(renderDescription(source, pictures)),
	);
	return true;
}

describe('Markdown through the editor', () => {
	test('descriptions that organisers wrote come back', () => {
		expect(descriptions.length).toBeGreaterThan(10);
		expect(descriptions.filter((source) => !comesBack(source))).toEqual([]);
	});

	test('hostile strings come back, alone and inside marks', () => {
		const opened = naughty.filter((text) => {
			comesBack(`# ${text}\n\n- **${text}**\n\n> [a](${text})`);
			comesBack(`![${text}](${text} "${text}")\n[${text}]: ${text}`);
			comesBack(`![${text}](picture:${stem})`);
			return comesBack(text);
		});
		expect(opened.length).toBeGreaterThan(naughty.length * 0.99);
	});

	test('any mixture of marks comes back or is left as it is', () => {
		const pieces = [
			...[
				'a',
				'b c',
				'**',
				'*',
				'_',
				'~~',
				'`',
				'```\n',
				'[',
				'](https://a.example)',
				'<',
				'>',
				'&amp;',
				'|',
				'\\',
			],
			...[
				'\n',
				'\n\n',
				'\n- ',
				'\n1. ',
				'\n  - ',
				'\n> ',
				'\n# ',
				'\n---\n',
				'\n    ',
				'\n| a | b |\n|---|:-:|\n| c |',
				`![a] b](picture:${stem})`,
				`](picture:${stem})`,
				'![',
			],
			...[
				'https://a.example/b_(c)',
				'www.a.example',
				'a@b.example',
				'\u00a0',
				'\t',
				'!',
				'.',
				'1)',
				'===',
				'字',
				'：',
			],
		];
		const text = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join(''));
		let opened = 0;
		fc.assert(
			fc.property(text, (source) => {
				if (comesBack(source)) opened += 1;
			}),
			{ numRuns: 2_000, seed },
		);
		expect(opened).toBeGreaterThan(1_000);
	});

	test('an unchanged text of ordinary marks is written as it was', () => {
		const source = [
			'# Programme\n\nDoors at **19:00**, *first* act at 20:00.\nBring a ~~coat~~ `ticket`.',
			'- one\n- two\n  - deeper\n- three',
			'3. three\n4. four',
			'> Said by *somebody*.\n>\n> Twice.',
			'| Act | Time |\n| --- | --: |\n| A \\| B | 20:00 |',
			'***\n\n```js\nlet a = 1;\n\n```',
			`![A "blue" stall, 2 × 3 m (new)](picture:${stem})`,
			`Inside ![a \\[b\\] \\\\](picture:${stem}) of a **line ![x](picture:${stem})** and [![y](picture:${stem})](https://example.org).`,
			`| ![cell](picture:${stem}) | b |\n| --- | --- |\n| c | d |`,
			'See https://example.org/a_b and [the map](https://example.org/map), or write to me@example.org.',
		].join('\n\n');
		expect(writeMarkdown(openMarkdown(source) as TextNode)).toBe(source);
	});

	test('what the editor cannot say is opened as Markdown', () => {
		// An address that is no link on the page would become one.
		expect(openMarkdown('not a link: https\\://example.org')).toBeNull();
	});
});

describe('a document made in the editor', () => {
	const text = fc.oneof(
		fc.constantFrom(
			'word',
			'two words',
			' blank ',
			'# no heading',
			'1. no list',
			'- no',
			'*',
			'_a_',
			'<b>',
			'&copy;',
		),
		fc.constantFrom('a|b', '[x](y)', '> x', '\\', '`', 'https://a.example', 'é', '（字）', '!', '---', '~~'),
	);
	const marks = fc
		.subarray(['bold', 'italic', 'strike', 'code'])
		.map((types) => types.map((type) => ({ type })));
	const link = fc.constantFrom(
		null,
		'https://a.example/',
		'https://b.example/(c)?d&copy;',
		'mailto:a@b.example',
	);
	const inline: fc.Arbitrary<TextNode> = fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({ text, marks, link }).map(({ text, marks, link }) => {
				const all = link ? [...marks, { type: 'link', attrs: { href: link } }] : marks;
				return { type: 'text', text, ...(all.length > 0 && { marks: all }) };
			}),
		},
		{ weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
		{ weight: 1, arbitrary: text.map((alt) => ({ type: 'picture', attrs: { stem, alt } })) },
	);
	const inlines = fc.array(inline, { maxLength: 5 });
	const paragraph = inlines.map((content) => ({ type: 'paragraph', content }));
	const { blocks } = fc.letrec<{ blocks: TextNode[]; block: TextNode }>((tie) => ({
		blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }),
		block: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			paragraph,
			fc.record({ level: fc.integer({ min: 2, max: 6 }), content: inlines }).map(({ level, content }) => ({
				type: 'heading',
				attrs: { level },
				content,
			})),
			fc.constant({ type: 'horizontalRule' }),
			text.map((code) => ({ type: 'codeBlock', content: [{ type: 'text', text: code }] })),
			fc
				.array(fc.array(paragraph, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
				.map((rows) => ({
					type: 'table',
					content: rows.map((cells, at) => ({
						type: 'tableRow',
						content: cells.map((cell) => ({ type: at === 0 ? 'tableHeader' : 'tableCell', content: [cell] })),
					})),
				})),
			tie('blocks').map((content) => ({ type: 'blockquote', content })),
			fc
				.record({
					isOrdered: fc.boolean(),
					tight: fc.boolean(),
					start: fc.integer({ min: 0, max: 12 }),
					items: fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
				})
				.map(({ isOrdered, tight, start, items }) => ({
					type: isOrdered ? 'orderedList' : 'bulletList',
					attrs: isOrdered ? { tight, start } : { tight },
					content: items.map((content) => ({ type: 'listItem', content })),
				})),
		),
	}));
	/** The words of a document, block by block. */
	const words = (node: TextNode): string =>
		node.type === 'text'
			? (node.text ?? '')
			: node.type === 'picture'
				? `${node.attrs?.stem} ${node.attrs?.alt}`
				: `${(node.content ?? []).map(words).join('')}${node.type === 'text' ? '' : ' '}`;
	const clean = (node: TextNode) => words(node).replaceAll(/\s+/g, '');

	test('loses no words, and nearly always comes back', () => {
		let opened = 0;
		fc.assert(
			fc.property(blocks, (content) => {
				const doc = { type: 'doc', content };
				const written = writeMarkdown(doc);
				const back = tryReadMarkdown(written);
				expect(back && clean(back)).toBe(clean(doc));
				if (openMarkdown(written)) opened += 1;
			}),
			{ numRuns: 250, seed },
		);
		expect(opened).toBeGreaterThan(210);
	});
});
