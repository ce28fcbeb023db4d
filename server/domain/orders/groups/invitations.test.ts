import { describe, expect, test } from 'vitest';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { newId } from '#shared/lib/ids.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent } from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** The leader of a group invites guests by email, cancels invitations and reminds those who have no place yet. */
const { services, api, owner, query } = useTestOwner();

const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const refused = (rule: string) => [422, rule];
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
const mary = { name: 'Mary Somerville', email: 'mary@example.org' };

/** A group of an order with what its leader does. */
async function makeGroup(quantity = 3) {
	const event = await makePricedEvent(services, api, owner, { capacity: 200, priceMinor: 1_000 });
	const order = await buyTickets(api, event, quantity);
	const group = await shareOrder(api, order);
	return {
		...{ event, order, group },
		invite: (...people: { name?: string; email: string }[]) =>
			api.post(`${group.path}/invitations`, { people }),
		cancel: (id: string) => api.delete(`${group.path}/invitations/${id}`),
		remind: () => api.post(`${group.path}/remind`, {}),
		/** Claims by an invitation. */
		use: (invitation: string, guest = grace) =>
			api.post(`/api/claims/${invitationTokenOf(services, { id: invitation, eventId: event.id })}`, guest),
		facts: () =>
			query<{ invitation: string; reminded: string | null }>(
				`SELECT payload->>'invitationId' AS invitation, payload->>'remindedOn' AS reminded FROM facts
				WHERE name = 'groups.guest-invited' AND payload->>'groupId' = $1 ORDER BY id`,
				[group.id],
			),
	};
}

describe('inviting', () => {
	test('makes an invitation for each address, once', async () => {
		const { invite, facts, group } = await makeGroup();
		const invited = await invite(grace, { email: 'GRACE@example.org' }, mary);
		expect(invited.status, JSON.stringify(invited.body)).toBe(201);
		expect(invited.body.invitations).toMatchObject([
			{ ...mary, state: 'sent' },
			{ ...grace, state: 'sent' },
		]);
		expect((await invite(mary, grace)).body.invitations).toHaveLength(2);
		const ids = invited.body.invitations.map(({ id }: { id: string }) => id).toSorted();
		expect((await facts()).map(({ invitation }) => invitation).toSorted()).toEqual(ids);
		expect((await group.view()).taken).toBe(0);
		await expectInvariants(services);
	});

	test('is refused beyond the open places, and when there are none', async () => {
		const { invite, group, use } = await makeGroup(2);
		const three = await invite(grace, mary, { email: 'ada@example.org' });
		expect(ruleOf(three)).toEqual(refused('too-many-invitations'));
		expect((await group.view()).invitations).toEqual([]);
		const { body } = await invite(grace);
		expect((await use(body.invitations[0].id)).status).toBe(201);
		// The place that was claimed is no longer open, nor its invitation.
		expect((await invite(mary)).status).toBe(201);
		expect(ruleOf(await invite({ email: 'ada@example.org' }))).toEqual(refused('too-many-invitations'));
		await group.claim();
		expect(ruleOf(await invite({ email: 'ada@example.org' }))).toEqual(refused('group-full'));
	});

	test('is refused after 200 within a day', async () => {
		const { invite, group } = await makeGroup();
		await query(
			`INSERT INTO group_invitations (id, organisation_id, event_id, group_id, email, state, ended_at)
			SELECT gen_random_uuid(), organisation_id, event_id, id, 'guest' || n || '@example.org', 'cancelled', now()
			FROM group_bookings, generate_series(1, 200) AS n WHERE id = $1`,
			[group.id],
		);
		expect(ruleOf(await invite(grace))).toEqual(refused('too-many-invitations'));
		await query(`UPDATE group_invitations SET created_at = now() - interval '25 hours' WHERE group_id = $1`, [
			group.id,
		]);
		expect((await invite(grace)).status).toBe(201);
	});

	test('is refused when the event or the order is over', async () => {
		const over = await makeGroup();
		await moveEvent(services, over.event.id, { start: -3, end: -1 });
		expect(ruleOf(await over.invite(grace))).toEqual(refused('event-closed'));
		const cancelled = await makeGroup();
		await query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [cancelled.event.id]);
		expect(ruleOf(await cancelled.invite(grace))).toEqual(refused('event-closed'));
		expect(ruleOf(await cancelled.remind())).toEqual(refused('event-closed'));
		const ended = await makeGroup();
		await query(`UPDATE group_bookings SET state = 'ended', ended_at = now() WHERE id = $1`, [
			ended.group.id,
		]);
		expect(ruleOf(await ended.invite(grace))).toEqual(refused('group-ended'));
	});

	test('of many at once makes no more invitations than places', async () => {
		const { invite, group } = await makeGroup(4);
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, index) => invite({ email: `guest${index % 6}@example.org` })),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
		expect((await group.view()).invitations).toHaveLength(4);
		await expectInvariants(services);
	});
});

describe('cancelling an invitation', () => {
	test('voids its link, and leaves one that was used as it is', async () => {
		const { invite, cancel, use, group } = await makeGroup();
		const { body } = await invite(grace, mary);
		const [second, first] = body.invitations as [{ id: string }, { id: string }];
		const cancelled = await cancel(first.id);
		expect([cancelled.status, cancelled.body.invitations[1].state]).toEqual([200, 'cancelled']);
		expect((await cancel(first.id)).body.invitations).toEqual(cancelled.body.invitations);
		expect((await use(first.id)).status).toBe(404);
		expect((await use(second.id)).status).toBe(201);
		expect((await cancel(second.id)).body.invitations[0].state).toBe('claimed');
		expect((await group.view()).taken).toBe(1);
		// The address can be invited again.
		expect((await invite(grace)).body.invitations).toHaveLength(3);
		expect((await cancel(newId())).status).toBe(404);
		const other = await makeGroup();
		expect((await other.cancel(first.id)).status).toBe(404);
		await expectInvariants(services);
	});
});

describe('reminding', () => {
	test('reaches those who have no place yet, once within 24 hours', async () => {
		const { invite, remind, use, facts, group } = await makeGroup();
		expect((await remind()).body.remindAfter).toBeNull();
		const { body } = await invite(grace, mary);
		const [second, first] = body.invitations as [{ id: string }, { id: string }];
		await use(first.id);
		const reminded = await remind();
		expect([reminded.status, typeof reminded.body.remindAfter]).toEqual([200, 'string']);
		const day = services.clock.now().toISOString().slice(0, 10);
		expect((await facts()).filter((fact) => fact.reminded !== null)).toEqual([
			{ invitation: second.id, reminded: day },
		]);
		expect(ruleOf(await remind())).toEqual(refused('reminded-today'));
		await query(`UPDATE group_bookings SET reminded_at = now() - interval '24 hours' WHERE id = $1`, [
			group.id,
		]);
		expect((await remind()).status).toBe(200);
	});

	test('of many at once is done once', async () => {
		const { invite, remind, facts } = await makeGroup();
		await invite(grace);
		const answers = await Promise.all(Array.from({ length: 5 }, remind));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
		expect((await facts()).filter((fact) => fact.reminded !== null)).toHaveLength(1);
	});
});
