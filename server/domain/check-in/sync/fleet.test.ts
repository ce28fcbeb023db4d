import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import type { SyncItemInput } from '#shared/contracts/door-sync.ts';
import * as contracts from '#shared/contracts/door-sync.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { faultSeed, isLong, rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { checkInChecks } from '../checks.ts';
import { memberCaller } from '../door-caller.ts';
import { applyScans } from './apply-scans.ts';

/*
 * A fleet of scanners on a real database: devices apart, clocks hours off, batches that come again, in another order, cut in the
 * middle or aborted. Whatever the order of arrival, the same is on record in the end, no scan is lost, and every double admission
 * is named.
 */
const { database, services } = useTestApi();

const seeds = Number(process.env.FLEET_SEEDS ?? rounds(40, 10_000));
const devices = 10;
// Few guests and many acts: what matters happens where several doors meet the same guest.
const guestCount = isLong ? 8 : 3;
const mostActs = isLong ? 60 : 16;
const start = Date.UTC(2026, 5, 1, 18);

/**
 * What one device does: scans, exits and undos over 48 hours, by a clock that is off by hours. `both`: the server refused and the
 * device had let in meanwhile; `unknown`: a code of nobody.
 */
const act = fc.record({
	device: fc.nat(devices - 1),
	guest: fc.nat(guestCount - 1),
	minute: fc.nat(48 * 60),
	kind: fc.constantFrom(
		...(['in', 'in', 'in', 'out', 'refused', 'both', 'both'] as const),
		...(['unknown', 'unknown-refused', 'undo', 'undo', 'undo', 'undo-latest'] as const),
	),
	/** For an undo: which of the scans before it. */
	target: fc.nat(60),
});
const fleet = fc.record({
	acts: fc.array(act, { minLength: 3, maxLength: mostActs }),
	skews: fc.array(fc.integer({ min: -6 * 3_600_000, max: 6 * 3_600_000 }), {
		minLength: devices,
		maxLength: devices,
	}),
	allowsReentry: fc.boolean(),
	cancelledMinute: fc.nat(48 * 60),
});
type Fleet = typeof fleet extends fc.Arbitrary<infer T> ? T : never;

interface Stage {
	door: Awaited<ReturnType<typeof memberCaller>>;
	guests: string[];
}

