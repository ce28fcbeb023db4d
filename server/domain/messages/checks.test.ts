import { beforeEach, expect, test } from 'vitest';
import { insertEventWithGuests } from '#tests/factories/messages.ts';
import { createTestApi } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { messageChecks } from './checks.ts';
import { sendDueMessages } from './sending/poller.ts';

/** Each check finds the rows that it is for. */
const { database, services, owner } = useTestOwner({ isFresh: true });
let id: string;

beforeEach(async () => {
	const { eventId } = await insertEventWithGuests(services, owner.organisationId, 3);
	const { body } = await createTestApi(services).post(
		`/api/events/${eventId}/messages`,
		{ subject: 'Doors', text: 'Soon' },
		owner,
	);
	id = body.id;
	await sendDueMessages(services);
});

const query = (text: string) => database().pool.query(text);
async function broken(): Promise<string[]> {
	const found: string[] = [];
	for (const check of messageChecks) if ((await check.run(services)).length > 0) found.push(check.name);
	return found;
}

test('nothing is found where all is well', async () => {
	expect(id).toBeTruthy();
	expect(await broken()).toEqual([]);
});

test.each([
	[
		'messages.one-email-an-address',
		"UPDATE guest_message_recipients SET mail_id = (SELECT mail_id FROM guest_message_recipients WHERE position = 1), email = 'guest0@example.org' WHERE position = 2",
	],
	[
		'messages.one-email-an-address',
		`UPDATE mails SET props = jsonb_set(props, '{position}', '1') WHERE template = 'messages/service'`,
	],
	[
		'messages.emails-are-of-recipients',
		`UPDATE guest_message_recipients SET email = 'x@example.org' WHERE position = 3`,
	],
	[
		'messages.emails-are-of-recipients',
		`UPDATE guest_message_recipients SET skipped = 'bounced' WHERE position = 3`,
	],
	[
		'messages.sending-goes-on',
		`UPDATE guest_messages SET state = 'sending', next_at = now() - interval '2 hours'`,
	],
	['messages.sending-goes-on', `UPDATE guest_messages SET state = 'sending', next_at = NULL`],
	['messages.sent-is-sent', 'UPDATE guest_message_recipients SET mail_id = NULL WHERE position = 3'],
	['messages.recipients-are-fixed-once', `UPDATE guest_messages SET state = 'draft', started_at = NULL`],
])('%s: %s', async (name, change) => {
	await query(change);
	expect(await broken()).toContain(name);
});
