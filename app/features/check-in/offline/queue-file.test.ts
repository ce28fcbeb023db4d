import { expect, test } from 'vitest';
import { queuedScan } from '#tests/support/door-guests.ts';
import { readQueueFile, writeQueueFile } from './queue-file.ts';

const about = { eventId: 'event', device: 'Gate 1', nowMs: Date.parse('2026-11-21T19:00:00Z') };
const scans = [
	queuedScan('nonce-one'),
	queuedScan('nonce-two', { kind: 'undo', text: null, guestId: 'g', told: 'accepted' }),
	queuedScan('nonce-three', {
		kind: 'answer',
		text: null,
		guestId: 'g',
		questionId: 'q',
		answer: ['a', 'b'],
	}),
	queuedScan('nonce-four', { kind: 'answer', text: null, guestId: 'g', questionId: 'q', answer: false }),
];

test('every scan comes out of the file as it went in, in order', () => {
	expect(readQueueFile(writeQueueFile(scans, about), 'event')).toEqual({ scans });
});

test.each([
	['no file of ours', 'hello', 'unreadable'],
	['another JSON', '{"kind":"other"}', 'unreadable'],
	['a newer version', writeQueueFile(scans, about).replace('"version":1', '"version":2'), 'unreadable'],
	['one scan spoiled', writeQueueFile(scans, about).replace('"in"', '"up"'), 'unreadable'],
	['an answer that is none', writeQueueFile(scans, about).replace('["a","b"]', '{"a":1}'), 'unreadable'],
	['another event', writeQueueFile(scans, { ...about, eventId: 'other' }), 'other-event'],
	['nothing in it', writeQueueFile([], about), 'empty'],
])('%s', (_name, text, problem) => {
	expect(readQueueFile(text, 'event')).toEqual({ problem });
});

test('the file holds no way into the door', () => {
	expect(writeQueueFile(scans, about)).not.toMatch(/token|key|salt/i);
});
