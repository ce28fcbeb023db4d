import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeRunDirectory } from '#tests/support/run-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built product as a process of its own, with a data directory that goes away with it. */
export interface RunningApp {
	url: string;
	dataDir: string;
	/** Every line written so far, on both outputs. */
	lines: string[];
	process: ChildProcess;
	/** Stop in order and remove the data. */
	stop(): Promise<void>;
	/** SIGKILL; the data stays for the next start. */
	kill(): Promise<void>;
}

export interface AppOptions {
	env?: Record<string, string>;
	/** Start on the data of an earlier process. */
	dataDir?: string;
	/** A fixed port; a free one unless told. */
	port?: number;
}

function spawnNode(script: string[], dataDir: string, options: AppOptions) {
	return spawn(join(root, 'node_modules/.bin/node'), ['--enable-source-maps', ...script], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...cleanEnvironment(),
			NODE_ENV: 'production',
			PORT: String(options.port ?? 0),
			HOST: '127.0.0.1',
			DATA_DIR: dataDir,
			FOYER_DEMO: 'off',
			RATE_LIMITS: 'off',
			...options.env,
		},
	});
}

/** What takes longer to end hangs: nothing that is run to its end here has work for this long. */
const longestRunMs = 90_000;

/** The same for a start that has said why it cannot be: all that is left is to end. */
const longestEndMs = 15_000;

/**
 * Run the server or a command (`server/cli/main.ts`, words …) until it ends by itself. A process that does not end is killed and run
 * once more: Node can deadlock in process.exit() while it compiles in the background (nodejs/node#54918).
 */
export async function runToEnd(
	script: string[],
	options: AppOptions & { dataDir: string },
): Promise<{ code: number | null; output: string; errors: string }> {
	for (let attempt = 1; ; attempt++) {
		const child = spawnNode(script, options.dataDir, options);
		const endWithin = (ms: number) => setTimeout(() => child.kill('SIGKILL'), ms);
		let limit = endWithin(longestRunMs);
		child.stderr.on('data', (chunk: Buffer) => {
			if (!chunk.includes('Foyer cannot start. ')) return;
			clearTimeout(limit);
			limit = endWithin(longestEndMs);
		});
		const [output, errors, [code, signal]] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
		]);
		clearTimeout(limit);
		if (signal !== 'SIGKILL') return { code, output, errors };
		if (attempt === 2) throw new Error(`${script.join(' ')} did not end.\n${output}${errors}`);
	}
}

/** Start the product and wait until it answers. */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
	const dataDir = options.dataDir ?? (await makeRunDirectory('foyer-e2e-'));
	const child = spawnNode(['server/main.ts'], dataDir, options);
	const lines: string[] = [];
	const exited = once(child, 'exit');
	const url = await new Promise<string>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on('line', (line) => {
				lines.push(line);
				const ready = / is ready: (\S+)/.exec(line);
				if (ready) resolve(ready[1]!);
			});
		}
		void exited.then(() => reject(new Error(`The app did not start.\n${lines.join('\n')}`)));
	});
	return {
		// The browser treats localhost and 127.0.0.1 as different origins; the app says localhost.
		url,
		dataDir,
		lines,
		process: child,
		async stop() {
			// After a kill the data belongs to the next start.
			if (child.signalCode === 'SIGKILL') return;
			child.kill('SIGTERM');
			const limit = setTimeout(() => child.kill('SIGKILL'), longestRunMs);
			await exited;
			clearTimeout(limit);
			await rm(dataDir, { recursive: true, force: true });
		},
		async kill() {
			child.kill('SIGKILL');
			await exited;
		},
	};
}

/** Settings of whoever runs the tests are not for the instance under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const ours =
		/^(PORT|HOST|APP_URL|DATA_DIR|DATABASE_URL|SMTP_URL|MAIL_FROM|SUPPORT_EMAIL|MAILCHIMP_URL|BREVO_URL|SECRET_KEY|SENTRY_DSN|PRODUCT_NAME|TRUST_PROXY|LOG_LEVEL|DB_POOL_SIZE|FOYER_.*|RATE_LIMIT.*)$/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
