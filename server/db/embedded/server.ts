import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { access, open, stat, truncate } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { StopError } from '#server/platform/stop-error.ts';
import type { DatabaseAddress } from '../address.ts';
import { databaseErrorCode } from '../errors.ts';
import { ensureCluster, superuser } from './cluster.ts';
import { diskFull } from './directories.ts';
import type { Place } from './place.ts';
import { killOrphans, removeStaleLockFile } from './processes.ts';

/** A running server of our own. */
export interface EmbeddedDatabase {
	readonly address: DatabaseAddress & { host: string };
	/** The cluster was made by this start: nothing is in it yet. */
	readonly isNew: boolean;
	/** Process of the server; null when it was started by somebody else. */
	readonly pid: () => number | null;
	/** Stop the server if this process started it. */
	stop(): Promise<void>;
}

export interface EmbeddedOptions {
	place: Place;
	log: Log;
	/** Trade durability for speed; for tests. */
	isDisposable?: boolean;
	maxConnections?: number;
	/** How often the supervisor checks that its server can still be reached: every five seconds unless stated. */
	checkEveryMs?: number;
}

/** Name of the database and of the role that owns it. */
const name = 'foyer';
const maxLogBytes = 5 * 1024 * 1024;
const startTimeoutMs = 30_000;
/** Replaying the log after a crash may take long on a slow disk. */
const recoveryTimeoutMs = 300_000;

/**
 * Start PostgreSQL at `place`, or join the one that runs there already. When the server dies while we live, it is
 * started again; callers see refused connections meanwhile.
 * @throws StopError when it cannot run here
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
	const { place } = options;
	const { isNew } = await ensureCluster(place, options.isDisposable ? ['--no-sync'] : []);
	const server = new Supervisor(options);
	await server.start();
	server.watch();
	try {
		await ensureDatabase(server.adminAddress);
	} catch (error) {
		await server.stop();
		throw error;
	}
	return {
		address: embeddedAddress(place),
		isNew,
		pid: () => server.pid,
		stop: () => server.stop(),
	};
}

/** The address at which the embedded server listens when it runs. */
export function embeddedAddress(place: Place): DatabaseAddress & { host: string } {
	return { host: place.socketDirectory, user: name, database: name };
}

class Supervisor {
	readonly adminAddress: { host: string; user: string; database: string };
	readonly #options: EmbeddedOptions;
	readonly #logFile: string;
	#child: ChildProcess | null = null;
	#sentinel: pg.Client | null = null;
	#isStopping = false;
	#check: NodeJS.Timeout | undefined;
	#restart: Promise<void> | null = null;
	/** Where in the log file the lines of the last try begin. */
	#logStart: number | null = null;

	constructor(options: EmbeddedOptions) {
		this.#options = options;
		this.#logFile = join(options.place.dataDir, 'postgres.log');
		this.adminAddress = { host: options.place.socketDirectory, user: superuser, database: 'postgres' };
	}

	get pid(): number | null {
		return this.#child?.pid ?? null;
	}

	/** Check from now on that new connections can be made. */
	watch(): void {
		const { checkEveryMs = 5_000 } = this.#options;
		this.#check = setInterval(() => void this.#restartWithoutSocket(), checkEveryMs);
		this.#check.unref();
	}

