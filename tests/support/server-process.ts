import { type ChildProcess, type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';
import type { Poller } from '#server/domain/module.ts';
import type { Program } from './programs.ts';
import type { FaultOrder, GuardCut } from './server-faults.ts';

/** Starts a program of tests: with room for what it makes while it starts, and what others have compiled of it. */
const runProgram = (program: Program, words: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions) =>
	spawn(
		process.execPath,
		[
			'--min-semi-space-size=16',
			'--max-semi-space-size=32',
			join(inject('programs'), `${program}.mjs`),
			...words,
		],
		{ stdio, env: { ...env, NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') } },
	);

/** Starts a worker of tests, which writes a line when it works. */
export const startWorkerProgram = (program: Exclude<Program, 'server-program'>, words: string[]) =>
	runProgram(program, words, process.env, ['ignore', 'pipe', 'inherit']) as ChildProcessByStdio<
		null,
		Readable,
		null
	>;

export interface Answer {
	/** 0 when the connection ended without an answer. */
	status: number;
	headers: Record<string, string | string[] | undefined>;
	// biome-ignore lint/suspicious/noExplicitAny: tests read into bodies freely
	body: any;
	/** From asking to the whole answer. */
	tookMs: number;
}

/** A server in a process of its own. */
export interface ServerProcess {
	readonly port: number;
	readonly pid: number;
	/** What it wrote. */
	output(): string;
	isRunning(): boolean;
	/** Asks over HTTP; a broken connection is an answer with status 0. */
	call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
	order(order: FaultOrder): Promise<void>;
	/** Resolves when the process is gone. */
	signal(signal: NodeJS.Signals): Promise<void>;
	/** Resolves when the process has ended by itself. */
	ended(): Promise<void>;
}

export interface ServerOptions {
	databaseUrl?: string;
	role?: 'web' | 'worker' | 'both';
	port?: number;
	environment?: Record<string, string>;
	guardCuts?: GuardCut[];
	/** What a test waits for: these look again soon after they found nothing. */
	prompt?: readonly Pick<Poller, 'name'>[];
}

/** The address of a database on a socket of ours. */
export const socketUrl = (host: string, database: string): string =>
	`postgres://foyer@localhost/${database}?host=${encodeURIComponent(host)}`;

/** The address of a database that `createTestDatabase` made. */
export const testDatabaseUrl = (database: { address: object }): string =>
	socketUrl(inject('databaseHost'), (database.address as { database: string }).database);

const running = new Set<ServerProcess>();

/** Ends every server of the test file when it is over. */
export function useServerProcesses(): typeof startServerProcess {
	afterAll(async () => {
		await Promise.all([...running].map((server) => server.signal('SIGKILL')));
	});
	return startServerProcess;
}

/** Starts a server and waits until it is ready. */
export async function startServerProcess(options: ServerOptions = {}): Promise<ServerProcess> {
	const { role = 'web' } = options;
	const environment = {
		PATH: process.env.PATH,
		TMPDIR: tmpdir(),
		NODE_ENV: 'test',
		HOST: '127.0.0.1',
		PORT: String(options.port ?? 0),
		APP_URL: 'https://foyer.test',
		DATA_DIR: await mkdtemp(join(tmpdir(), 'foyer-data-')),
		RATE_LIMITS: 'off',
		LOG_LEVEL: 'warn',
		FOYER_ROLE: role,
		FOYER_DEMO: 'off',
		TEST_GUARD_CUTS: JSON.stringify(options.guardCuts ?? []),
		TEST_PROMPT: JSON.stringify((options.prompt ?? []).map(({ name }) => name)),
		...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
		...options.environment,
	};
	const child = runProgram('server-program', [], environment, ['ignore', 'pipe', 'pipe', 'ipc']);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	// A machine that does much else takes its time; one that never starts ends by itself.
	for (const untilMs = performance.now() + 120_000; !/^Database: /m.test(output); ) {
		if (!isRunning() || performance.now() > untilMs) {
			child.kill('SIGKILL');
			throw new Error(`The server did not start:\n${output}`);
		}
		await sleep(20);
	}
	const port = Number(/Listening on port (\d+)/.exec(output)?.[1] ?? 0);
	const server = wrap(child, port, () => output);
	running.add(server);
	child.once('exit', () => running.delete(server));
	return server;
}

function wrap(child: ChildProcess, port: number, output: () => string): ServerProcess {
	const agent = new Agent({ keepAlive: true, maxSockets: 256 });
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const ended = async () => {
		if (isRunning()) await once(child, 'exit');
	};
	return {
		port,
		pid: child.pid ?? 0,
		output,
		isRunning,
		ended,
		call: (method, path, body, headers = {}) =>
			new Promise((resolve) => {
				const sinceMs = performance.now();
				const text = body === undefined ? undefined : JSON.stringify(body);
				const answer = (status: number, received: Answer['headers'], content: string) =>
					resolve({ status, headers: received, body: parse(content), tookMs: performance.now() - sinceMs });
				const request = send(
					{
						agent,
						port,
						host: '127.0.0.1',
						method,
						path,
						headers: {
							...(text !== undefined && {
								'Content-Type': 'application/json',
								'Content-Length': String(Buffer.byteLength(text)),
							}),
							...headers,
						},
					},
					(response) => {
						const chunks: Buffer[] = [];
						response.on('data', (chunk: Buffer) => chunks.push(chunk));
						response.on('error', () => answer(0, {}, ''));
						response.on('end', () =>
							answer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
						);
					},
				);
				request.on('error', () => answer(0, {}, ''));
				request.end(text);
			}),
		async order(order) {
			const done = once(child, 'message');
			child.send(order);
			await done;
		},
		async signal(signal) {
			agent.destroy();
			child.kill(signal);
			await ended();
		},
	};
}

function parse(text: string): unknown {
	try {
		return text === '' ? null : JSON.parse(text);
	} catch {
		return text;
	}
}
