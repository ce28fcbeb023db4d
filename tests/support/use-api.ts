import { beforeAll, beforeEach } from 'vitest';
import { createTestClock, systemClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, type TestApi } from './api.ts';
import { type TestDatabase, useTestDatabase } from './database.ts';

interface Options {
	/** Settings of the services, by their environment names. */
	environment?: Record<string, string>;
	/** Empties the database before each test, and makes everything anew. */
	isFresh?: boolean;
	/** The services have a clock of their own, which tests can move; each of them begins at the real time. */
	hasClock?: boolean;
}

/** Rows of a statement. */
const queryOn =
	(database: () => TestDatabase) =>
	// biome-ignore lint/suspicious/noExplicitAny: rows of any table, unless the caller says more
	async <Row extends Record<string, any> = any>(text: string, values: unknown[] = []) =>
		(await database().pool.query<Row>(text, values)).rows;

/** A database, services on it and their API for all tests of the file. They are there inside tests and later hooks, not before. */
export function useTestApi({ environment, isFresh = false, hasClock = false }: Options = {}) {
	const database = useTestDatabase();
	const clock = createTestClock();
	const services = {} as Services;
	const api = {} as TestApi;
	(isFresh ? beforeEach : beforeAll)(async () => {
		if (isFresh) await database().truncate();
		clock.set(new Date());
		Object.assign(
			services,
			await createTestServices(database(), environment, hasClock ? clock : systemClock),
		);
		Object.assign(api, createTestApi(services));
	});
	return { database, services, api, clock, query: queryOn(database) };
}

/** The same with an account that owns an organisation. */
export function useTestOwner(options: Options = {}) {
	const world = useTestApi(options);
	const owner = {} as TestUser;
	(options.isFresh ? beforeEach : beforeAll)(async () => {
		Object.assign(owner, await makeUser(world.services));
	});
	return { ...world, owner };
}

/** Two servers on one database: nothing is shared between them but it. With an owner, whose calls either serves. */
export function useTestServers(options: { poolSize?: number } = {}) {
	const database = useTestDatabase(options);
	const [services, other] = [{} as Services, {} as Services];
	const [api, otherApi] = [{} as TestApi, {} as TestApi];
	const owner = {} as TestUser;
	beforeAll(async () => {
		for (const one of [services, other]) Object.assign(one, await createTestServices({ ...database() }));
		Object.assign(api, createTestApi(services));
		Object.assign(otherApi, createTestApi(other));
		Object.assign(owner, await makeUser(services));
	});
	return {
		...{ database, services, other, api, otherApi, owner, query: queryOn(database) },
		servers: [services, other] as [Services, Services],
		apis: [api, otherApi] as [TestApi, TestApi],
	};
}
