import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSilentLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startSharingPooler } from '#tests/support/sharing-pooler.ts';
import { createDatabase } from './client.ts';
import { checkExternalDatabase } from './external.ts';
import { migrateDatabase } from './migrate.ts';

describe('a database of the operator', () => {
	let database: TestDatabase;
	let name: string;
	let pooler: Server;
	const sockets = new Set<Socket>();
	let isPooling = true;

	beforeAll(async () => {
		database = await createTestDatabase();
		name = (database.address as { database: string }).database;
		// In front of the server as a pooler in transaction mode would be: settings of a session are refused.
		pooler = createServer((client) => {
			sockets.add(client);
			client.on('error', () => {});
			client.once('data', (startup) => {
				if (isPooling && startup.includes('lock_timeout')) {
					client.end(errorResponse('08P01', 'unsupported startup parameter: lock_timeout'));
					return;
				}
				const server = connect(`${inject('databaseHost')}/.s.PGSQL.5432`);
				server.on('error', () => client.destroy());
				server.write(startup);
				client.pipe(server).pipe(client);
			});
		});
		await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => {
		for (const socket of sockets) socket.destroy();
		pooler.close();
		await database.drop();
	});

	const address = (user = 'foyer', target = name) =>
		`postgres://${user}:secret-word@127.0.0.1:${(pooler.address() as AddressInfo).port}/${target}`;

	test('time limits are set on the connection where that works', async () => {
		isPooling = false;
		expect(await checkExternalDatabase(address())).toMatchObject({
			limitsBy: 'connection',
			keepsStatements: true,
			hasLockLimit: true,
		});
	});

	test('behind a pooler everything works without settings of a session', async () => {
		isPooling = true;
		const { limitsBy, version, keepsStatements, hasLockLimit } = await checkExternalDatabase(address());
		expect({ limitsBy, keepsStatements, hasLockLimit }).toEqual({
			limitsBy: 'transaction',
			// Nothing showed that it carries them along.
			keepsStatements: false,
			hasLockLimit: false,
		});
		expect(version).toMatch(/^18/);
		await migrateDatabase({ connectionString: address() });
		const pooled = createDatabase({
			address: { connectionString: address() },
			log: createSilentLog(),
			limitsBy,
		});
		const result = await pooled.transaction(
			async (tx) => (await tx.execute(sql`SHOW lock_timeout`)) as pg.QueryResult,
		);
		expect(result.rows).toEqual([{ lock_timeout: '1500ms' }]);
		await pooled.close();
	});

	test('behind a pooler that mixes up prepared statements they are sent whole', async () => {
		// Every client talks over the same connection to the server, so names of one meet names of another.
		const shared = await startSharingPooler(`${inject('databaseHost')}/.s.PGSQL.5432`, {
			user: 'foyer',
			database: name,
		});
		const connectionString = `postgres://foyer@127.0.0.1:${shared.port}/${name}`;
		expect(await checkExternalDatabase(connectionString)).toMatchObject({ keepsStatements: false });
		const ask = async (keepsStatements: boolean) => {
			const clients = [1, 2].map(() =>
				createDatabase({
					address: { connectionString },
					log: createSilentLog(),
					limitsBy: 'transaction',
					keepsStatements,
				}),
			);
			try {
				const answers = [];
				for (const { pool } of clients)
					answers.push(
						(await pool.query({ name: 'the-same', text: 'SELECT $1::int AS n', values: [7] })).rows,
					);
				return answers;
			} finally {
				for (const client of clients) await client.close();
			}
		};
		await expect(ask(true)).rejects.toMatchObject({ code: '42P05' });
		expect(await ask(false)).toEqual([[{ n: 7 }], [{ n: 7 }]]);
		shared.close();
	});

	const wrong: [string, () => string, RegExp][] = [
		['no such database', () => address('foyer', 'nowhere'), /no database "nowhere".*CREATE DATABASE/],
		['no such user', () => address('stranger'), /refused user "stranger"/],
		[
			'nobody listens',
			() => 'postgres://foyer:secret-word@127.0.0.1:1/foyer',
			/nothing answers at 127\.0\.0\.1:1/,
		],
		[
			'no such host',
			() => 'postgres://foyer:secret-word@no-host.invalid/foyer',
			/host "no-host\.invalid" is not known/,
		],
		['a role without rights', () => address('reader'), /may not create tables/],
		['another encoding', () => address('foyer', 'latin'), /encoding LATIN1/],
	];
	test.each(wrong)('%s: one line that says what to do', async (_name, url, message) => {
		await prepare();
		const error = await checkExternalDatabase(url()).catch((caught: unknown) => caught);
		expect(error).toMatchObject({ name: 'StopError' });
		expect((error as Error).message).toMatch(message);
		expect((error as Error).message).not.toMatch(/secret-word|\n/);
	});

	async function prepare() {
		const admin = new pg.Client({ host: inject('databaseHost'), user: 'postgres', database: 'postgres' });
		await admin.connect();
		await admin.query('CREATE ROLE reader LOGIN').catch(() => {});
		await admin
			.query(
				`CREATE DATABASE latin OWNER foyer ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
			)
			.catch(() => {});
		await admin.end();
	}
});

function errorResponse(code: string, message: string): Buffer {
	const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
	const head = Buffer.alloc(5);
	head.write('E');
	head.writeInt32BE(fields.byteLength + 4, 1);
	return Buffer.concat([head, fields]);
}
