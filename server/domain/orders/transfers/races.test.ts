import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { transferLinkOf } from './tokens.ts';

/** Whoever accepts a ticket meets others who act on it at the same moment, on another server: exactly one of them succeeds. */
const { database, services, api: one, otherApi: two, owner, query } = useTestServers({ poolSize: 20 });
let door: Door;
beforeAll(async () => {
	door = await makeDoor({ services, api: one, owner }, { guests: 0 });
});

const times = rounds(4, 40);

/** A free order of two tickets, of which the first is offered. */
async function offer() {
	const placed = await one.post(
		`/api/events/${door.event}/orders`,
		{
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: door.type, quantity: 2 }],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	const [ticket] = placed.body.attendees as [{ id: string; ticketCode: string }];
	const path = `/api/orders/${placed.body.manageToken}`;
	const receiver = { name: 'Grace Hopper', email: 'grace@example.org' };
	const offered = await one.post(`${path}/attendees/${ticket.id}/transfer`, receiver);
	expect(offered.status, JSON.stringify(offered.body)).toBe(201);
	const [row] = await query<{ id: string }>('SELECT id FROM ticket_transfers WHERE attendee_id = $1', [
		ticket.id,
	]);
	const link = transferLinkOf(services, { eventId: door.event, transferId: row?.id as string });
	const accept = (server: TestApi, name?: string) =>
		server.post(`/api/transfers/${link.split('/').at(-1)}/accept`, { name });
	return { id: placed.body.id as string, ticket, path, accept, code: ticket.ticketCode };
}
type Offer = Awaited<ReturnType<typeof offer>>;

const ruleOf = ({ body }: ApiAnswer) => body.metadata?.rule;
const isHandedOn = async ({ path }: Offer) => (await two.get(path)).body.attendees[0].isHandedOn;

/** Accepts and does something else at once, in turns one before the other. @returns how often accepting came first */
async function race(
	act: (offer: Offer) => Promise<ApiAnswer>,
	settle: (offer: Offer, accepted: ApiAnswer, other: ApiAnswer) => Promise<void>,
): Promise<void> {
	for (let round = 0; round < times; round += 1) {
		const offered = await offer();
		const both = [() => offered.accept(one), () => act(offered)] as const;
		const answers =
			round % 2 === 0
				? await Promise.all([both[0](), both[1]()])
				: ((await Promise.all([both[1](), both[0]()])).reverse() as [ApiAnswer, ApiAnswer]);
		expect([200, 422]).toContain(answers[0].status);
		expect(await isHandedOn(offered)).toBe(answers[0].status === 200);
		await settle(offered, ...answers);
	}
	await expectInvariants(services);
}

test('accepted ten times at once, a ticket is transferred once', async () => {
	const offered = await offer();
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) => offered.accept(n % 2 ? one : two, `Grace ${n}`)),
	);
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	expect(new Set(answers.map(({ body }) => body.ticketToken)).size).toBe(1);
	expect(
		await query(
			`SELECT a.holder_version, (SELECT count(*)::int FROM retired_ticket_codes r WHERE r.attendee_id = a.id) AS retired,
				(SELECT count(*)::int FROM facts f WHERE f.name = 'orders.transfer-changed' AND f.payload->>'attendeeId' = a.id::text
					AND f.payload->>'state' = 'accepted') AS facts
			FROM attendees a WHERE a.id = $1`,
			[offered.ticket.id],
		),
	).toEqual([{ holder_version: 1, retired: 1, facts: 1 }]);
	await expectInvariants(services);
});

test('beside its withdrawal, either it is withdrawn or it is transferred', () =>
	race(
		({ path, ticket }) => two.delete(`${path}/attendees/${ticket.id}/transfer`),
		async (_, accepted, withdrawn) => {
			expect([accepted.status, withdrawn.status].toSorted()).toEqual([200, 422]);
			expect(ruleOf(accepted) ?? ruleOf(withdrawn)).toBe(
				accepted.status === 200 ? 'ticket-handed-on' : 'transfer-ended',
			);
		},
	));

