import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EventWithConflicts } from '#shared/contracts/door-figures.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { listEventsWithConflicts } from './conflicts.ts';

const { services, api, owner } = useTestOwner();

/** An event of today at whose door so many strangers were let in without a network. */
async function eventWithStrangers(count: number): Promise<string> {
	const event = await makeEvent(services, owner, { isPublished: true });
	const link = await api.post(
		`/api/events/${event.id}/staff-links`,
		{ label: 'North' },
		{ token: owner.token },
	);
	const answer = await api.post(`/api/staff-access/sync/${link.body.token}`, {
		device: { id: 'device-a', name: 'Door a', queued: count },
		items: Array.from({ length: count }, () => ({
			kind: 'scan',
			nonce: randomUUID(),
			guestQrData: randomUUID(),
			decision: 'admitted',
			shown: 'accepted',
			scannedAt: new Date().toISOString(),
		})),
	});
	expect(answer.status).toBe(200);
	return event.id;
}

async function readCounts(by: TestUser): Promise<Record<string, number>> {
	const answer = await api.get(`/api/organisations/${owner.organisationId}/door/conflicts`, {
		token: by.token,
	});
	expect(answer.status).toBe(200);
	const { data } = answer.body as { data: EventWithConflicts[] };
	return Object.fromEntries(data.map(({ eventId, openConflicts }) => [eventId, openConflicts]));
}

test('open conflicts are counted by event, for those who may see the event, until they are settled', async () => {
	expect(await readCounts(owner)).toEqual({});
	const quiet = await eventWithStrangers(0);
	const [one, two] = [await eventWithStrangers(1), await eventWithStrangers(2)];
	const everyone = await makeMember(services, owner.organisationId, 'check_in');
	expect(await readCounts(owner)).toEqual({ [one]: 1, [two]: 2 });
	expect(await readCounts(everyone)).toEqual({ [one]: 1, [two]: 2 });
	const { organisationId } = owner;
	const ofOne = await listEventsWithConflicts(services, { organisationId, eventIds: [one, quiet] });
	expect(ofOne).toMatchObject([{ eventId: one, openConflicts: 1 }]);

	const conflicts = await api.get(`/api/events/${two}/door/conflicts`, { token: owner.token });
	const [first] = conflicts.body.data;
	await api.post(`/api/events/${two}/door/conflicts/${first.id}/settle`, {}, { token: owner.token });
	expect(await readCounts(owner)).toEqual({ [one]: 1, [two]: 1 });

	const stranger = await makeUser(services);
	const refused = await api.get(`/api/organisations/${owner.organisationId}/door/conflicts`, {
		token: stranger.token,
	});
	expect(refused.status).toBe(404);
});
