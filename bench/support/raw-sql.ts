import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Stage } from './stage.ts';

/** One statement, run by several clients over and over, each waiting for its answer before it asks again. */
export interface RawScript {
	text: string;
	/** Values of `:name` in the text, a new one for each run: random whole numbers from 1 to `upTo`. */
	randoms?: Record<string, number>;
	clients: number;
	seconds: number;
}

/** How the raw figures are taken here: by pgbench where the system has it, else by the driver of the product. */
export const rawTool = findPgbench() ? 'pgbench' : 'the pg driver, prepared';

/** Runs a second. pgbench in prepared mode costs least; without it the pg driver runs the same prepared statement. */
export async function rawPerSecond({ address }: Stage, script: RawScript): Promise<number> {
	const pgbench = findPgbench();
	return pgbench ? byPgbench(pgbench, address, script) : byDriver(address, script);
}

function findPgbench(): string | undefined {
	const versions = '/usr/lib/postgresql';
	const directories = [...(process.env.PATH ?? '').split(':')];
	try {
		directories.push(
			...readdirSync(versions)
				.sort((a, b) => Number(b) - Number(a))
				.map((one) => join(versions, one, 'bin')),
		);
	} catch {
		// No such directory: not Debian, or no PostgreSQL of the system.
	}
	return directories
		.map((directory) => join(directory, 'pgbench'))
		.find((path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

async function byPgbench(pgbench: string, address: Stage['address'], script: RawScript): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), 'foyer-pgbench-'));
	try {
		const file = join(folder, 'script.sql');
		const sets = Object.entries(script.randoms ?? {}).map(
			([name, upTo]) => `\\set ${name} random(1, ${upTo})\n`,
		);
		await writeFile(file, `${sets.join('')}${script.text.replaceAll(/\s+/g, ' ').trim()};\n`);
		const child = spawn(
			pgbench,
			[
				...['-n', '-M', 'prepared', '-f', file, '-T', String(script.seconds)],
				...['-c', String(script.clients), '-j', String(Math.min(2, script.clients))],
				...['-h', address.host, '-U', address.user, address.database],
			],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		let output = '';
		child.stdout.on('data', (chunk) => {
			output += chunk;
		});
		await once(child, 'close');
		const perSecond = /^tps = ([\d.]+)/m.exec(output)?.[1];
		if (!perSecond) throw new Error(`pgbench said: ${output}`);
		return Number(perSecond);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function byDriver(address: Stage['address'], script: RawScript): Promise<number> {
	const names = Object.entries(script.randoms ?? {});
	const text = names.reduce(
		(sql, [name], index) => sql.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), `$${index + 1}`),
		script.text,
	);
	const untilMs = performance.now() + script.seconds * 1_000;
	let done = 0;
	await Promise.all(
		Array.from({ length: script.clients }, async () => {
			const client = new pg.Client(address);
			await client.connect();
			while (performance.now() < untilMs) {
				const values = names.map(([, upTo]) => 1 + Math.floor(Math.random() * upTo));
				await client.query({ name: 'raw', text, values });
				done += 1;
			}
			await client.end();
		}),
	);
	return done / script.seconds;
}
