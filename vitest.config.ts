import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { messages } from './scripts/vite/messages.ts';

/** This replaces modules by others, so it has a process of its own. */
const replacing = ['app/shell/frame.test.tsx'];

/**
 * Tests run as Node runs the code; only Lingui's macro in the app is compiled, as in the build. Files share a process and the modules it
 * has loaded: loading them anew for each took as long as the tests.
 */
export default defineConfig({
	cacheDir: '.cache/vitest',
	plugins: [messages()],
	test: {
		environment: 'node',
		pool: 'forks',
		// One more than the cores of a small machine: much of what is tested waits for the database, for processes and for time.
		maxWorkers: 3,
		// These end what hangs. They are far beyond what a test takes, so that none fails because the machine is busy; the long run
		// of the tests of faults has many rounds of each.
		testTimeout: process.env.FAULT_LONG === '1' ? 2 * 3_600_000 : 600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 60_000 } },
		restoreMocks: true,
		setupFiles: './tests/support/restore-globals.ts',
		unstubEnvs: true,
		env: { NODE_ENV: 'test', TZ: 'UTC', FAULT_SEED: process.env.FAULT_SEED ?? String(randomInt(2 ** 31)) },
		projects: [
			{
				extends: true,
				test: {
					name: 'pure',
					isolate: false,
					include: ['{app,shared,scripts}/**/*.test.{ts,tsx}'],
					exclude: replacing,
				},
			},
			{
				extends: true,
				test: {
					name: 'server',
					isolate: false,
					include: ['{server,tests}/**/*.test.ts'],
					globalSetup: './tests/support/global-setup.ts',
				},
			},
			{
				extends: true,
				test: { name: 'replacing', include: replacing },
			},
		],
	},
});
