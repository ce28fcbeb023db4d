import { describe, expect, test } from 'vitest';
import { type EmbedOptions, embedElement, policyLines, snippetOf } from './snippet.ts';

const plain: EmbedOptions = {
	host: 'https://foyer.example',
	show: 'event',
	event: { slug: 'jazz-night', title: 'Jazz Night' },
	organiser: { slug: 'club', name: 'The Club' },
	theme: 'auto',
	accent: '',
	opens: 'panel',
	words: 'Get tickets',
};
const script = '<script type="module" src="https://foyer.example/embed.js"></script>';
const secondLine = (options: Partial<EmbedOptions>) => snippetOf({ ...plain, ...options }).split('\n')[1];

test('an event: the script once, then the element with a link between its tags', () => {
	expect(snippetOf(plain)).toBe(
		`${script}\n<foyer-event event="jazz-night"><a href="https://foyer.example/events/jazz-night">Jazz Night</a></foyer-event>`,
	);
});

test.each<[string, Partial<EmbedOptions>, string]>([
	[
		'a button has its own words',
		{ show: 'button', opens: 'tab' },
		'<foyer-button event="jazz-night" opens="tab"><a href="https://foyer.example/events/jazz-night">Get tickets</a></foyer-button>',
	],
	[
		'a button without words has the title',
		{ show: 'button', words: '' },
		'<foyer-button event="jazz-night"><a href="https://foyer.example/events/jazz-night">Jazz Night</a></foyer-button>',
	],
	[
		'a list leads to the page of the organiser',
		{ show: 'list', event: null },
		'<foyer-events organiser="club" view="list"><a href="https://foyer.example/organisers/club">The Club</a></foyer-events>',
	],
	[
		'a calendar with all that can be chosen',
		{ show: 'calendar', opens: 'tab', theme: 'dark', accent: '#a1b2c3' },
		'<foyer-events organiser="club" view="month" opens="tab" theme="dark" accent="#a1b2c3"><a href="https://foyer.example/organisers/club">The Club</a></foyer-events>',
	],
	[
		'an event registers inside, so nothing opens',
		{ opens: 'tab', theme: 'light' },
		'<foyer-event event="jazz-night" theme="light"><a href="https://foyer.example/events/jazz-night">Jazz Night</a></foyer-event>',
	],
])('%s', (_, options, line) => {
	expect(secondLine(options)).toBe(line);
});

describe('hostile texts stay texts', () => {
	const hostile = [
		'</a></foyer-event><script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		"' onmouseover='alert(1)",
		'&lt;script&gt;',
		'A\n\n</foyer-button>\tB',
		'<!-- ',
	];
	test.each(hostile)('%j', (title) => {
		for (const show of ['event', 'button', 'list', 'calendar'] as const) {
			const text = snippetOf({
				...plain,
				show,
				event: { slug: 'x', title },
				organiser: { slug: 'club', name: title },
				words: title,
			});
			expect(text.split('\n')).toHaveLength(2);
			// Nothing opens a tag but the script, the element and the link.
			expect(text.match(/<\/?[a-z!-]+/g)).toEqual([
				'<script',
				'</script',
				expect.stringMatching(/^<foyer-/),
				'<a',
				'</a',
				expect.stringMatching(/^<\/foyer-/),
			]);
			expect(text.replaceAll(/="[^"<>]*"/g, '')).not.toMatch(/["']/);
		}
	});

	test('a slug or a colour cannot leave its attribute', () => {
		expect(secondLine({ event: { slug: 'a" onclick="b', title: 'A' }, accent: '#fff" onload="x' })).toBe(
			'<foyer-event event="a&quot; onclick=&quot;b"><a href="https://foyer.example/events/a&quot; onclick=&quot;b">A</a></foyer-event>',
		);
	});
});

test('an event that is not there has no snippet', () => {
	expect(() => embedElement({ ...plain, event: null })).toThrow('There is no event');
});

test('policy lines name the host alone', () => {
	expect(policyLines('https://foyer.example')).toBe(
		'script-src https://foyer.example;\nconnect-src https://foyer.example;\nimg-src https://foyer.example;',
	);
});
