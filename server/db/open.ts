import { rmdir } from 'node:fs/promises';
import type { Config } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log.ts';
import { StopError } from '#server/platform/stop-error.ts';
import { createDatabase, type Database } from './client.ts';
import { preparePlace } from './embedded/place.ts';
import { embeddedAddress, startEmbeddedDatabase } from './embedded/server.ts';
import { checkExternalDatabase } from './external.ts';
import { type LockHolder, waitForInstanceLock } from './instance-lock.ts';

/** The database of this process, whichever it is. */
export interface OpenDatabase {
	database: Database;
	/** An embedded database that this start has made. */
	isNew: boolean;
	/** One line for people: which PostgreSQL this is. */
	description: string;
	/** Name the address at which we serve to whoever starts a second one. */
	announce(address: string): void;
	/** Close the connections; stops the embedded server when this process started it, and gives the lock back. */
	close(): Promise<void>;
}

export interface OpenOptions {
	config: Config;
	log: Log;
	/** A server refuses to run beside another one; a command joins it. Both wait for another command to end. */
	kind: LockHolder['kind'];
	/** Name of the command, or address of the server, for whoever meets the lock. */
	label: string;
	/** A command that must not run beside a server. */
	isExclusive?: boolean;
	/** A command that changes nothing, so that a replica will do. */
	isReading?: boolean;
	/** Called when nobody else runs on the data directory, before anything is started; may refuse by throwing. */
	onLocked?: () => Promise<void>;
	/** Called once when another command has to be waited for. */
	onWait?: (holder: LockHolder) => void;
	/** Called with the path of a lock of unknown origin, before it is watched for some seconds. */
	onWatch?: (path: string) => void;
}

/** Nobody waits for an answer of a command, and some read everything: `verify` on a million guests. */
const commandTimeouts = { statementMs: 60 * 60_000 };

/**
 * Open the database that the settings name: that of DATABASE_URL, or the embedded one, started if need be.
 * @throws StopError when it cannot be used or another Foyer runs on the data directory
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
	const { config, log } = options;
	const timeouts = options.kind === 'command' ? commandTimeouts : {};
	const applicationName = options.kind === 'server' ? `foyer ${config.role}` : `foyer ${options.label}`;
	if (config.databaseUrl !== undefined) {
		await options.onLocked?.();
		const { limitsBy, version, keepsStatements, hasLockLimit } = await checkExternalDatabase(
			config.databaseUrl,
			{ mayBeReplica: options.isReading ?? false },
		);
		if (!hasLockLimit) {
			log.warn(
				{ setting: "ALTER ROLE … SET lock_timeout = '1500ms'" },
				'database.no-lock-limit: behind a pooler a held lock is waited for too long; set the limit on the role',
			);
		}
		const database = createDatabase({
			address: { connectionString: config.databaseUrl },
			log,
			limitsBy,
			keepsStatements,
			poolSize: config.dbPoolSize,
			applicationName,
			timeouts,
		});
		return {
			database,
			isNew: false,
			description: `PostgreSQL ${version} of DATABASE_URL`,
			announce() {},
			close: () => database.close(),
		};
	}

	const { place, result } = await lockPlace(options);
	const connect = () =>
		createDatabase({
			address: embeddedAddress(place),
			log,
			poolSize: config.dbPoolSize,
			applicationName,
			timeouts,
		});
	const description = `embedded PostgreSQL in ${place.cluster}`;

	if ('holder' in result) {
		const { label, pid } = result.holder;
		if (options.isExclusive) {
			throw new StopError(
				`Foyer runs on ${config.dataDir}${pid ? ` (process ${pid})` : ''}. Stop it, then try again.`,
			);
		}
		if (options.kind === 'server') {
			throw new StopError(
				`Foyer already runs on ${config.dataDir}${label && ` at ${label}`}${pid ? ` (process ${pid})` : ''}. Stop it first, or set DATA_DIR and PORT for a second one.`,
			);
		}
		const database = connect();
		return { database, isNew: false, description, announce() {}, close: () => database.close() };
	}
	const { lock } = result;
	const leave = async () => {
		await lock.release();
		// Fails as long as somebody else is in it.
		await rmdir(place.socketDirectory).catch(() => {});
	};
	try {
		await options.onLocked?.();
		const server = await startEmbeddedDatabase({ place, log });
		const database = connect();
		return {
			database,
			isNew: server.isNew,
			description,
			announce: (address) => void lock.relabel(address),
			async close() {
				await database.close();
				await server.stop();
				await leave();
			},
		};
	} catch (error) {
		await leave();
		throw error;
	}
}

/** Whoever stops removes the directory of the sockets, perhaps just after we made it: then it is made once more. */
async function lockPlace(options: OpenOptions) {
	for (let attempt = 1; ; attempt++) {
		const place = await preparePlace(options.config.dataDir);
		try {
			const own = { kind: options.kind, label: options.label };
			const result = await waitForInstanceLock(options.config.dataDir, own, options.onWait ?? (() => {}), {
				onWatch: options.onWatch,
			});
			return { place, result };
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			// A socket cannot be bound in a directory that is gone: ENOENT, or EACCES from some versions of Node.
			if (attempt >= 5 || (code !== 'ENOENT' && code !== 'EACCES')) throw error;
		}
	}
}
