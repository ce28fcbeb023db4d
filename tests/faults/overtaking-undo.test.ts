import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { SyncItemInput } from '#shared/contracts/door-sync.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { buy, scan, settle } from '#tests/support/buyers.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

/*
 * A steward lets somebody in and takes it back at once: the scan is being written by one server when the undo reaches another.
 * Scans are slow to commit here, so that undos come in between on any machine.
 */
const database = useTestDatabase();
const start = useServerProcesses();
const slowScans = [
	{ statement: 'WITH scans AS', guard: 'FROM found ORDER BY', without: 'FROM found, pg_sleep(0.1) ORDER BY' },
];
let one: ServerProcess;
let other: ServerProcess;
beforeAll(async () => {
	const options = { databaseUrl: testDatabaseUrl(database()), guardCuts: slowScans };
	[one, other] = await Promise.all([start(options), start(options)]);
});

/** Guests who are let in at one server while the same is taken back at the other; answers how many are inside then. */
async function overtake(): Promise<number> {
	const event = await insertSellingEvent(database());
	const token = await insertStaffLink(database(), event);
	const order = await buy(one, event, randomUUID(), { quantity: 10 });
	const codes: string[] = order.body.attendees.map((guest: { ticketCode: string }) => guest.ticketCode);
	await Promise.all(
		codes.map(async (code) => {
			const nonce = randomUUID();
			const undo = {
				kind: 'undo',
				nonce: randomUUID(),
				target: nonce,
				scannedAt: new Date().toISOString(),
			} satisfies SyncItemInput;
			const [scanned, undone] = await Promise.all([
				settle(() => scan(one, { token, device: 'North' }, code, nonce)),
				settle(() =>
					other.call('POST', `/api/staff-access/sync/${token}`, {
						device: { id: 'device-north', name: 'North' },
						items: [undo],
					}),
				),
			]);
			expect(scanned.answer.status).toBe(200);
			expect(undone.answer).toMatchObject({ status: 200, body: { results: [{ outcome: 'recorded' }] } });
		}),
	);
	const { rows } = await database().pool.query<{ n: number }>(
		`SELECT count(*)::int AS n FROM check_ins WHERE event_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL`,
		[event.eventId],
	);
	return rows[0]?.n ?? 0;
}

test('an undo that reaches one server while the other writes its scan takes the scan back all the same', async () => {
	for (let round = 0; round < rounds(1, 100); round += 1) expect(await overtake()).toBe(0);
	await expectInvariants(await createTestServices(database()));
});

test('without the lock somebody stays inside, and `foyer verify` finds it: the test above can fail', async () => {
	await database().pool.query(
		`CREATE OR REPLACE FUNCTION foyer_undo_waits(organisation uuid, event uuid, scan text, guest uuid) RETURNS boolean
		LANGUAGE sql AS 'SELECT false'`,
	);
	let inside = 0;
	for (let round = 0; round < 20 && inside === 0; round += 1) inside = await overtake();
	expect(inside).toBeGreaterThan(0);
	await expect(expectInvariants(await createTestServices(database()))).rejects.toThrow('check-in.');
});
