import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { insertInvitation, shareOrder as share } from '#tests/factories/groups.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { transferLinkOf } from '../transfers/tokens.ts';

/** Whoever claims or releases a place meets others who act on its ticket at the same moment, on another server. */
const { services, api: one, otherApi: two, owner, query } = useTestServers({ poolSize: 20 });
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api: one, owner }, { guests: 0 });
});

const times = rounds(4, 40);
const ruleOf = ({ body }: ApiAnswer) => body.metadata?.rule;
const guest = (n: number) => ({ name: `Guest ${n}`, email: `guest-${n}@example.org` });

/** A free order whose tickets are shared, but for the first. */
async function makeGroup(quantity: number) {
	const placed = await one.post(
		`/api/events/${door.event}/orders`,
		{
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: door.type, quantity }],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	const path = `/api/orders/${placed.body.manageToken}`;
	const [kept, ticket] = placed.body.attendees as { id: string; ticketCode: string }[];
	if (!kept || !ticket) throw new Error('an order of two tickets at least');
	const group = await share(one, { path }, { keepIds: [kept.id] });
	const claimPath = await group.claimPath();
	const claim = (server: TestApi, n = 1, at = claimPath) => server.post(at, guest(n));
	return { orderId: placed.body.id as string, path, ticket, group, claim };
}
type Shared = Awaited<ReturnType<typeof makeGroup>>;

const ticketOf = async ({ ticket }: Shared) => {
	const [row] = await query<{ status: string; holderVersion: number | null; code: string; name: string }>(
		`SELECT status, holder_version AS "holderVersion", ticket_code AS code, name FROM attendees WHERE id = $1`,
		[ticket.id],
	);
	if (!row) throw new Error('no such ticket');
	return row;
};

/** Does two things at once, in turns one before the other. */
async function race(
	prepare: () => Promise<Shared>,
	acts: [(shared: Shared) => Promise<ApiAnswer>, (shared: Shared) => Promise<ApiAnswer>],
	settle: (shared: Shared, first: ApiAnswer, second: ApiAnswer) => Promise<void>,
): Promise<void> {
	for (let round = 0; round < times; round += 1) {
		const shared = await prepare();
		const both = [() => acts[0](shared), () => acts[1](shared)] as const;
		const [first, second] =
			round % 2 === 0
				? await Promise.all([both[0](), both[1]()])
				: ((await Promise.all([both[1](), both[0]()])).toReversed() as [ApiAnswer, ApiAnswer]);
		await settle(shared, first, second);
	}
	await expectInvariants(services);
}

test('claimed fifty times at once, the last place is claimed once', async () => {
	const shared = await makeGroup(3);
	await shared.claim(one, 99);
	const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => shared.claim(n % 2 ? one : two, n)));
	const claimed = answers.filter(({ status }) => status === 201);
	expect(claimed).toHaveLength(1);
	expect(new Set(answers.filter(({ status }) => status !== 201).map(ruleOf))).toEqual(
		new Set(['group-full']),
	);
	const held = await one.get(`/api/tickets/${claimed[0]?.body.ticketToken}`);
	expect(held.body.ticket).toMatchObject(guest(answers.indexOf(claimed[0] as ApiAnswer)));
	expect(await shared.group.view()).toMatchObject({ places: 2, taken: 2 });
	await expectInvariants(services);
});

test('as many as there are places are claimed at once, each another', async () => {
	const shared = await makeGroup(10);
	const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => shared.claim(n % 2 ? one : two, n)));
	const tokens = answers.flatMap(({ status, body }) => (status === 201 ? [body.ticketToken] : []));
	expect(new Set(tokens).size).toBe(9);
	const names = await Promise.all(
		tokens.map(async (token) => (await two.get(`/api/tickets/${token}`)).body.ticket.id),
	);
	expect(new Set(names).size).toBe(9);
	await expectInvariants(services);
});

test('claimed ten times at once by one invitation, one place is claimed', async () => {
	const shared = await makeGroup(5);
	const invitation = await insertInvitation(services, shared.group, guest(1));
	const path = `/api/claims/${invitationTokenOf(services, invitation)}`;
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) => shared.claim(n % 2 ? one : two, n, path)),
	);
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
	expect(new Set(answers.map(({ body }) => body.ticketToken)).size).toBe(1);
	expect((await shared.group.view()).taken).toBe(1);
	await expectInvariants(services);
});

test('shared ten times at once, an order is one group', async () => {
	const placed = await one.post(
		`/api/events/${door.event}/orders`,
		{ buyer: { name: 'Ada', email: 'ada@example.org' }, items: [{ ticketTypeId: door.type, quantity: 3 }] },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	const path = `/api/orders/${placed.body.manageToken}/group`;
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two).post(path, { name: `Table ${n}` })),
	);
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
	expect(new Set(answers.map(({ body }) => body.groupToken)).size).toBe(1);
	await expectInvariants(services);
});

test('a claim beside the cancellation of that ticket by its buyer: one of them', () =>
	race(
		() => makeGroup(2),
		[
			(shared) => shared.claim(one),
			({ path, ticket }) => two.post(`${path}/cancel`, { attendeeIds: [ticket.id] }),
		],
		async (shared, claimed, cancelled) => {
			const outcome = [claimed.status, ruleOf(claimed) ?? null, cancelled.status, ruleOf(cancelled) ?? null];
			expect([
				[201, null, 422, 'ticket-handed-on'],
				[422, 'group-full', 200, null],
			]).toContainEqual(outcome);
			expect((await ticketOf(shared)).status).toBe(claimed.status === 201 ? 'active' : 'cancelled');
		},
	));

