import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/** A listmonk that takes calls and never answers: whoever asks it waits, and nothing else does. */
const { database, services, api } = useTestApi({
	isFresh: true,
	environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' },
});
let sockets: Socket[];
let server: ReturnType<typeof createServer>;
let address: string;

beforeEach(async () => {
	sockets = [];
	server = createServer((socket) => sockets.push(socket.on('error', () => {})));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
const hangUp = () => {
	for (const socket of sockets) socket.destroy();
};
afterEach(() => {
	hangUp();
	server.close();
});

const ask = (who: TestUser, path: string, more: object = {}) =>
	api.post(
		`/api/organisations/${who.organisationId}/${path}`,
		{ service: 'listmonk', settings: { apiKey: 'a-key', user: 'api', address }, ...more },
		{ token: who.token, headers: { 'Idempotency-Key': randomUUID() } },
	);
const until = async (isSo: () => boolean) => {
	while (!isSo()) await sleep(5);
};
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('no connection waits for it, and an organisation asks two at a time', async () => {
	const owner = await makeUser(services);
	const others = Promise.all([
		...Array.from({ length: 30 }, () => ask(owner, 'mailing-list-choices')),
		...Array.from({ length: 30 }, () => ask(owner, 'mailing-lists', { listId: '1' })),
	]);
	await until(() => sockets.length === 2);
	// While both wait, every transaction of the others ends.
	let isOpen = true;
	while (isOpen) {
		const { rows } = await database().pool.query<{ isOpen: boolean }>(
			`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%') AS "isOpen"`,
		);
		isOpen = rows[0]?.isOpen ?? true;
	}
	expect(sockets).toHaveLength(2);
	// Signing in has a line of its own in the pool, which they are not in.
	const signIns = await Promise.all(
		Array.from({ length: 4 }, () =>
			api.post(
				'/api/auth/login',
				{ email: owner.email, password: 'not the password at all' },
				{ headers: { 'Idempotency-Key': randomUUID() } },
			),
		),
	);
	expect(new Set(statusesOf(signIns))).toEqual(new Set([401]));
	hangUp();
	const answers = await others;
	expect(statusesOf(answers)).toEqual([...Array(2).fill(422), ...Array(58).fill(429)]);
	expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('10');
	await expectInvariants(services);
});

test('a process asks 64 at a time, whosesoever they are', async () => {
	const owners = await Promise.all(Array.from({ length: 33 }, () => makeUser(services)));
	const requested = Promise.all(
		owners.flatMap((one) => [ask(one, 'mailing-list-choices'), ask(one, 'mailing-lists', { listId: '1' })]),
	);
	await until(() => sockets.length === 64);
	await sleep(20);
	expect(sockets).toHaveLength(64);
	hangUp();
	expect(statusesOf(await requested)).toEqual([...Array(64).fill(422), 503, 503]);
});
