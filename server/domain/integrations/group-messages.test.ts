import { beforeAll, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { groupOf, shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Connected tools hear of groups and of places that are claimed, and of no name or address. */
const { database, services, api, owner } = useTestOwner();
beforeAll(async () => {
	await makeConnection(services, owner, { types: ['group.created', 'group.claimed'] });
});

interface Message extends Record<string, unknown> {
	type: 'group.created' | 'group.claimed';
	payload: {
		ids: Record<string, unknown>;
		object: { group: Record<string, unknown>; attendeeIds?: string[] };
	};
}
async function messagesOf(eventId: string): Promise<Message[]> {
	while ((await factPoller.run(services, new AbortController().signal)) > 0);
	const { rows } = await database().pool.query<Message>(
		'SELECT type, payload FROM outbound_messages WHERE event_id = $1 ORDER BY sequence',
		[eventId],
	);
	for (const { type, payload } of rows) {
		expect(Object.keys(payload.object).toSorted()).toEqual(Object.keys(webhookSamples[type]).toSorted());
		const sample = webhookSamples[type].group as object;
		expect(Object.keys(payload.object.group).toSorted()).toEqual(Object.keys(sample).toSorted());
	}
	expect(JSON.stringify(rows)).not.toMatch(/example\.org|Lovelace|Guest 1|Table 7|Choir/);
	return rows;
}

test('of the places of one order', async () => {
	const event = await makePricedEvent(services, api, owner, { capacity: 10 });
	const order = await buyTickets(api, event, 3);
	const group = await shareOrder(api, order, { name: 'Table 7' });
	await group.claim();
	const [made, claimed, ...more] = await messagesOf(event.id);
	expect([made?.type, claimed?.type, more]).toEqual(['group.created', 'group.claimed', []]);
	expect(made?.payload.ids).toEqual({ eventId: event.id, groupId: group.id });
	expect(claimed?.payload.object.group).toEqual({
		...{ id: group.id, pays: 'leader', state: 'open', orderId: order.id, ticketTypeId: null },
		...{ places: 3, taken: 1, deadlineAt: null },
	});
	expect(claimed?.payload.object.attendeeIds).toEqual([
		(await group.view()).list.find(({ state }) => state === 'claimed')?.attendeeId,
	]);
});

test('of places that each guest pays for, once they are paid', async () => {
	const event = await makePricedEvent(services, api, owner, { capacity: 10 });
	const made = await api.post(
		`/api/events/${event.id}/groups`,
		{
			...{ pays: 'each', name: 'Choir', leaderName: 'Clara Lovelace', leaderEmail: 'clara@example.org' },
			...{ ticketTypeId: event.ticketTypeId, places: 4 },
			deadlineAt: new Date(Date.now() + 86_400_000).toISOString(),
		},
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const group = await groupOf(api, made.body.groupToken);
	const claimed = await group.claim();
	expect((await messagesOf(event.id)).map(({ type }) => type)).toEqual(['group.created']);
	const { manageToken } = claimed.body;
	const { rows } = await database().pool.query<{ quote_hash: string }>(
		'SELECT quote_hash FROM orders WHERE event_id = $1',
		[event.id],
	);
	const answer = await payByCard(api, { manageToken, quoteHash: rows[0]?.quote_hash as string });
	expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
	await settleAll(services);
	const [, paid, ...more] = await messagesOf(event.id);
	expect([paid?.type, more]).toEqual(['group.claimed', []]);
	expect(paid?.payload.object.group).toMatchObject({ pays: 'each', places: 4, taken: 1, orderId: null });
	// An order of no group is none of theirs.
	await buyTickets(api, event, 1);
	expect(await messagesOf(event.id)).toHaveLength(2);
});
