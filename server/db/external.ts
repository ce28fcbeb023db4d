import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StopError } from '#server/platform/stop-error.ts';
import type { DatabaseOptions } from './client.ts';
import { databaseErrorCode } from './errors.ts';

const oldestMajor = 15;

/** What is behind DATABASE_URL. */
export interface ExternalDatabase {
	version: string;
	/** How time limits can be set there. */
	limitsBy: NonNullable<DatabaseOptions['limitsBy']>;
	/** Whether a statement that was prepared under a name can be run by that name later. */
	keepsStatements: boolean;
	/** Whether a single statement waits for a lock without end; only poolers leave it so. */
	hasLockLimit: boolean;
}

/**
 * Look at the database of DATABASE_URL before anything uses it.
 * @throws StopError with what is wrong and what to do
 */
export async function checkExternalDatabase(
	connectionString: string,
	options: { mayBeReplica?: boolean } = {},
): Promise<ExternalDatabase> {
	try {
		const probed = await probe(connectionString, { lock_timeout: 5000 }).catch((error) => {
			if (isRefusedParameter(error)) return null;
			throw error;
		});
		const { version, lockTimeout, isReplica } = probed ?? (await probe(connectionString, {}));
		if (isReplica && !options.mayBeReplica)
			throw new StopError('DATABASE_URL leads to a replica that only reads. Name the primary server.');
		// A pooler may also be configured to accept settings and ignore them.
		const isPooler = !probed || lockTimeout !== '5s';
		return {
			version,
			limitsBy: isPooler ? 'transaction' : 'connection',
			keepsStatements: await keepsNamedStatements(connectionString, isPooler),
			hasLockLimit: lockTimeout !== '0',
		};
	} catch (error) {
		throw explain(connectionString, error);
	}
}

/** A pooler such as PgBouncer in transaction mode knows no settings of a session. */
function isRefusedParameter(error: unknown): boolean {
	return /unsupported startup parameter/i.test((error as Error).message);
}

async function probe(
	connectionString: string,
	settings: pg.ClientConfig,
): Promise<{ version: string; lockTimeout: string; isReplica: boolean }> {
	const client = new pg.Client({ connectionString, connectionTimeoutMillis: 8000, ...settings });
	client.on('error', () => {});
	await client.connect();
	try {
		const { rows } = await client.query(`SELECT current_setting('server_version') AS version,
			current_setting('server_version_num')::int / 10000 AS major,
			current_setting('server_encoding') AS encoding, current_setting('lock_timeout') AS "lockTimeout",
			pg_is_in_recovery() AS "isReplica",
			has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate"`);
		const { version, major, encoding, isReplica, mayCreate, lockTimeout } = rows[0];
		if (major < oldestMajor) {
			throw new StopError(
				`DATABASE_URL leads to PostgreSQL ${version}, but ${oldestMajor} or newer is needed. Upgrade that server or name another.`,
			);
		}
		if (encoding !== 'UTF8') {
			throw new StopError(
				`DATABASE_URL leads to a database with the encoding ${encoding}. Make one with CREATE DATABASE foyer ENCODING 'UTF8' TEMPLATE template0.`,
			);
		}
		if (!mayCreate) {
			throw new StopError(
				'The role of DATABASE_URL may not create tables in its database. Make it the owner: ALTER DATABASE name OWNER TO role; ALTER SCHEMA public OWNER TO role.',
			);
		}
		return { version, lockTimeout, isReplica };
	} finally {
		await client.end();
	}
}

/** Connections of a pooler that are held, one after the other, until a client is moved to another one. */
const mostHeld = 8;

/**
 * A pooler that hands each transaction to another connection must carry prepared statements along (PgBouncer from 1.21 does).
 * Older ones fail in one of two ways: a name is taken that another client used, or a name is unknown where this client comes next.
 * Others work on the pooler meanwhile, so what counts is which connection it really was. In doubt a pooler is not trusted.
 */
async function keepsNamedStatements(connectionString: string, isPooler: boolean): Promise<boolean> {
	const name = `foyer_probe_${randomBytes(8).toString('hex')}`;
	const clients: pg.Client[] = [];
	const open = async () => {
		const client = new pg.Client({ connectionString, connectionTimeoutMillis: 8000, query_timeout: 5000 });
		client.on('error', () => {});
		clients.push(client);
		await client.connect();
		return client;
	};
	const ask = async (client: pg.Client): Promise<number> =>
		(await client.query({ name, text: 'SELECT pg_backend_pid() AS pid' })).rows[0].pid;
	try {
		const first = await open();
		const home = await ask(first);
		for (let held = 0; held < (isPooler ? mostHeld : 1); held += 1) {
			const other = await open();
			if ((await ask(other)) === home) return true;
			await other.query('BEGIN; SELECT 1');
			const asking = ask(first);
			asking.catch(() => {});
			const now = await Promise.race([asking, sleep(300, null)]);
			if (now === null) break;
			if (now !== home) return true;
		}
		return !isPooler;
	} catch (error) {
		// duplicate_prepared_statement, invalid_sql_statement_name
		if (['42P05', '26000'].includes(databaseErrorCode(error) ?? '')) return false;
		throw error;
	} finally {
		await Promise.all(clients.map((client) => client.end().catch(() => {})));
	}
}

/** What the operator reads; the password of the address is not in it. */
function explain(connectionString: string, error: unknown): Error {
	if (error instanceof StopError) return error;
	const url = new URL(connectionString);
	const place = url.host || url.searchParams.get('host') || 'localhost';
	const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
	const code = databaseErrorCode(error);
	const say = (text: string) => new StopError(`DATABASE_URL: ${text}`);
	switch (code) {
		case '3D000':
			return say(
				`the server at ${place} has no database "${database}". Create it (CREATE DATABASE "${database}") or name another.`,
			);
		case '28P01':
		case '28000':
			return say(
				`the server at ${place} refused user "${decodeURIComponent(url.username)}". Check user and password.`,
			);
		case '53300':
			return say(
				`the server at ${place} has no connection left. Raise its max_connections or lower DB_POOL_SIZE.`,
			);
		case '57P03':
			return say(`the server at ${place} is starting or stopping. Try again in a moment.`);
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return say(`the host "${url.hostname}" is not known. Check its name.`);
		case 'ECONNREFUSED':
		case 'ENOENT':
			return say(
				`nothing answers at ${place}. Start PostgreSQL there, or unset DATABASE_URL for the embedded one.`,
			);
		default:
			return say(
				`no connection to ${place} (${code ?? (error as Error).message}). Check address, network and TLS settings.`,
			);
	}
}