async function makeStage(run: Fleet): Promise<Stage> {
	const event = await insertSellingEvent(database(), null);
	const guests = Array.from({ length: guestCount }, () => newId());
	const { pool } = database();
	await pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		SELECT id, $1, $2, gen_random_uuid(), $3, 'Guest', left(replace(id::text, '-', ''), 26) || right(id::text, 4), 'active'
		FROM unnest($4::uuid[]) AS id`,
		[event.organisationId, event.eventId, event.ticketTypeId, guests],
	);
	// The last guest's ticket is cancelled at some time.
	await pool.query(
		`UPDATE attendees SET status = 'cancelled', cancelled_at = $3 WHERE event_id = $1 AND id = $2`,
		[event.eventId, guests.at(-1), new Date(start + run.cancelledMinute * 60_000)],
	);
	if (run.allowsReentry) {
		await pool.query(
			`INSERT INTO check_in_lists (id, organisation_id, event_id, name, counts_exits, allows_reentry) VALUES ($1, $2, $1, 'Entrance', true, true)`,
			[event.eventId, event.organisationId],
		);
	}
	return {
		door: await memberCaller(services, event, {
			userId: event.organisationId,
			email: 'owner@example.org',
			rights: { role: 'owner', isLimited: false },
		}),
		guests,
	};
}

/** The acts as the devices would send them, each with its nonce. */
function itemsOf(run: Fleet, stage: Stage): { device: number; item: SyncItemInput }[] {
	return run.acts.flatMap((one, index): { device: number; item: SyncItemInput }[] => {
		const skew = run.skews[one.device] as number;
		const facts = {
			nonce: `scan-${String(index).padStart(6, '0')}`,
			scannedAt: new Date(start + one.minute * 60_000 - skew).toISOString(),
			clockOffsetMs: skew,
		};
		const guestId = stage.guests[one.guest] as string;
		const of = (item: SyncItemInput) => ({ device: one.device, item });
		if (one.kind === 'undo-latest') return [of({ kind: 'undo', ...facts, guestId })];
		if (one.kind === 'undo' && index > 0) {
			const target = `scan-${String(one.target % index).padStart(6, '0')}`;
			return [of({ kind: 'undo', ...facts, target })];
		}
		const scan = {
			kind: 'scan',
			...facts,
			...(one.kind.startsWith('unknown') ? { guestQrData: 'no ticket of ours' } : { guestId }),
			method: 'manual',
			direction: one.kind === 'out' ? 'out' : 'in',
			decision: one.kind.endsWith('refused') ? 'refused' : 'admitted',
		} as const;
		return one.kind === 'both' ? [of({ ...scan, decision: 'refused' }), of(scan)] : [of(scan)];
	});
}

/** Hands everything in by some order: in batches, some twice, some aborted in the middle and sent again. */
async function handIn(run: Fleet, stage: Stage, dice: () => number, isWild: boolean): Promise<unknown[]> {
	let queue = itemsOf(run, stage);
	if (isWild) queue = [...queue, ...queue.filter(() => dice() % 4 === 0)].sort(() => (dice() % 2) - 0.5);
	const batches: (typeof queue)[] = [];
	while (queue.length > 0) batches.push(queue.splice(0, isWild ? 1 + (dice() % 12) : 1));
	const send = async (batch: typeof queue) => {
		const items = batch.map(({ item }) => contracts.syncItem.parse(item));
		const device = { id: `device-${batch[0]?.device}`, name: `Door ${batch[0]?.device}` };
		const results = await applyScans(services, stage.door, device, items, { isReplayed: true });
		expect(results.every((result) => result.outcome !== 'refused')).toBe(true);
	};
	if (!isWild) for (const batch of batches) await send(batch);
	else {
		// Several at once, and now and then one that the server does not live to commit.
		while (batches.length > 0) {
			const now = batches.splice(0, 1 + (dice() % 3));
			await Promise.all(
				now.map(async (batch) => {
					if (dice() % 5 === 0)
						await abort(
							stage,
							batch.map(({ item }) => contracts.syncItem.parse(item)),
						);
					await send(batch);
				}),
			);
		}
	}
	return record(stage);
}

/** As if the process died before the commit: everything is done, nothing is stored. */
async function abort(stage: Stage, items: contracts.SyncItem[]): Promise<void> {
	const dying: Services = {
		...services,
		database: {
			...services.database,
			transaction: (work, how) =>
				services.database.transaction(async (tx) => {
					await work(tx);
					throw new Error('killed');
				}, how),
		},
	};
	await expect(
		applyScans(dying, stage.door, { id: 'device-x', name: 'x' }, items, { isReplayed: true }),
	).rejects.toThrow('killed');
}

/** All that is on record of an event, without what depends on when the server heard of it. */
async function record(stage: Stage): Promise<unknown[]> {
	const { rows } = await database().pool.query(
		`SELECT c.nonce, c.verdict, c.conflict_kind, w.nonce AS conflict_with, c.annulled_at IS NOT NULL AS is_annulled, c.left_at, c.visit,
			c.occurred_at, c.decision, array_position($2::uuid[], c.attendee_id) AS guest
		FROM check_ins c LEFT JOIN check_ins w ON w.id = c.conflict_with WHERE c.event_id = $1 ORDER BY c.nonce`,
		[stage.door.eventId, stage.guests],
	);
	return rows;
}

test(
	'the same is on record for every order of arrival, nothing is lost, every double admission is named',
	async () => {
		await fc.assert(
			fc.asyncProperty(fleet, fc.infiniteStream(fc.nat()), async (run, stream) => {
				const dice = () => stream.next().value as number;
				const [tidy, wild] = [await makeStage(run), await makeStage(run)];
				const inOrder = await handIn(run, tidy, dice, false);
				const anyhow = await handIn(run, wild, dice, true);
				expect(anyhow).toEqual(inOrder);
				expect(inOrder).toHaveLength(
					run.acts.filter(({ kind }, index) => kind !== 'undo-latest' && (kind !== 'undo' || index === 0))
						.length,
				);
				for (const check of checkInChecks)
					expect([check.name, await check.run(services)]).toEqual([check.name, []]);
				await database().pool.query('TRUNCATE check_ins, check_in_undos');
			}),
			// On a machine that is busy with other things fewer fleets are enough.
			{
				numRuns: seeds,
				endOnFailure: !isLong,
				...(isLong ? {} : { interruptAfterTimeLimit: 60_000 }),
				seed: faultSeed,
			},
		);
	},
	isLong ? 4 * 3_600_000 : 600_000,
);

test('a record that was tampered with is found: the checks above can fail', async () => {
	const run: Fleet = {
		acts: [
			{ device: 0, guest: 0, minute: 10, kind: 'in', target: 0 },
			{ device: 1, guest: 0, minute: 20, kind: 'in', target: 0 },
		],
		skews: new Array(devices).fill(0),
		allowsReentry: false,
		cancelledMinute: 0,
	};
	const stage = await makeStage(run);
	await handIn(run, stage, () => 0, false);
	await database().pool.query(`UPDATE check_ins SET conflict_kind = NULL WHERE event_id = $1`, [
		stage.door.eventId,
	]);
	const found = await Promise.all(checkInChecks.map((check) => check.run(services)));
	expect(found.flat().length).toBeGreaterThan(1);
	await database().pool.query('TRUNCATE check_ins, check_in_undos');
});

test('thousands of queued scans are all taken in', async () => {
	const event = await insertSellingEvent(database(), null);
	const count = rounds(2_000, 10_000);
	await database().pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'Guest', 'Q' || lpad(n::text, 25, '0'), 'active' FROM generate_series(1, $4) AS n`,
		[event.organisationId, event.eventId, event.ticketTypeId, count],
	);
	const { rows } = await database().pool.query<{ id: string }>(
		'SELECT id FROM attendees WHERE event_id = $1',
		[event.eventId],
	);
	const door = await memberCaller(services, event, {
		userId: event.organisationId,
		email: 'owner@example.org',
		rights: { role: 'owner', isLimited: false },
	});
	for (let from = 0; from < count; from += contracts.MAX_SYNC_ITEMS) {
		const items = rows.slice(from, from + contracts.MAX_SYNC_ITEMS).map((row, index) =>
			contracts.syncItem.parse({
				kind: 'scan',
				nonce: `bulk-${from + index}`.padEnd(8, '.'),
				guestId: row.id,
				method: 'manual',
				decision: 'admitted',
				scannedAt: new Date(start + from + index).toISOString(),
			} satisfies SyncItemInput),
		);
		await applyScans(services, door, { id: 'device-bulk', name: 'Bulk' }, items, { isReplayed: true });
	}
	const counted = await database().pool.query(
		'SELECT count(*)::int AS n FROM check_ins WHERE event_id = $1',
		[event.eventId],
	);
	expect(counted.rows[0].n).toBe(count);
});
