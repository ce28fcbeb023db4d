import { beforeAll, expect, test } from 'vitest';
import { makeEvent } from '#tests/factories/events.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, owner } = useTestOwner();
const start = useServerProcesses();
let eventId: string;
beforeAll(async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	eventId = event.id;
	await insertTicketType(services.database, { organisationId: owner.organisationId, eventId });
});

/** Statements of one addition, each a moment to be killed at. */
const moments = [
	{ statement: 'pg_try_advisory_xact_lock', when: 'after' },
	{ statement: 'attendees', when: 'before' },
	{ statement: 'attendees', when: 'after' },
	{ statement: 'insert into "idempotency_keys"', when: 'before' },
	{ statement: 'insert into "idempotency_keys"', when: 'after' },
	{ statement: 'commit', when: 'before' },
	{ statement: 'commit', when: 'after' },
] as const;

/** In `npm test` two that the seed picks, each of which needs a server of its own. */
const chosen = isLong ? moments : createChance('keyed requests').shuffle(moments).slice(0, 2);

test('kill -9 at every moment of an addition: its key adds one guest, and works again soon', async () => {
	const databaseUrl = testDatabaseUrl(database());
	const victims = () => Promise.all(chosen.map(() => start({ databaseUrl })));
	const [other, first] = await Promise.all([start({ databaseUrl }), victims()]);
	for (let round = 0; round < rounds(1, 20); round += 1) {
		const dying = round === 0 ? first : await victims();
		for (const [number, crashAt] of chosen.entries()) {
			const victim = dying[number] as ServerProcess;
			const name = `guest-${round}-${number}`;
			const add = (server: ServerProcess) =>
				server.call(
					'POST',
					`/api/events/${eventId}/attendees`,
					{ name, email: '' },
					{ authorization: `Bearer ${owner.token}`, 'idempotency-key': name },
				);
			await victim.order({ crashAt });
			expect((await add(victim)).status).toBe(0);
			await victim.ended();
			await expect.poll(async () => (await add(other)).status).toBe(201);
			const { rows } = await database().pool.query(
				'SELECT FROM attendees WHERE event_id = $1 AND name = $2',
				[eventId, name],
			);
			expect(rows).toHaveLength(1);
		}
	}
});
