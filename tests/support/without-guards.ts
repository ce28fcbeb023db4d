import pg from 'pg';
import { vi } from 'vitest';
import type { Services } from '#server/services.ts';
import { createTestApi, createTestServices, type TestApi } from './api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { closeGate, type Gate } from './gate.ts';

interface Unguarded {
	database: TestDatabase;
	services: Services;
	api: TestApi;
	gate: Gate;
	/** Has statements wait at the gate. @param what `UPDATE ON gift_cards` */
	waitBefore(what: string): Promise<unknown>;
}

/** Runs a race on a database of its own, from which it may take what keeps the product from losing it. Mocks are restored afterwards. */
export async function withoutGuards(race: (on: Unguarded) => Promise<void>): Promise<void> {
	const database = await createTestDatabase();
	const gate = await closeGate(database);
	try {
		const services = await createTestServices(database);
		await race({
			...{ database, services, api: createTestApi(services), gate },
			waitBefore: (what) =>
				database.pool.query(`
					CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
						$$ BEGIN PERFORM ${gate.pass}; RETURN NEW; END $$;
					CREATE TRIGGER gate BEFORE ${what} FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`),
		});
	} finally {
		vi.restoreAllMocks();
		await gate.open();
		await database.drop();
	}
}

/** Changes the statements of all connections on their way to the database, until mocks are restored. */
export function rewriteStatements(rewrite: (text: string) => string): void {
	const ask = pg.Client.prototype.query as (...all: unknown[]) => unknown;
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
		this: pg.Client,
		query: { text?: string } | string,
		...rest: unknown[]
	) {
		const before = typeof query === 'string' ? query : (query.text ?? '');
		const text = rewrite(before);
		const sent = text === before ? query : typeof query === 'string' ? text : { ...query, text };
		return ask.call(this, sent, ...rest);
	} as never);
}
