import { beforeAll, describe, expect, test } from 'vitest';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { groupOf, insertInvitation } from '#tests/factories/groups.ts';
import { makePricedEvent, payByCard } from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';

/** The leader of a group whose guests pay for themselves releases places that cost nothing. */
const { services, api, otherApi: two, owner, query } = useTestServers({ poolSize: 20 });
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api, owner }, { guests: 0 });
});

const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };

/** A group of an event, with a ticket type of its own. */
async function makeGroup(places: number, type: Record<string, unknown> = {}, event = door.event) {
	const { token } = owner;
	const wanted = { name: 'Crew', kind: 'free', capacity: places, ...type };
	const sold = await api.post(`/api/events/${event}/ticket-types`, wanted, { token });
	const made = await api.post(
		`/api/events/${event}/groups`,
		{
			...{ pays: 'each', name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org', places },
			...{ ticketTypeId: sold.body.id, deadlineAt: new Date(Date.now() + 86_400_000).toISOString() },
		},
		{ token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const group = await groupOf(api, made.body.groupToken);
	const claim = async (guest = grace) => {
		const claimed = await group.claim(guest);
		expect(claimed.status, JSON.stringify(claimed.body)).toBe(201);
		const path = `/api/orders/${claimed.body.manageToken}`;
		const { attendees } = (await api.get(path)).body;
		return {
			...{ path, manageToken: claimed.body.manageToken as string },
			...{ id: attendees[0].id as string, code: attendees[0].ticketCode as string },
		};
	};
	const release = (id: string, on = api) => on.delete(`${group.path}/claims/${id}`);
	return { group, claim, release, ticketTypeId: sold.body.id as string };
}
const numbersOf = async (typeId: string) =>
	(
		await query(
			'SELECT p.confirmed, p.held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
			[typeId],
		)
	)[0];

describe('releasing a place that a guest ordered', () => {
	test('cancels their order, and the place is held for the group again', async () => {
		const { group, claim, release, ticketTypeId } = await makeGroup(2);
		const first = await claim();
		await claim({ name: 'Mary', email: 'mary@example.org' });
		expect((await group.view()).list[0]).toMatchObject({ ...grace, state: 'claimed', canRelease: true });
		expect(ruleOf(await group.claim())).toEqual([422, 'group-full']);
		const released = await release(first.id);
		expect(released.status, JSON.stringify(released.body)).toBe(200);
		expect(released.body).toMatchObject({ places: 2, taken: 1, isClaimable: true });
		expect((await release(first.id)).body).toEqual(released.body);
		expect((await api.get(first.path)).body.status).toBe('cancelled');
		expect(await numbersOf(ticketTypeId)).toEqual({ confirmed: 1, held: 1 });
		expect((await group.claim()).status).toBe(201);
		await expectInvariants(services);
	});

	test('voids the invitation that it was claimed by', async () => {
		const { group, release } = await makeGroup(2);
		const path = `/api/claims/${invitationTokenOf(services, await insertInvitation(services, group, grace))}`;
		const claimed = await api.post(path, grace);
		const { attendees } = (await api.get(`/api/orders/${claimed.body.manageToken}`)).body;
		await release(attendees[0].id);
		expect((await api.get(path)).status).toBe(404);
		await expectInvariants(services);
	});

	test('is refused for what was paid, and for a guest who was let in', async () => {
		const priced = await makePricedEvent(services, api, owner);
		const type = { kind: 'paid', priceMinor: 1_000, currency: 'EUR' };
		const { group, claim, release } = await makeGroup(2, type, priced.id);
		expect((await group.view()).price).toEqual({ totalMinor: 1_000, currency: 'EUR' });
		const paid = await claim();
		expect((await group.view()).list[0]).toMatchObject({ state: 'pending', canRelease: false });
		// A hold that is not paid ends by itself.
		expect((await release(paid.id)).body.list[0]).toMatchObject({ state: 'pending' });
		const { quoteHash } = (await api.get(paid.path)).body;
		expect((await payByCard(api, { ...paid, quoteHash })).status).toBeLessThan(300);
		expect(ruleOf(await release(paid.id))).toEqual([422, 'place-paid']);
		expect((await group.view()).list[0]).toMatchObject({ state: 'claimed', canRelease: false });
		const crew = await makeGroup(1);
		const { id, code } = await crew.claim();
		await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code });
		expect(ruleOf(await crew.release(id))).toEqual([422, 'place-used']);
		expect((await crew.release(paid.id)).body.taken).toBe(1);
		await expectInvariants(services);
	});

	test('beside the next claim and the cancellation by its guest, no place is lost or taken twice', async () => {
		const { group, claim, release, ticketTypeId } = await makeGroup(1);
		for (let round = 0; round < rounds(3, 20); round += 1) {
			const { id, path } = await claim({ name: 'Grace', email: `grace-${round}@example.org` });
			const [released, cancelled, next] = await Promise.all([
				release(id, two),
				api.post(`${path}/cancel`, {}),
				group.claim({ name: 'Next', email: `next-${round}@example.org` }),
			]);
			expect([released.status, cancelled.status]).toEqual([200, 200]);
			expect([201, 422]).toContain(next.status);
			const numbers = next.status === 201 ? { confirmed: 1, held: 0 } : { confirmed: 0, held: 1 };
			expect(await numbersOf(ticketTypeId)).toEqual(numbers);
			const [taken] = (await group.view()).list;
			if (taken?.attendeeId) await release(taken.attendeeId);
		}
		await expectInvariants(services);
	});
});
