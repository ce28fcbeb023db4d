import { expect, test } from 'vitest';
import { fillInsOf, offerFillInsOf } from './fill-ins.ts';

test.each([
	['Talk one: [title, speaker]', ['title, speaker']],
	// As the editor writes a bracket that is no link.
	['Talk one: \\[title, speaker\\]', ['title, speaker']],
	['[Wer spielt?] und [Wer spielt?]', ['Wer spielt?']],
	['- [ the second thing ]\n- [the mistake]', ['the second thing', 'the mistake']],
	['Read [our rules](https://example.org), [the map][harbour]\n\n[harbour]: https://example.org', []],
	['![A picture](file.webp) [x] [1] [ab] [2 + 2 = 4] [a\nb c]', []],
	['', []],
])('%j leaves %j', (text, expected) => {
	expect(fillInsOf(text)).toEqual(expected);
});

test('several texts are looked through in their order', () => {
	expect(fillInsOf('[Name of the event]', 'ready', '[who plays]')).toEqual([
		'Name of the event',
		'who plays',
	]);
});

test('of what is sold and asked every text is looked through', () => {
	expect(
		offerFillInsOf([
			{
				name: 'Tour of [the place]',
				description: 'With [who leads it]',
				priceTiers: [{ name: '[first days]' }],
			},
			{
				label: 'Which [instrument]?',
				help: 'Such as [an example]',
				choices: [{ label: '[first choice]' }, { label: 'None' }],
			},
			{ name: 'Standard' },
		]),
	).toEqual(['the place', 'who leads it', 'first days', 'instrument', 'an example', 'first choice']);
});
