import { describe, expect, test } from 'vitest';
import { statusCodeOf, suppressionOf } from './classify.ts';

describe('what a refusal means for the address', () => {
	test.each([
		['550 5.1.1 User unknown', null],
		['550 5.1.2 Bad destination system', null],
		['550 5.1.10 RESOLVER.ADR.RecipientNotFound', null],
		['551 5.1.6 Recipient no longer on server', null],
		['550 5.1.0 Address rejected', 90],
		['553 5.1.3 Bad destination mailbox syntax', 90],
		['550 5.2.1 Mailbox disabled', 90],
		['550 5.4.1 Recipient address rejected: Access denied', 90],
		['550 5.4.4 Host not found', 90],
		['550 Requested action not taken: mailbox unavailable', 90],
		['550 5.0.0 Rejected', 90],
		['550 5.1.7 Sender address not valid', 0],
		['550 5.1.8 Sender domain does not exist', 0],
		['552 5.2.2 Mailbox full', 0],
		['552 5.2.3 Message too long', 0],
		['550 5.4.7 Delivery time expired', 0],
		['550 5.3.4 Message too big for system', 0],
		['500 5.5.1 Unknown command', 0],
		['554 5.6.0 Media error', 0],
		['550 5.7.1 Unable to relay', 0],
		['550 5.7.26 Not authenticated by SPF or DKIM', 0],
		['554 Message rejected as spam', 0],
		['550 Blocked by our policy', 0],
		['550 relaying denied', 0],
		['452 4.2.2 Mailbox full', 0],
	])('%s', (text, days) => {
		expect(suppressionOf({ code: statusCodeOf(text), text, isOfRecipient: true })).toBe(days);
	});

	test('a mail that is refused as a whole closes no address without saying so', () => {
		expect(suppressionOf({ code: '', text: '554 Transaction failed', isOfRecipient: false })).toBe(0);
		expect(suppressionOf({ code: '5.1.1', text: '550 5.1.1 <x>', isOfRecipient: false })).toBeNull();
	});

	test.each([
		['550-5.1.1 The email account', '5.1.1'],
		['5.1.10 (no such user)', '5.1.10'],
		['host 192.5.1.1 said no', ''],
		['version 15.1.1.4', ''],
		['550 no', ''],
	])('the code of %j', (text, code) => expect(statusCodeOf(text)).toBe(code));
});