test('a claim beside the cancellation of all that is the buyer’s: it stays or goes with it', () =>
	race(
		() => makeGroup(2),
		[(shared) => shared.claim(one), ({ path }) => two.post(`${path}/cancel`, {})],
		async (shared, claimed, cancelled) => {
			expect(cancelled.status).toBe(200);
			expect([undefined, 'group-ended', 'group-full']).toContain(ruleOf(claimed));
			expect((await ticketOf(shared)).status).toBe(claimed.status === 201 ? 'active' : 'cancelled');
		},
	));

test('a claim beside the cancellation by the organiser: it is cancelled, whoever has it then', () =>
	race(
		() => makeGroup(2),
		[
			(shared) => shared.claim(one),
			({ orderId }) =>
				two.post(
					`/api/events/${door.event}/orders/${orderId}/cancel`,
					{},
					{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
				),
		],
		async (shared, claimed, cancelled) => {
			expect(cancelled.status).toBe(200);
			expect([undefined, 'group-ended']).toContain(ruleOf(claimed));
			expect((await ticketOf(shared)).status).toBe('cancelled');
		},
	));

test('a claim beside an offer of that ticket to somebody else: one of them', () =>
	race(
		() => makeGroup(2),
		[
			(shared) => shared.claim(one),
			({ path, ticket }) => two.post(`${path}/attendees/${ticket.id}/transfer`, guest(2)),
		],
		async (shared, claimed, offered) => {
			const outcome = [claimed.status, ruleOf(claimed) ?? null, offered.status, ruleOf(offered) ?? null];
			expect([
				[201, null, 422, 'ticket-handed-on'],
				[422, 'group-full', 201, null],
			]).toContainEqual(outcome);
			expect((await ticketOf(shared)).holderVersion).toBe(claimed.status === 201 ? 1 : null);
		},
	));

/** A group whose only open place is offered to somebody else. */
async function offered() {
	const shared = await makeGroup(2);
	await one.post(`${shared.path}/attendees/${shared.ticket.id}/transfer`, guest(2));
	const [row] = await query<{ id: string }>('SELECT id FROM ticket_transfers WHERE attendee_id = $1', [
		shared.ticket.id,
	]);
	const link = transferLinkOf(services, { eventId: door.event, transferId: row?.id as string });
	return { ...shared, accept: () => two.post(`/api/transfers/${link.split('/').at(-1)}/accept`, {}) };
}

test('a claim beside the acceptance of such an offer: who accepts has it', () =>
	race(
		offered,
		[(shared) => shared.claim(one), (shared) => (shared as Awaited<ReturnType<typeof offered>>).accept()],
		async (shared, claimed, accepted) => {
			expect([ruleOf(claimed), accepted.status]).toEqual(['group-full', 200]);
			expect(await ticketOf(shared)).toMatchObject({ holderVersion: 1, name: guest(2).name });
		},
	));

test('a claim beside a check-in by the buyer’s code: one of them', () =>
	race(
		() => makeGroup(2),
		[
			(shared) => shared.claim(one),
			({ ticket }) => two.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: ticket.ticketCode }),
		],
		async (_, claimed, scanned) => {
			expect([claimed.status === 201, ruleOf(claimed) ?? null, scanned.body.success]).toEqual(
				scanned.body.success ? [false, 'group-full', true] : [true, null, false],
			);
		},
	));

/** A group whose only place is claimed. */
async function claimed() {
	const shared = await makeGroup(2);
	const { body } = await shared.claim(one);
	const held = `/api/tickets/${body.ticketToken}`;
	const code = (await one.get(held)).body.ticket.ticketCode as string;
	const release = () => one.delete(`${shared.group.path}/claims/${shared.ticket.id}`);
	return { ...shared, held, code, release };
}
type Claimed = Awaited<ReturnType<typeof claimed>>;
const release = (shared: Shared) => (shared as Claimed).release();

test('a release beside the check-in of its guest: one of them', () =>
	race(
		claimed,
		[
			release,
			(shared) =>
				two.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: (shared as Claimed).code }),
		],
		async (_, released, scanned) => {
			expect([released.status, ruleOf(released) ?? null, scanned.body.success]).toEqual(
				scanned.body.success ? [422, 'place-used', true] : [200, null, false],
			);
		},
	));

test('a release beside an offer of its guest: the ticket is the buyer’s, and no offer is open', () =>
	race(
		claimed,
		[release, (shared) => two.post(`${(shared as Claimed).held}/transfer`, guest(2))],
		async (shared, released, made) => {
			expect(released.status).toBe(200);
			expect([201, 404]).toContain(made.status);
			expect(await ticketOf(shared)).toMatchObject({ holderVersion: null, name: 'Place 2 of Table 7' });
			expect(
				await query(`SELECT FROM ticket_transfers WHERE attendee_id = $1 AND state = 'offered'`, [
					shared.ticket.id,
				]),
			).toEqual([]);
		},
	));

test('a release beside the next claim: the place is open or taken anew, never by two', () =>
	race(claimed, [release, (shared) => shared.claim(two, 2)], async (shared, released, next) => {
		expect(released.status).toBe(200);
		expect((await one.get((shared as Claimed).held)).status).toBe(404);
		expect(await ticketOf(shared)).toMatchObject(
			next.status === 201
				? { holderVersion: 2, name: guest(2).name }
				: { holderVersion: null, name: 'Place 2 of Table 7' },
		);
	}));

test('a release beside a new name of the group: the place bears a name of it', () =>
	race(
		claimed,
		[release, ({ group }) => two.patch(group.path, { name: 'Table 8' })],
		async (shared, released, renamed) => {
			expect([released.status, renamed.status]).toEqual([200, 200]);
			expect((await ticketOf(shared)).name).toBe('Place 2 of Table 8');
		},
	));
