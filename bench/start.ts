import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { figure } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { nodeFlags } from './support/stage.ts';

const root = join(import.meta.dirname, '..');

/** From the start of the process until its first page is answered: on an empty directory with demo content, and again after that. */
export const bench: Bench = {
	async run({ rounds, say }) {
		const first: number[] = [];
		const again: number[] = [];
		const memory: number[] = [];
		for (let round = 0; round < rounds; round += 1) {
			const folder = await mkdtemp(join(tmpdir(), 'foyer-start-'));
			try {
				const cold = await start(folder);
				const warm = await start(folder);
				first.push(cold.tookMs);
				again.push(warm.tookMs);
				memory.push(warm.peakBytes / 1e6);
				say(`first ${Math.round(cold.tookMs)} ms, again ${Math.round(warm.tookMs)} ms`);
			} finally {
				await rm(folder, { recursive: true, force: true });
			}
		}
		return [
			{
				what: 'First start, installed and built, to the first page (makes database and demo content)',
				subject: figure(first, 'ms'),
			},
			{ what: 'Start after that, to the first page', subject: figure(again, 'ms') },
			{ what: 'Peak memory of a process that has started and shown one page', subject: figure(memory, 'MB') },
		];
	},
};

async function start(dataDir: string): Promise<{ tookMs: number; peakBytes: number }> {
	const startMs = performance.now();
	const { DATABASE_URL: _url, FOYER_ROLE: _role, ...inherited } = process.env;
	const child = spawn(process.execPath, [...nodeFlags, join(root, 'server/main.ts')], {
		env: {
			...inherited,
			NODE_ENV: 'production',
			PORT: '0',
			HOST: '127.0.0.1',
			DATA_DIR: dataDir,
			LOG_LEVEL: 'warn',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	try {
		const port = await new Promise<string>((resolve, reject) => {
			child.once('exit', (status) => reject(new Error(`the product ended with ${status}`)));
			createInterface({ input: child.stdout }).on('line', (line) => {
				const found = /is ready: \S+:(\d+)$/.exec(line)?.[1];
				if (found) resolve(found);
			});
		});
		const page = await fetch(`http://127.0.0.1:${port}/`);
		await page.text();
		if (!page.ok) throw new Error(`the first page was answered with ${page.status}`);
		const tookMs = performance.now() - startMs;
		const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
		return { tookMs, peakBytes: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024 };
	} finally {
		child.kill('SIGTERM');
		await ended;
	}
}
