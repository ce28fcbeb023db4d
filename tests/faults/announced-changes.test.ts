import { describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { announcePoller } from '#server/domain/events/commands/announce-changes.ts';
import { updateEvent } from '#server/domain/events/commands/update-event.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import {
	announceDying,
	announcementPoints,
	forgetMailKeys,
	onOtherDatabase,
	withoutTransaction,
} from '#tests/support/announcement-faults.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { createChance, isLong, takesTurn } from '#tests/support/seed.ts';
import type { CrashPoint, GuardCut } from '#tests/support/server-faults.ts';
import { useServerProcesses } from '#tests/support/server-process.ts';

/**
 * A worker ends as by `kill -9` between the claim of a change that is announced to guests and the end of writing its emails. Another
 * worker continues: each address gets one email, however many orders it has.
 */
const database = useTestDatabase();
const start = useServerProcesses();
const recipients = ['ada@example.org', 'grace@example.org'];
const claim = 'update "event_change_sets" set "notified_at"';

/** Changes the place of an event with guests, kills a worker at a point of the announcement, and has another one do the rest. */
async function announce(on: Database, crashAt: CrashPoint, guardCuts?: GuardCut[]) {
	const services = await createTestServices(on);
	const api = createTestApi(services);
	const event = await insertSellingEvent(on, 10);
	const { organisationId, eventId, ticketTypeId } = event;
	for (const email of ['grace@example.org', 'ada@example.org', 'Grace@example.org']) {
		const { status } = await api.post(`/api/events/${eventId}/orders`, {
			buyer: { name: 'Grace Hopper', email },
			items: [{ ticketTypeId, quantity: 1 }],
		});
		expect(status).toBe(201);
	}
	const { changeSetId } = await updateEvent(services, {
		organisationId,
		eventId,
		input: { venueName: 'Town Hall' },
		ifMatch: undefined,
	});
	await announceDying(start, services, {
		table: 'event_change_sets',
		id: changeSetId as string,
		poller: announcePoller,
		crashAt,
		guardCuts,
	});
	const { rows } = await on.pool.query(
		`SELECT lower(recipient) AS recipient FROM mails
		WHERE event_id = $1 AND template = 'events/changed' AND props->>'changeSetId' = $2 ORDER BY 1`,
		[eventId, changeSetId],
	);
	const open = await on.pool.query(
		`SELECT (SELECT count(*)::int FROM facts WHERE event_id = $1 AND dispatched_at IS NULL) AS facts,
			(SELECT count(*)::int FROM event_change_sets WHERE event_id = $1 AND notified_at IS NULL) AS changes`,
		[eventId],
	);
	return { recipients: rows.map(({ recipient }) => recipient as string), open: open.rows[0] };
}

const all = announcementPoints(claim);
const points = isLong ? all : [createChance('announced changes').pick(all)];

test.each(points.map((point) => [`${point.when} "${point.statement}"`, point] as const))(
	'a worker that dies %s: each address gets one email about the change',
	async (_, point) => {
		expect(await announce(database(), point)).toEqual({
			recipients,
			open: { facts: 0, changes: 0 },
		});
	},
);

describe('the tests above can fail', () => {
	const isTried = takesTurn('controls of announced changes', ['claim', 'keys']);

	test.skipIf(!isTried('claim'))(
		'a claim without a transaction loses the emails when its worker dies',
		async () => {
			await onOtherDatabase(async (unguarded) => {
				const dying = await announce(unguarded, { statement: claim, when: 'after' }, withoutTransaction);
				expect(dying.recipients).toEqual([]);
			});
		},
	);

	test.skipIf(!isTried('keys'))('emails without their keys are written twice', async () => {
		await onOtherDatabase(async (unguarded) => {
			await forgetMailKeys(unguarded);
			const dying = await announce(unguarded, { statement: 'SET dispatched_at', when: 'before' });
			const [ada, grace] = recipients;
			// Grace has two orders, and both workers wrote for all three.
			expect(dying.recipients).toEqual([ada, ada, grace, grace, grace, grace]);
		});
	});
});
