import { expect, test } from 'vitest';
import { messagesOf, msg } from './messages.ts';

const subject = msg({ message: 'Your ticket for {event}', comment: 'Subject' });
const places = msg({ message: '{count, plural, one {# place} other {# places}}' });

test('texts are filled in and counted', () => {
	const i18n = messagesOf('en');
	expect(i18n._({ ...subject, values: { event: 'Spring fair' } })).toBe('Your ticket for Spring fair');
	expect(i18n._({ ...places, values: { count: 1 } })).toBe('1 place');
	expect(i18n._({ ...places, values: { count: 1200 } })).toBe('1,200 places');
});

test('a language without a catalogue, or no language at all, is English', () => {
	for (const locale of ['xx', '../../etc/passwd', '']) {
		expect(messagesOf(locale)._({ ...places, values: { count: 2 } })).toBe('2 places');
	}
});

test('ids are those of the extractor; context distinguishes texts', () => {
	expect(msg({ message: 'Hello world' }).id).toBe('1nGWAC');
	expect(msg({ message: 'Hi {name}', context: 'x' }).id).toBe('oAi--J');
});
