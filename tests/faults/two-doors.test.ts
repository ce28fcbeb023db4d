import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { checkInChecks } from '#server/domain/check-in/checks.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { buy, scan, settle } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services } = useTestApi();
const start = useServerProcesses();
let servers: [ServerProcess, ServerProcess];
beforeAll(async () => {
	const databaseUrl = testDatabaseUrl(database());
	servers = await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
});
const chance = createChance('two doors');
const tickets = rounds(30, 60);

/** A scan, sent again with its nonce while a busy machine answers 503. */
const scanOnce = async (...how: Parameters<typeof scan>) => (await settle(() => scan(...how))).answer;

/** Tickets of an event with a way to its door, a multiple of ten. */
async function sellTickets(count: number) {
	const event = await insertSellingEvent(database());
	const token = await insertStaffLink(database(), event);
	const answers = await Promise.all(
		Array.from({ length: count / 10 }, () => buy(servers[0], event, randomUUID(), { quantity: 10 })),
	);
	const guests = answers.flatMap((answer) => answer.body.attendees as { ticketCode: string }[]);
	return { event, token, codes: guests.map(({ ticketCode }) => ticketCode) };
}

/** Each ticket at both doors at the same instant, on a server each. */
function scanPairs(token: string, codes: string[]) {
	return Promise.all(
		codes.map((code) =>
			Promise.all(
				chance
					.shuffle(servers)
					.map((server, n) => scanOnce(server, { token, device: `door ${n + 1}` }, code, randomUUID())),
			),
		),
	);
}

test('two scanners, one ticket, the same instant: one success, one "already checked in" that says where', async () => {
	for (let round = 0; round < rounds(1, 50); round += 1) {
		const { event, token, codes } = await sellTickets(tickets);
		for (const pair of await scanPairs(token, codes)) {
			const [first, second] = pair.toSorted((a, b) => a.status - b.status);
			expect(first).toMatchObject({ status: 200, body: { verdict: 'accepted' } });
			expect(second).toMatchObject({ status: 409, body: { verdict: 'already_checked_in' } });
			const winner = pair.indexOf(first as (typeof pair)[number]);
			expect(second?.body.previous.device).toBe(`door ${winner + 1}`);
			expect(second?.body.message).toMatch(
				new RegExp(`was already checked in at .+ \\(door ${winner + 1}\\)\\.$`),
			);
		}
		const { rows } = await database().pool.query(
			'SELECT verdict, count(*)::int AS n FROM check_ins WHERE event_id = $1 GROUP BY 1 ORDER BY 1',
			[event.eventId],
		);
		expect(rows).toEqual([
			{ verdict: 'accepted', n: tickets },
			{ verdict: 'already_checked_in', n: tickets },
		]);
	}
	await expectInvariants(services);
});

test('a scan sent three times at once, on both servers, counts once and is answered alike', async () => {
	const { event, token, codes } = await sellTickets(20);
	const answers = await Promise.all(
		codes.map((code) => {
			const nonce = randomUUID();
			const door = { token, device: 'door 1' };
			return Promise.all(
				[servers[0], servers[1], servers[0]].map((server) => scanOnce(server, door, code, nonce)),
			);
		}),
	);
	for (const same of answers) {
		expect(same.map((answer) => answer.body.verdict)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(new Set(same.map((answer) => answer.body.checkInId)).size).toBe(1);
	}
	const { rows } = await database().pool.query(
		'SELECT count(*)::int AS n FROM check_ins WHERE event_id = $1',
		[event.eventId],
	);
	expect(rows[0].n).toBe(20);
	await expectInvariants(services);
});

test('without the unique index both are let in, and `foyer verify` finds it: the tests above can fail', async () => {
	await database().pool.query('DROP INDEX check_ins_admitted_once');
	const { token, codes } = await sellTickets(60);
	const both = (await scanPairs(token, codes)).filter((pair) =>
		pair.every((answer) => answer.status === 200),
	);
	expect(both.length).toBeGreaterThan(0);
	const check = checkInChecks.find((one) => one.name === 'check-in.admitted-once');
	expect((await check?.run(services))?.length).toBe(both.length);
});
