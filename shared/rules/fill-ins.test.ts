import { expect, test } from 'vitest';
import { eventFillIns } from './event-fill-ins.ts';
import { fillInsOf } from './fill-ins.ts';

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

test('of an event every text is looked through, and each says where it was found', () => {
	const offer = [
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
	];
	const event = { title: 'Concert', summary: '[Who plays]', description: 'Ready', refundPolicy: '' };
	const found = (isTemplateTitle: boolean) =>
		eventFillIns(event, offer, isTemplateTitle).map(({ part, text }) => `${part}: ${text}`);
	expect(found(false)).toEqual([
		'page: Who plays',
		'offer: the place',
		'offer: who leads it',
		'offer: first days',
		'offer: instrument',
		'offer: an example',
		'offer: first choice',
	]);
	expect(found(true)[0]).toBe('title: Concert');
});
