import { expect, test } from 'vitest';
import { isSavedAsTyped } from './saved-as-typed.ts';

test('texts save themselves; what guests may be notified of, addresses and unknown fields wait', () => {
	for (const field of ['summary', 'category', 'tags', 'description', 'coverAlt', 'allowsTransfers'])
		expect(isSavedAsTyped(field), field).toBe(true);
	const waiting = [
		...['title', 'startsAtLocal', 'endsAtLocal', 'timeZone', 'isAllDay', 'venueName', 'city', 'point'],
		...[
			'onlineUrl',
			'visibility',
			'password',
			'slug',
			'externalUrl',
			'refundPolicy',
			'changeRules',
			'resaleRules',
			'currency',
			'feeBearer',
		],
	];
	for (const field of waiting) expect(isSavedAsTyped(field), field).toBe(false);
});
