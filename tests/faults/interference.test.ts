import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announcePoller } from '#server/domain/events/commands/announce-changes.ts';
import { holdPoller } from '#server/domain/orders/expire-holds.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type Interference, setInterference } from '#tests/support/interference.ts';
import { createChance, rounds, takesTurn } from '#tests/support/seed.ts';
import type { GuardCut } from '#tests/support/server-faults.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

const database = useTestDatabase();
const start = useServerProcesses();
const chance = createChance('interference');
/** Two web servers, and two workers that end holds. */
let servers: ServerProcess[];
beforeAll(async () => {
	const options = {
		databaseUrl: testDatabaseUrl(database()),
		role: 'both' as const,
		prompt: [holdPoller, announcePoller],
	};
	servers = await Promise.all([start(options), start(options)]);
});
// What one has spoilt is not to be found by the next one.
beforeEach(() => database().truncate());

type Scene = Exclude<keyof Interference, 'services'>;

const many = async (scene: Scene) => {
	const guarded = await setInterference(database(), servers, chance);
	for (let round = 0; round < rounds(1, 40); round += 1) await guarded[scene]();
};

describe('on two servers with two workers', () => {
	test('holds end while their orders are confirmed: each is one or the other, and no place is lost', () =>
		many('endHolds'));

	test('tickets are cancelled while they are scanned: the door lets in before, never after', () =>
		many('cancelAtDoor'));

	test('capacity is lowered during checkout: never below what is taken, and nothing is sold above it', () =>
		many('lowerCapacity'));

	test('the event is cancelled in the rush, by two people at once: announced once, and nothing is sold after it', () =>
		many('cancelEvent'));

	test('an order cancelled ten times at once gives its places back once and is reported once', () =>
		many('cancelTenTimes'));
});

/** In place of a lock: the same look, and a while in which others act on what was seen. */
const slowly = ' OFFSET (SELECT 0 FROM pg_sleep(0.03))';
const orderLock = {
	statement: 'AS "isPriced"',
	guard: 'FOR UPDATE SKIP LOCKED',
	without: '',
};
const ticketLock = { statement: 'AS is_given_back', guard: 'FOR UPDATE', without: '' };

/** What is taken out, and what the same round says then. */
const controls: { without: string; scene: Scene; cuts: GuardCut[]; isUnbounded?: boolean; says: RegExp }[] = [
	{
		without: 'the locks on orders',
		scene: 'endHolds',
		cuts: [
			orderLock,
			ticketLock,
			{
				statement: "status = 'pending' AND expires_at <= now()",
				guard: 'FOR UPDATE SKIP LOCKED',
				without: '',
			},
		],
		says: /./,
	},
	{
		without: 'the look at the ticket in the statement that lets in',
		scene: 'cancelAtDoor',
		cuts: [
			{ statement: 'WITH scans AS', guard: "a.status <> 'cancelled'", without: 'true' },
			{ statement: 'WITH scans AS', guard: "o.status = 'active'", without: 'true' },
		],
		says: /expected 'accepted' to be 'cancelled'/,
	},
	{
		without: 'the turn, the lock on places and the constraint behind them',
		scene: 'lowerCapacity',
		cuts: [
			{
				statement: 'SELECT pg_advisory_xact_lock(hashtextextended',
				guard: 'pg_advisory_xact_lock(',
				without: 'pg_advisory_xact_lock_shared(',
			},
			{
				statement: 'order by "capacity_pools"."id" for no key update',
				guard: ' for no key update',
				without: slowly,
			},
		],
		isUnbounded: true,
		says: /to be less than or equal to/,
	},
	{
		without: 'the look at closed places in the statement that sells',
		scene: 'cancelEvent',
		cuts: [{ statement: 'WITH turn AS', guard: 'NOT p.is_closed', without: 'true' }],
		says: /expected 201 to be 422/,
	},
	{
		without: 'the lock on the event',
		scene: 'cancelEvent',
		cuts: [{ statement: 'from "events" where', guard: ' for no key update', without: slowly }],
		says: /expected 2 to be 1/,
	},
	{
		without: 'the locks on orders and tickets',
		scene: 'cancelTenTimes',
		cuts: [orderLock, ticketLock],
		says: /to be 1\b|confirmed/,
	},
];

const neverOversold = 'capacity_pools_never_oversold';
const hasTurn = takesTurn('controls of interference', controls);

describe('the rounds above can fail:', () => {
	test.each(controls.filter(hasTurn))('without $without $scene does', async (control) => {
		const { scene, cuts, isUnbounded, says } = control;
		const { pool } = database();
		const broken = await setInterference(database(), servers, chance);
		const { rows } = await pool.query(
			'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2',
			['capacity_pools', neverOversold],
		);
		if (isUnbounded) await pool.query(`ALTER TABLE capacity_pools DROP CONSTRAINT ${neverOversold}`);
		await Promise.all(servers.map((server) => server.order({ guardCuts: cuts })));
		let said: string | null = null;
		for (let round = 0; round < 40 && said === null; round += 1) {
			said = await broken[scene]().then(
				() => null,
				(error: Error) => error.message,
			);
		}
		expect(said).toMatch(says);
		await Promise.all(servers.map((server) => server.order({ guardCuts: [] })));
		if (!isUnbounded) return;
		await database().truncate();
		await pool.query(`ALTER TABLE capacity_pools ADD CONSTRAINT ${neverOversold} ${rows[0].rule}`);
	});
});