test('beside its refusal, either it is declined or it is transferred', () =>
	race(
		async ({ ticket }) => {
			const [row] = await query<{ id: string }>('SELECT id FROM ticket_transfers WHERE attendee_id = $1', [
				ticket.id,
			]);
			const link = transferLinkOf(services, { eventId: door.event, transferId: row?.id as string });
			return two.post(`/api/transfers/${link.split('/').at(-1)}/decline`, {});
		},
		async (_, accepted, declined) => {
			expect([accepted.status, declined.status].toSorted()).toEqual([200, 422]);
			expect(ruleOf(accepted) ?? ruleOf(declined)).toBe('transfer-ended');
		},
	));

test('beside its cancellation by the buyer, either it is cancelled or it is transferred', () =>
	race(
		({ path, ticket }) => two.post(`${path}/cancel`, { attendeeIds: [ticket.id] }),
		async (_, accepted, cancelled) => {
			expect([accepted.status, cancelled.status].toSorted()).toEqual([200, 422]);
			expect(ruleOf(accepted) ?? ruleOf(cancelled)).toBe(
				accepted.status === 200 ? 'ticket-handed-on' : 'transfer-ended',
			);
		},
	));

test('beside the cancellation of all that is the buyer’s, it is cancelled with it or stays', () =>
	race(
		({ path }) => two.post(`${path}/cancel`, {}),
		async ({ path }, accepted, cancelled) => {
			expect(cancelled.status).toBe(200);
			const { body } = await one.get(path);
			const statuses = body.attendees.map(({ status }: { status: string }) => status);
			expect([body.status, ...statuses]).toEqual(
				accepted.status === 200
					? ['confirmed', 'active', 'cancelled']
					: ['cancelled', 'cancelled', 'cancelled'],
			);
		},
	));

test('beside its cancellation by the organiser, it is cancelled, whoever has it then', () =>
	race(
		({ ticket }) =>
			two.post(
				`/api/events/${door.event}/attendees/${ticket.id}/cancel`,
				{},
				{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
			),
		async ({ path }, accepted, cancelled) => {
			expect(cancelled.status).toBe(200);
			if (accepted.status !== 200) expect(ruleOf(accepted)).toBe('transfer-ended');
			expect((await one.get(path)).body.attendees[0].status).toBe('cancelled');
		},
	));

test('beside its check-in, either somebody is let in by the old code or it is transferred', () =>
	race(
		({ code }) => two.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code }),
		async ({ ticket, code }, accepted) => {
			const rows = await query<{ verdict: string }>('SELECT verdict FROM check_ins WHERE attendee_id = $1', [
				ticket.id,
			]);
			expect(rows.map(({ verdict }) => verdict)).toEqual([
				accepted.status === 200 ? 'cancelled' : 'accepted',
			]);
			if (accepted.status !== 200) {
				expect(ruleOf(accepted)).toBe('transfer-closed');
				return;
			}
			// The old code stays refused, with the reason of a code that was replaced.
			const again = await two.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code });
			expect(again.body.success).toBe(false);
		},
	));

test.each([
	['a plain list', {}],
	['a list that counts exits', { countsExits: true, allowsReentry: true }],
])(
	'a scan at %s that waits for a ticket that is being transferred refuses its old code',
	async (_, rules) => {
		const patched = await one.patch(`/api/events/${door.event}/check-in-lists/${door.event}`, rules, {
			token: owner.token,
		});
		expect(patched.status, JSON.stringify(patched.body)).toBe(200);
		const { ticket, code } = await offer();
		const client = await database().pool.connect();
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM attendees WHERE id = $1 FOR UPDATE', [ticket.id]);
			const scanned = two.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code });
			await expect
				.poll(() =>
					query(
						`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
					),
				)
				.not.toEqual([]);
			await client.query(
				`INSERT INTO retired_ticket_codes (organisation_id, event_id, ticket_code, attendee_id)
			SELECT organisation_id, event_id, ticket_code, id FROM attendees WHERE id = $1`,
				[ticket.id],
			);
			await client.query(`UPDATE attendees SET ticket_code = reverse(ticket_code) WHERE id = $1`, [
				ticket.id,
			]);
			await client.query('COMMIT');
			expect((await scanned).body).toMatchObject({ success: false, verdict: 'cancelled' });
		} finally {
			client.release();
		}
	},
);
