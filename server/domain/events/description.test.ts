import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '#tests/support/cpu-time.ts';
import { descriptionExcerpt, descriptionText, renderDescription } from './description.ts';

const naughty: string[] = JSON.parse(
	readFileSync(new URL('../../../tests/fixtures/naughty-strings.json', import.meta.url), 'utf8'),
);

const allowedTag =
	/^<(?:\/(?:p|h[2-6]|strong|em|s|ul|ol|li|blockquote|code|pre|a|table|thead|tbody|tr|th|td)|(?:p|h[2-6]|strong|em|s|ul|li|blockquote|code|pre|table|thead|tbody|tr|th|td)|img src="\/files\/[0-9a-z]{26}-1280\.webp"(?: srcset="[^"<>]*" sizes="[^"<>]*")? width="\d+" height="\d+" alt="[^"<>]*" loading="lazy" decoding="async" \/|(?:br|hr) \/|ol(?: start="\d+")?|a href="(?:https?:\/\/|mailto:)[^"<>\s]*" rel="nofollow noopener ugc")>$/i;

/** Reads HTML as strictly as can be: whatever is not one of the few known tags, letter by letter, is found. */
function foreignMarkup(html: string): string[] {
	const tags = html.match(/<[^>]*>?/g) ?? [];
	return tags.filter((tag) => !allowedTag.test(tag));
}