	/** Join a running server, else spawn one, until one answers. */
	async start(): Promise<void> {
		let deadline = Date.now() + startTimeoutMs;
		let hasSpawned = false;
		const recoveryDeadline = Date.now() + recoveryTimeoutMs;
		for (let round = 0; !this.#isStopping; round++) {
			const state = await this.#tryConnect();
			if (state === 'up') return;
			// Busy with recovery or shutting down: alive, so worth more patience.
			if (state === 'busy') deadline = Math.min(Date.now() + startTimeoutMs, recoveryDeadline);
			if (Date.now() > deadline) throw await this.#failure();
			if (this.#child === null && state === 'down') {
				if (round > 0) await this.#clearRemains(round);
				await this.#spawn();
				hasSpawned = true;
			}
			await sleep(this.#child === null ? 100 : state === 'busy' ? 50 : 15);
			// What an earlier server wrote while it ended says nothing about a new one.
			if (hasSpawned && this.#child === null) await this.#throwIfHopeless();
		}
	}

	async stop(): Promise<void> {
		this.#isStopping = true;
		clearInterval(this.#check);
		await this.#restart?.catch(() => {});
		const sentinel = this.#sentinel;
		this.#sentinel = null;
		await sentinel?.end().catch(() => {});
		const child = this.#child;
		if (child === null || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill('SIGINT');
		const isLate = Symbol('late');
		if ((await Promise.race([exited, sleep(8000, isLate, { ref: false })])) === isLate) {
			child.kill('SIGQUIT');
			await exited;
		}
	}

	/** A connection that stays open reports at once when the server goes away, also when another process started it. */
	async #tryConnect(): Promise<'up' | 'busy' | 'down'> {
		const client = new pg.Client({
			...this.adminAddress,
			application_name: 'foyer supervisor',
			connectionTimeoutMillis: 5000,
		});
		client.on('error', () => {});
		try {
			await client.connect();
		} catch (error) {
			const code = databaseErrorCode(error);
			// 57P03: starting up, shutting down or recovering; 53300: all places taken, so it runs.
			return code === '57P03' || code === '53300' ? 'busy' : 'down';
		}
		this.#sentinel = client;
		client.on('end', () => {
			if (this.#sentinel === client) this.#onLost();
		});
		return 'up';
	}

	/** The server cannot make its socket anew: when something removed it, only a restart lets new connections in. */
	async #restartWithoutSocket(): Promise<void> {
		if (this.#child === null || this.#restart || this.#sentinel === null) return;
		const socket = join(this.adminAddress.host, '.s.PGSQL.5432');
		const isGone = await access(socket).then(
			() => false,
			(error: NodeJS.ErrnoException) => error.code === 'ENOENT',
		);
		if (!isGone || this.#isStopping) return;
		this.#options.log.warn({ socket }, 'database.socket-removed');
		this.#child?.kill('SIGINT');
	}

	#onLost(): void {
		this.#sentinel = null;
		if (this.#isStopping || this.#restart) return;
		this.#options.log.warn('database.lost');
		this.#restart = this.#startAgain().finally(() => {
			this.#restart = null;
		});
	}

	/** Never gives up: the operator may free the disk or mend the rights while we wait. */
	async #startAgain(): Promise<void> {
		for (let pauseMs = 500; !this.#isStopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
			try {
				await this.start();
				if (!this.#isStopping) this.#options.log.warn({ pid: this.pid }, 'database.restarted');
				return;
			} catch (error) {
				this.#options.log.error({ error }, 'database.restart-failed');
				await sleep(pauseMs);
			}
		}
	}

	async #spawn(): Promise<void> {
		const size = (await stat(this.#logFile).catch(() => null))?.size ?? 0;
		const isTooLong = size > maxLogBytes;
		if (isTooLong) await truncate(this.#logFile).catch(() => {});
		this.#logStart = isTooLong ? 0 : size;
		await this.#options.place.runner.makeDirectory(this.adminAddress.host);
		const [command, args] = this.#options.place.runner.commandLine(
			this.#options.place.binaries.postgres,
			['-D', this.#options.place.cluster, ...this.#settings()],
			true,
		);
		const output = openLogFile(this.#logFile);
		// Its own process group: Ctrl-C in the terminal reaches only us, and we stop it in order.
		const child = spawn(command, args, {
			stdio: ['ignore', output, output],
			detached: true,
			env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
		});
		if (typeof output === 'number') closeSync(output);
		const forget = () => {
			if (this.#child === child) this.#child = null;
		};
		child.once('exit', forget);
		child.once('error', forget);
		this.#child = child;
	}

	#settings(): string[] {
		const settings: Record<string, string | number> = {
			listen_addresses: '',
			unix_socket_directories: `"${this.adminAddress.host}"`,
			unix_socket_permissions: '0700',
			max_connections: this.#options.maxConnections ?? 60,
			shared_buffers: `${bufferMegabytes()}MB`,
			// What is not in the buffers is in the kernel's cache or on a disk that seeks for nothing: an index pays off sooner than on the
			// spinning disks of the default.
			random_page_cost: 1.1,
			effective_cache_size: `${4 * bufferMegabytes()}MB`,
			jit: 'off',
			// A sale fills empty tables within seconds: statements that were planned before must not wait a minute for statistics.
			autovacuum_naptime: '5s',
			wal_level: 'minimal',
			max_wal_senders: 0,
			io_method: 'sync',
			timezone: 'UTC',
			log_timezone: 'UTC',
			// Failed statements carry people's data; the application logs what matters.
			log_min_error_statement: 'panic',
			...(this.#options.isDisposable && {
				autovacuum: 'off',
				fsync: 'off',
				synchronous_commit: 'off',
				full_page_writes: 'off',
				shared_buffers: '64MB',
			}),
		};
		return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
	}

	/** What a killed server left behind keeps the next one from starting. */
	async #clearRemains(round: number): Promise<void> {
		if (await removeStaleLockFile(this.#options.place.cluster))
			this.#options.log.warn('database.stale-lock-removed');
		if (round > 50) await killOrphans(this.#options.place.cluster, round > 80 ? 'SIGKILL' : 'SIGQUIT');
	}

	/** Only what an earlier server left behind goes away by itself. */
	async #throwIfHopeless(): Promise<void> {
		const tail = await this.#logTail();
		if (/No space left on device/.test(tail)) throw diskFull(this.#options.place.dataDir);
		const willPass =
			/lock file .* (already exists|is empty)|pre-existing shared memory block|already in use/.test(tail);
		if (/FATAL|PANIC|^\S+: (error|could not)/m.test(tail) && !willPass) throw await this.#failure();
	}

	async #failure(): Promise<StopError> {
		const tail = await this.#logTail();
		if (/lock file "postmaster.pid" already exists/.test(tail)) {
			return new StopError(
				`The embedded database in ${this.#options.place.cluster} is in use by another server that cannot be reached at ${this.adminAddress.host}. Stop it, or start Foyer with the same temporary directory (TMPDIR).`,
			);
		}
		const lines = tail.split('\n');
		const fatal = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '';
		const reason = fatal.replace(/^.*?(?:FATAL|PANIC|ERROR):\s*/, '').trim() || 'it did not answer';
		return new StopError(
			`The embedded database in ${this.#options.place.cluster} does not start: ${reason}. More in ${this.#logFile}.`,
		);
	}

	/** What the last try wrote. */
	async #logTail(): Promise<string> {
		const file = this.#logStart === null ? null : await open(this.#logFile).catch(() => null);
		if (file === null) return '';
		try {
			const { size } = await file.stat();
			const length = Math.max(0, Math.min(size - (this.#logStart ?? 0), 4000));
			const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
			return buffer.toString('utf8').trim();
		} finally {
			await file.close();
		}
	}
}

/** An eighth of the memory of the machine or its container, within reason; what is not used is not taken. */
function bufferMegabytes(): number {
	const limit = process.constrainedMemory();
	const bytes = Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
	return Math.round(Math.min(Math.max(bytes / 8 / 1024 ** 2, 128), 2_048));
}

/** Where the disk is full even an empty log may not be made; the server can still say no by itself. */
function openLogFile(path: string): number | 'ignore' {
	try {
		return openSync(path, 'a', 0o600);
	} catch {
		return 'ignore';
	}
}

async function ensureDatabase(adminAddress: DatabaseAddress): Promise<void> {
	const client = new pg.Client(adminAddress);
	client.on('error', () => {});
	await client.connect();
	try {
		const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
		if (rowCount) return;
		await client.query(`CREATE ROLE ${name} LOGIN`).catch(ignoreDuplicate);
		await client.query(`CREATE DATABASE ${name} OWNER ${name}`).catch(ignoreDuplicate);
	} finally {
		await client.end();
	}
}

/** Another process was faster: duplicate_object, duplicate_database, or the unique index behind them. */
function ignoreDuplicate(error: unknown): void {
	if (!['42710', '42P04', '23505'].includes(databaseErrorCode(error) ?? '')) throw error;
}
