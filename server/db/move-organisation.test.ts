import { beforeAll, describe, expect, test } from 'vitest';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeDelivery } from '#tests/factories/connections.ts';
import { holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import type { Tx } from './client.ts';
import { findMovedTables, movedTables, moveOrganisationBack, unmovedTables } from './move-organisation.ts';
import { organisationTables } from './organisation-tables.ts';

const database = useTestDatabase();
const rows = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
	(await database().pool.query(statement, values)).rows;

async function moveAll(tx: Tx, id: string, by: { minutes: number; days: number }): Promise<string[]> {
	const tables = (await findMovedTables(tx, id, 20_000)) ?? [];
	return moveOrganisationBack(tx, id, { ...by, tables });
}

interface TimeColumn {
	table: string;
	column: string;
	type: string;
}

/** Instants and days of organisations' tables as the database has them, not as the code defines them. */
const timeColumns = () =>
	rows<TimeColumn>(
		`SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = ANY ($1) AND data_type IN ('timestamp with time zone', 'date')
		ORDER BY 1, 2`,
		[organisationTables],
	);

type Move = { name: string; instants: readonly string[]; days: readonly string[] };

/** Time columns that a list of moves forgets. */
async function findForgotten(moves: readonly Move[]): Promise<string[]> {
	const derived = ['events.starts_on', 'events.ends_on'];
	const moved = new Set(
		moves.flatMap(({ name, instants, days }) => [...instants, ...days].map((column) => `${name}.${column}`)),
	);
	return (await timeColumns())
		.filter(({ table }) => !(table in unmovedTables))
		.map(({ table, column }) => `${table}.${column}`)
		.filter((name) => !moved.has(name) && !derived.includes(name));
}

describe('what moves', () => {
	test('is every instant and every day of an organisation, but for tables with a reason', async () => {
		expect(await findForgotten(movedTables)).toEqual([]);
		expect((await timeColumns()).length).toBeGreaterThan(100);
		expect(Object.keys(unmovedTables).filter((name) => !organisationTables.includes(name as never))).toEqual(
			[],
		);
	});

	test('a column that is left out is found', async () => {
		const without = movedTables.map((table) => ({
			...table,
			instants: table.instants.filter((column) => column !== 'expires_at' || table.name !== 'orders'),
		}));
		expect(await findForgotten(without)).toEqual(['orders.expires_at']);
	});
});

describe('a move', () => {
	let services: Services;
	let owner: TestUser;
	let sandboxId: string;
	const hours = 30;

	beforeAll(async () => {
		services = await createTestServices(database());
		const api = createTestApi(services);
		owner = await makeUser(services);
		sandboxId = await makeSandbox(services, { ...owner });
		// The same in the sandbox and in its organisation: orders, payments, books, webhooks.
		for (const organisationId of [owner.organisationId, sandboxId]) {
			const inside = { ...owner, organisationId };
			const event = await makePricedEvent(services, api, inside);
			await payByCard(api, await holdTickets(api, event));
			await holdTickets(api, event);
			await makeDelivery(services, inside);
			await api.patch(`/api/events/${event.id}`, { title: 'Renamed', notify: false }, { token: owner.token });
		}
		await settleAll(services);
	});

	/** For each time column that has values, the sum of them in seconds or days. */
	async function sums(organisationId: string): Promise<Map<string, { sum: number; values: number }>> {
		const found = new Map<string, { sum: number; values: number }>();
		for (const { table, column, type } of await timeColumns()) {
			const value = type === 'date' ? `(${column} - date '2000-01-01')` : `extract(epoch FROM ${column})`;
			const [row] = await rows<{ sum: string; values: number }>(
				`SELECT coalesce(sum(${value}), 0) AS sum, count(${column})::int AS values FROM ${table}
				WHERE organisation_id = $1 AND isfinite(${column})`,
				[organisationId],
			);
			if (row && row.values > 0)
				found.set(`${table}.${column}`, { sum: Number(row.sum), values: row.values });
		}
		return found;
	}

	/** Columns of instants that did not move by all hours. */
	function findUnmoved(before: Awaited<ReturnType<typeof sums>>, after: typeof before): string[] {
		return [...before].flatMap(([name, { sum, values }]) => {
			const [table = '', column = ''] = name.split('.');
			if (table in unmovedTables || (table === 'events' && column.endsWith('_on'))) return [];
			const isDay = movedTables.some((one) => one.name === table && one.days.includes(column));
			const wanted = sum - values * (isDay ? 1 : hours * 3_600);
			return Math.abs((after.get(name)?.sum ?? 0) - wanted) < 1 ? [] : [name];
		});
	}

	test('moves every row of the sandbox and no row of anybody else', async () => {
		const before = { sandbox: await sums(sandboxId), real: await sums(owner.organisationId) };
		expect(before.sandbox.size).toBeGreaterThan(40);
		const moved = await services.database.transaction((tx) =>
			moveAll(tx, sandboxId, { minutes: hours * 60, days: 1 }),
		);
		expect(moved).toHaveLength(4);
		expect(await sums(owner.organisationId)).toEqual(before.real);
		expect(findUnmoved(before.sandbox, await sums(sandboxId))).toEqual([]);
		// A move that leaves a column out is found by its name.
		await rows(`UPDATE orders SET expires_at = expires_at + interval '30 hours' WHERE organisation_id = $1`, [
			sandboxId,
		]);
		expect(findUnmoved(before.sandbox, await sums(sandboxId))).toEqual(['orders.expires_at']);
	});

	test('moves instants inside of JSON', async () => {
		await rows(
			`INSERT INTO facts (name, organisation_id, payload) VALUES
				('trial', $1, '{"at": "2026-11-24T15:00:00.000Z", "in": [{"at": "2026-11-24T15:00:00+00:00"}], "day": "2026-11-24"}'),
				('trial', $2, '{"at": "2026-11-24T15:00:00.000Z"}')`,
			[sandboxId, owner.organisationId],
		);
		await services.database.transaction((tx) => moveAll(tx, sandboxId, { minutes: 120, days: 0 }));
		const at = '2026-11-24T13:00:00.000Z';
		expect(await rows(`SELECT payload FROM facts WHERE name = 'trial' ORDER BY id`)).toEqual([
			{ payload: { at, in: [{ at }], day: '2026-11-24' } },
			{ payload: { at: '2026-11-24T15:00:00.000Z' } },
		]);
	});

	test('the books of others stay append-only, and of the sandbox all but the time', async () => {
		const change = (organisationId: string, set: string, allowed: string) =>
			services.database.transaction(async (tx) => {
				await tx.execute(`SELECT set_config('foyer.moves_sandbox', '${allowed}', true)`);
				await tx.execute(`UPDATE ledger_transfers SET ${set} WHERE organisation_id = '${organisationId}'`);
			});
		const back = `occurred_at = occurred_at - interval '1 hour'`;
		await expect(change(owner.organisationId, back, owner.organisationId)).rejects.toThrow();
		await expect(change(sandboxId, 'amount_minor = amount_minor + 1', sandboxId)).rejects.toThrow();
		await expect(change(sandboxId, back, owner.organisationId)).rejects.toThrow();
		await expect(change(sandboxId, back, sandboxId)).resolves.toBeUndefined();
	});
});
