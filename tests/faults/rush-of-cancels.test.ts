import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { settle, toldBy, tryOrder } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const clients = 150;
/** Each kind at least once. */
const edits = rounds(8, 20);

const { database, services, owner } = useTestOwner();
const start = useServerProcesses();
let server: ServerProcess;
beforeAll(async () => {
	server = await start({ databaseUrl: testDatabaseUrl(database()) });
});

test('while 150 buyers order and cancel with keys, no edit of what is sold is sent away', async () => {
	const { rows } = await database().pool.query('SELECT name FROM organisations WHERE id = $1', [
		owner.organisationId,
	]);
	const event = await insertSellingEvent(database(), 100, {
		event: { organisationId: owner.organisationId, organiserName: rows[0].name },
	});
	let isOver = false;
	let cancelled = 0;
	const crowd = Promise.all(
		Array.from({ length: clients }, async () => {
			while (!isOver) {
				const { answer: order } = await settle(() => tryOrder(server, event, randomUUID()));
				if (order.status !== 201) {
					expect(toldBy(order)).toMatch(/^(sold-out|ticket-type-closed)$/);
					continue;
				}
				const headers = { 'Idempotency-Key': randomUUID() };
				const path = `/api/orders/${order.body.manageToken}/cancel`;
				const { answer } = await settle(() => server.call('POST', path, {}, headers));
				if (answer.status === 200) cancelled += 1;
			}
		}),
	);
	crowd.catch(() => {});
	const path = `/api/events/${event.eventId}/ticket-types/${event.ticketTypeId}`;
	const answers: { status: number; ms: number }[] = [];
	for (let n = 0; n < edits; n += 1) {
		const edit = [{ name: `Standing ${n}` }, { isClosed: true }, { isClosed: false }, { capacity: 100 + n }][
			n % 4
		];
		const startMs = performance.now();
		const { status } = await server.call('PATCH', path, edit, { authorization: `Bearer ${owner.token}` });
		answers.push({ status, ms: performance.now() - startMs });
	}
	isOver = true;
	await crowd;
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	// Of the clock the one in the middle: this machine is also that of the buyers.
	const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
	expect(times[edits / 2]).toBeLessThan(1_000);
	expect(cancelled).toBeGreaterThan(0);
	await expectInvariants(services);
});
