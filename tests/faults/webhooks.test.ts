import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import { claimSeconds } from '#server/domain/integrations/claim.ts';
import { createDeliveryPoller } from '#server/domain/integrations/deliver.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { startWorkerProgram } from '#tests/support/server-process.ts';

/**
 * What holds: every message that was committed arrives, whenever the worker that sends it is killed: before it sends, while the receiver
 * has it, or after the answer and before the record. Repeats carry the same `webhook-id`.
 */
const database = useTestDatabase();
const receiver = useReceiver();
const chance = createChance('webhooks');
const { signal } = new AbortController();
let services: Services;
let owner: TestUser;
beforeAll(async () => {
	services = await createTestServices(database(), { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' });
	owner = await makeUser(services);
});

function startWorkerProcess(crashPoint: 'before-record' | 'never') {
	const name = (database().address as { database: string }).database;
	return startWorkerProgram('webhook-worker', [inject('databaseHost'), name, crashPoint]);
}

/** A worker that comes later, when the claims of the killed one have ended. */
async function finish(): Promise<void> {
	await database().pool.query(
		'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
	);
	const clock = createTestClock(new Date(Date.now() + (claimSeconds + 1) * 1_000));
	const later = { ...services, clock };
	const poller = createDeliveryPoller();
	while ((await factPoller.run(later, signal)) + (await poller.run(later, signal)) > 0);
}

test('nothing is lost and nothing gets another id, over kill -9 of the worker at any instant', async () => {
	const perRound = rounds(3, 6);
	const total = rounds(2, 200);
	let repeats = 0;
	for (let round = 0; round < total; round += 1) {
		const path = `/ok/${round}`;
		const { row } = await makeConnection(services, owner, { target: receiver().url + path, detail: 'thin' });
		const crashPoint = round % 2 === 0 ? 'before-record' : 'never';
		for (let n = 0; n < perRound; n += 1) await makeEvent(services, owner, { isPublished: true });
		const worker = startWorkerProcess(crashPoint);
		const ended = once(worker, 'exit');
		if (crashPoint === 'before-record') await ended;
		else {
			await once(worker.stdout, 'data');
			await sleep(chance.between(0, 150));
			worker.kill('SIGKILL');
			await ended;
		}
		await finish();
		const calls = await receiver().received(path);
		const ids = new Set(calls.map(({ headers }) => headers['webhook-id']));
		expect([round, ids.size]).toEqual([round, perRound]);
		repeats += calls.length - ids.size;
		const { rows } = await database().pool.query(
			`SELECT state, count(*)::int AS n FROM outbound_deliveries WHERE connection_id = $1 GROUP BY 1`,
			[row.id],
		);
		expect(rows).toEqual([{ state: 'delivered', n: perRound }]);
		await database().pool.query('DELETE FROM connections');
	}
	// The control: killed after the answer, so some must have come twice.
	expect(repeats).toBeGreaterThan(0);
	await expectInvariants(services);
});
