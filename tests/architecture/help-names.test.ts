import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Help articles call screens, buttons and tabs what the screens call them. Such a name is bold, in quotation marks or the text of a link
 * into the app; bold text that ends in a colon or a question mark is a lead-in of its line.
 */
const root = join(import.meta.dirname, '../..');

/** Texts that the app and the server show, as their macros and constants spell them, up to the first part of another value. */
function shownTexts(): Set<string> {
	const sources = globSync('{app,shared,server}/**/*.{ts,tsx}', {
		cwd: root,
		exclude: (name) => /\.test\.|node_modules|migrations/.test(name),
	}).map((file) => readFileSync(join(root, file), 'utf8'));
	const found = sources.flatMap((code) =>
		[
			...code.matchAll(/\b(?:t|msg|message)`([^`$]*)/g),
			...code.matchAll(/>([^<>{}`=;]+)[<{]/g),
			...code.matchAll(/\b(?:one|other)="([^"]*)"/g),
			// The same in every language: problems of the camera, links of the footer.
			...code.matchAll(/(?:message:|label:|denied:|missing:)\s*'([^']*)'/g),
		].map((match) => (match[1] ?? '').replaceAll(/\s+/g, ' ').trim()),
	);
	return new Set(found);
}

const plain = (markdown: string) => markdown.replace(/^---[\s\S]*?---/, '').replaceAll(/`[^`]*`/g, '');

/** Names of screens in an article ("Settings, Organisation" is two), and quoted texts, which may be the beginning of a longer one. */
export function namesIn(markdown: string): { names: string[]; quotes: string[] } {
	const text = plain(markdown);
	const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
	const bold = all(/\*\*([^*]+)\*\*/g).filter((one) => !one.endsWith(':'));
	// A link in the middle of a sentence is no name.
	const links = all(/\[(\p{Lu}[^\]]+)\]\(\/(?!blog\/)[^)]*\)/gu);
	return { names: [...bold, ...links].flatMap((name) => name.split(', ')), quotes: all(/“([^”]+)”/g) };
}

/** Names that follow a word for what to do on a screen and are not marked as names. */
export function unmarkedIn(markdown: string): string[] {
	const verbs = 'choose|press|tap|open|click|select|under|tab|section|button|page';
	const anyCase = verbs.replaceAll(/\b([a-z])/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
	return [...plain(markdown).matchAll(new RegExp(`\\b(?:${anyCase}) (\\p{Lu}[\\p{L}-]+)`, 'gu'))].map(
		(match) => match[1] ?? '',
	);
}

const articles = globSync('server/domain/content/shipped/help/*.md', { cwd: root }).map((file) => ({
	file: basename(file),
	text: readFileSync(join(root, file), 'utf8'),
}));

const titles = articles.map(({ text }) => /^title: (.*)$/m.exec(text)?.[1] ?? '');

test('help names screens as the screens do', () => {
	const shown = shownTexts();
	const isShown = (quote: string) =>
		titles.includes(quote) || [...shown].some((text) => text.includes(quote));
	let read = 0;
	const unknown = articles.flatMap(({ file, text }) => {
		const { names, quotes } = namesIn(text);
		read += names.length + quotes.length;
		return [...names.filter((name) => !shown.has(name)), ...quotes.filter((quote) => !isShown(quote))].map(
			(name) => `${file}: ${name}`,
		);
	});
	expect(read).toBeGreaterThan(130);
	expect(unknown).toEqual([]);
});

test('what is chosen, pressed or opened is marked as a name', () => {
	expect(articles.flatMap(({ file, text }) => unmarkedIn(text).map((name) => `${file}: ${name}`))).toEqual(
		[],
	);
});

test('the reader of articles finds names, and those without a mark', () => {
	const text =
		'Under **Settings, My data**, “Export” or [Login](/login). **Note:** see [here](/help) or [Guide](/blog/a).';
	expect(namesIn(text)).toEqual({ names: ['Settings', 'My data', 'Login'], quotes: ['Export'] });
	expect(unmarkedIn('Choose Export. Open the page, press **Go** under Money.')).toEqual(['Export', 'Money']);
});
