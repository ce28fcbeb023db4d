import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { settleDueEvents } from '#server/domain/payments/events.ts';
import { deliverTestEvents } from '#server/domain/payments/test-mode.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/*
 * What a paid order asks of the database. The built-in gateway keeps its state there too, by way of connections of its own, which are not
 * counted.
 */

const database = useTestDatabase();
afterEach(() => vi.restoreAllMocks());

/** Counts the statements of all connections but those of that name. */
function countStatements(exceptOf: string) {
	const ask = pg.Client.prototype.query as (...all: unknown[]) => unknown;
	let count = 0;
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
		this: pg.Client & { connectionParameters: { application_name: string } },
		...all: unknown[]
	) {
		if (this.connectionParameters.application_name !== exceptOf) count += 1;
		return ask.apply(this, all);
	} as never);
	return async (run: () => Promise<unknown>): Promise<number> => {
		const before = count;
		await run();
		return count - before;
	};
}

test('a paid order takes some 50 statements, and its events no look at the provider', async () => {
	const name = 'gateway';
	const own = createDatabase({ address: database().address, log: createSilentLog(), applicationName: name });
	const { gateway, testGateway } = await createTestServices(own);
	const asked = vi.spyOn(gateway, 'getPayment');
	const services = { ...(await createTestServices(database())), gateway, testGateway };
	const api = createTestApi(services);
	const event = await makePricedEvent(services, api, await makeUser(services));
	// What is remembered of the event is there.
	await payByCard(api, await holdTickets(api, event));
	await settleAll(services);
	asked.mockClear();

	const statements = countStatements(name);
	let order = { manageToken: '', quoteHash: '' };
	const hold = await statements(async () => {
		order = await holdTickets(api, event);
	});
	const pay = await statements(async () => {
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
	});
	const look = await statements(() => api.get(`/api/orders/${order.manageToken}`));
	const events = await statements(async () => {
		expect(await deliverTestEvents(services)).toBe(3);
		expect(await settleDueEvents(services)).toBe(3);
	});
	// Two more where a slow machine lets what is remembered for a second grow old.
	for (const [count, most] of [
		[hold, 3],
		[pay, 42],
		[look, 6],
		// With one look for events of others, and one for delayed work now and then.
		[events, 9],
	] as const)
		expect(count).toBeLessThanOrEqual(most);
	// The page was quicker than the events, so there is nothing to ask the provider.
	expect(asked).not.toHaveBeenCalled();
	await own.close();
});

/** Statements that write many rows at once, as they were sent. */
function collectUpdates() {
	const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
	const updates = new Map<string, unknown[]>();
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
		const [statement, values] = all as [string | { text: string; values?: unknown[] }, unknown[]?];
		const text = typeof statement === 'string' ? statement : statement.text;
		if (/UPDATE \w+ \w+ SET[^;]*FROM unnest/.test(text))
			updates.set(text, (typeof statement === 'string' ? values : (statement.values ?? values)) ?? []);
		return query.apply(this, all);
	} as never);
	return updates;
}

test('a settlement reads the rows that it writes alone, whatever statistics expect', async () => {
	const services = await createTestServices(database());
	const api = createTestApi(services);
	const event = await makePricedEvent(services, api, await makeUser(services));
	const updates = collectUpdates();
	await payByCard(api, await holdTickets(api, event));
	vi.restoreAllMocks();
	const scansOf = async (text: string, values: unknown[]) => {
		const { rows } = await database().pool.query(`EXPLAIN ${text}`, values);
		const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
		return (
			plan.match(/ on (?:payments|payment_attempts|attendees|orders) \w+ {2}.*\n *Index Cond: .*/g) ?? []
		);
	};
	let scans = 0;
	for (const [text, values] of updates)
		for (const scan of await scansOf(text, values)) {
			expect(scan).toContain('id = ANY');
			scans += 1;
		}
	expect(scans).toBe(4);
	const [text, values] = [...updates].find(([update]) => update.includes('UPDATE payments p')) as [
		string,
		unknown[],
	];
	const joined = await scansOf(
		text.replace(/p\.id = ANY\((\$\d+)::uuid\[\]\)/, '$1::uuid[] IS NOT NULL'),
		values,
	);
	expect(joined.at(-1)).not.toContain('id = ANY');
});