describe('renderDescription', () => {
	it.each(naughty.map((text) => [text]))('makes nothing dangerous of %j', (text) => {
		expect(foreignMarkup(renderDescription(text))).toEqual([]);
		expect(foreignMarkup(renderDescription(`# ${text}\n\n- **${text}**\n\n> [a](${text})`))).toEqual([]);
		expect(foreignMarkup(renderDescription(`![${text}](${text} "${text}")\n[${text}]: ${text}`))).toEqual([]);
	});

	it('makes nothing dangerous of any mixture of marks', () => {
		const marks = [
			...['<', '>', '"', "'", '[', ']', '(', ')', '`', '*', '_', '~', '#', '|', '\\', '&', ';', ':', '!'],
			...['\n', '\n\n', ' ', '\t', 'javascript:', 'data:text/html,', 'https://a.example', 'www.a.example'],
			...['&#106;', '&lt;script&gt;', '<script>', 'onerror=', 'style=', '//', 'a@b.example', '\u202e', '\0'],
		];
		const text = fc
			.array(fc.constantFrom(...marks, ...naughty), { maxLength: 25 })
			.map((all) => all.join(''));
		fc.assert(
			fc.property(text, (source) => {
				expect(foreignMarkup(renderDescription(source))).toEqual([]);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('finds foreign markup, so that the checks above can fail', () => {
		expect(foreignMarkup('<p><script>x</script></p>')).toHaveLength(2);
		expect(foreignMarkup('<a href="javascript:x" rel="nofollow noopener ugc">x</a>')).toHaveLength(1);
		expect(foreignMarkup('<p onclick="x">a</p>')).toHaveLength(1);
	});

	it('shows HTML as it was typed', () => {
		expect(renderDescription('<b>x</b>')).toBe('<p>&lt;b&gt;x&lt;/b&gt;</p>');
	});

	it('keeps line breaks, moves headings below the title, and drops pictures', () => {
		expect(renderDescription('# One\nfirst\nsecond ![a cat](https://example.com/cat.png)')).toBe(
			'<h2>One</h2>\n<p>first<br />\nsecond a cat</p>',
		);
		expect(renderDescription('###### deep')).toBe('<h6>deep</h6>');
	});

	it('shows uploaded pictures that it is given, and of any other the alternative text', () => {
		const stem = 'a'.repeat(26);
		const known = { [stem]: [500, 300, 'A lamp'] } as const;
		const img = (alt: string) =>
			`<img src="/files/${stem}-1280.webp" width="500" height="300" alt="${alt}" loading="lazy" decoding="async" />`;
		const shown = (source: string) => renderDescription(source, known);
		expect(shown(`a ![b *c* \\] &amp; "d"](picture:${stem}) e`)).toBe(
			`<p>a ${img('b *c* ] &amp;amp; &quot;d&quot;')} e</p>`,
		);
		expect(shown(`![](picture:${stem})`)).toBe(`<p>${img('A lamp')}</p>`);
		expect(shown(`[![b](picture:${stem})](https://example.org)`)).toBe(
			`<p><a href="https://example.org" rel="nofollow noopener ugc">${img('b')}</a></p>`,
		);
		expect(renderDescription(`a ![<b>](picture:${stem})`)).toBe('<p>a &lt;b&gt;</p>');
		expect(shown(`![b](picture:${'b'.repeat(26)})`)).toBe('<p>b</p>');
		expect(descriptionText(`a ![b](picture:${stem})`)).toBe('a b');
		// Nothing else of this form is a picture or a link.
		for (const source of [
			`![b](picture:${stem}x)`,
			`![b](picture:${stem} "t")`,
			`![b](picture:../../x)`,
			`[b](picture:${stem})`,
			`\\![b](picture:${stem})`,
			`![b](/files/${stem}-1280.webp)`,
		])
			expect(shown(source), source).not.toMatch(/<(?:img|a) /);
		expect(shown(`\`![b](picture:${stem})\``)).not.toContain('<img');
	});

	it('is as bounded with pictures as without', () => {
		const stem = 'a'.repeat(26);
		const known = { [stem]: [5_000, 3_000, 'A lamp'] } as const;
		const html = renderDescription(`![a](picture:${stem})\n`.repeat(1_000), known);
		expect(Buffer.byteLength(html)).toBeLessThanOrEqual(150_000);
		expect(foreignMarkup(html)).toEqual([]);
		const full = renderDescription(`![a](picture:${stem})\n`.repeat(300), known);
		expect(full.match(/<img /g)).toHaveLength(300);
		expect(foreignMarkup(full)).toEqual([]);
		const hostile = '![<x " onerror=alert(1)>`]';
		for (const text of naughty)
			expect(
				foreignMarkup(renderDescription(`![${text}](picture:${stem}) ${hostile}(picture:${stem})`, known)),
			).toEqual([]);
	});

	it('links addresses of the web and of mail, in any of the ways people type them', () => {
		const link = (href: string, text: string) => `<a href="${href}" rel="nofollow noopener ugc">${text}</a>`;
		expect(renderDescription('details (https://example.com/a_b?c=1).')).toBe(
			`<p>details (${link('https://example.com/a_b?c=1', 'https://example.com/a_b?c=1')}).</p>`,
		);
		expect(renderDescription('www.example.com, README.md and me@example.org')).toBe(
			`<p>${link('https://www.example.com', 'www.example.com')}, README.md and ${link('mailto:me@example.org', 'me@example.org')}</p>`,
		);
		expect(renderDescription('[map](//example.com) [top](/admin)')).toBe(
			'<p>[map](//example.com) [top](/admin)</p>',
		);
	});

	it.each([
		['brackets', '['.repeat(50_000)],
		['links', '[a](<b'.repeat(8_000)],
		['pictures', '![a]('.repeat(10_000)],
		['emphasis', '_a*'.repeat(16_000)],
		['addresses', 'www.a'.repeat(10_000)],
		['mail', `${'a.'.repeat(24_000)}@b`],
		['quotes', '>'.repeat(50_000)],
	])('takes a description full of %s without delay', (_name, source) => {
		expect(cpuMs(() => renderDescription(source))).toBeLessThan(2_000);
	});
});

describe('descriptionText and descriptionExcerpt', () => {
	it('keeps the words and leaves out the marks', () => {
		const source =
			'## Talks\n\n* **Ana** on [R](https://example.com/r)\n* Bo\n\n`code` ![a cat](https://example.com/cat.png)';
		expect(descriptionText(source)).toBe('Talks\nAna on R\nBo\ncode a cat');
		expect(descriptionExcerpt(source)).toBe('Talks Ana on R Bo code a cat');
	});

	it('cuts after a word, and inside a script without blanks between two characters', () => {
		expect(descriptionExcerpt('Hello **world**, how are you all today?', 24)).toBe('Hello world, how are…');
		expect(descriptionExcerpt('日本語'.repeat(20), 10)).toBe('日本語日本語日本語…');
		expect(descriptionExcerpt('👨‍👩‍👧‍👦'.repeat(9), 26)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…');
	});

	it('is never longer than requested, and always whole characters', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme', maxLength: 400 }),
				fc.integer({ min: 10, max: 200 }),
				(text, length) => {
					const excerpt = descriptionExcerpt(text, length);
					expect(excerpt.length).toBeLessThanOrEqual(length);
					expect(excerpt.isWellFormed()).toBe(true);
				},
			),
		);
	});
});

it.each([
	'<',
	'&',
	'"',
	'字',
	'|',
	'-\n',
	'>',
	'a@b.co ',
	'*a* ',
	'`a` ',
	`|${'|'.repeat(900)}\n|${'-|'.repeat(900)}\n`,
])('a description full of %j comes to no more than 150 kB', (piece) => {
	const source = piece.repeat(Math.floor(50_000 / piece.length));
	const html = renderDescription(source);
	expect(Buffer.byteLength(html)).toBeLessThanOrEqual(150_000);
	expect(foreignMarkup(html)).toEqual([]);
});
