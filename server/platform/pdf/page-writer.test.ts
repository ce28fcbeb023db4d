import { describe, expect, test } from 'vitest';
import { readPdf } from '#tests/support/pdf.ts';
import { findFonts } from './fonts.ts';
import { openPages } from './page-writer.ts';
import { visualRuns } from './runs.ts';

/** What stands on paper, from left to right: letters of runs from right to left turned around, as the font's layout does. */
const onPaper = (line: string) =>
	visualRuns(line, () => 'font')
		.map(({ text, isRightToLeft }) =>
			isRightToLeft && /\p{L}/u.test(text) ? [...text].toReversed().join('') : text,
		)
		.join('');

describe('the order on paper', () => {
	test.each([
		['Ana Silva', 'Ana Silva'],
		['אב', 'בא'],
		['Ana אב (גד)', 'Ana (דג) בא'],
		['Ana (אב) Bo', 'Ana (בא) Bo'],
		['אב (גד)', '(דג) בא'],
		['אב (Ana) גד', 'דג (Ana) בא'],
		['אב [Ana (Bo)] גד', 'דג [Ana (Bo)] בא'],
		['אב (Ana)', '(Ana) בא'],
		['Ana (אב', 'Ana (בא'],
		['אב «גד»', '«דג» בא'],
		['אב 12 גד', 'דג 12 בא'],
		['Ana אב 12', 'Ana 12 בא'],
		['12 אב', 'בא 12'],
		['אב 1,234.50€', '1,234.50€ בא'],
		['אב 1,234.50 €', '€ 1,234.50 בא'],
		['אב ₪50', '₪50 בא'],
		['אב +49-30', '49-30+ בא'],
		['עם-אב', 'בא-םע'],
		['1. אב', 'בא .1'],
		['Ana אב.', 'Ana בא.'],
		['אב.', '.בא'],
		['', ''],
	])('of %s is %s', (line, paper) => {
		expect(onPaper(line)).toBe(paper);
	});

	test('a mark stays with its letter, and every run has one font', () => {
		const runs = visualRuns('ọ̀a', (cluster) => cluster.length);
		expect(runs.map(({ text }) => text)).toEqual(['ọ̀'.normalize('NFC'), 'a']);
	});
});

const info = { title: 'Names', author: 'Foyer', language: 'en', date: new Date('2026-01-01') };
async function drawn(...texts: string[]) {
	const writer = await openPages(info, texts);
	for (const [index, text] of texts.entries()) writer.line(text, { x: 50, y: 50 + index * 20, width: 480 });
	const { text } = await readPdf(await writer.finish());
	return text.normalize('NFC').split('\n');
}

test('the font of a letter is one that has it', async () => {
	const text = 'Yıldız Lefœuvre Œuvre ĸ İşğ ŉ ‐ ẞ ọ̀ Ảnh ɩ ƃ ŀ ₱ ₿ ﬁ №'.normalize('NFC');
	const fonts = await findFonts(text);
	expect(fonts.get('ı')?.path).toContain('inter-latin-wght');
	expect(fonts.get('œ')?.path).toContain('inter-latin-wght');
	expect(fonts.get('ğ')?.path).toContain('inter-latin-ext');
});

test('every letter is drawn, or the word has another spelling', async () => {
	const lines = await drawn(
		'Yıldız Öztürk',
		'Lefœuvre & Œuvre',
		'e\u0301te\u0301',
		'Adébáyọ̀ Ọlátúnjí',
		'রবীন্দ্রনাথ ঠাকুর',
		'தமிழ்ச்செல்வி முருகன்',
		'အောင်',
		'ህይወት አበበ',
		'अनन्या देवी',
		'm\u0303 x',
	);
	expect(lines).toEqual([
		'Yıldız Öztürk',
		'Lefœuvre & Œuvre',
		'été',
		'Adébáyọ̀ Ọlátúnjí'.normalize('NFC'),
		'rabindranath thakur',
		'tamilccelvi murukan',
		expect.stringMatching(/^[\x20-\x7e]{3,}$/),
		"hywet 'abebe",
		'अनन्या देवी',
		'm x',
	]);
});
