import { defineConfig } from '@playwright/test';
import { quietFlags } from './e2e/support/chromium.ts';
import { chromiumPath, shellPath } from './e2e/support/fake-camera.ts';

/** A browser of the system; Playwright's own where there is none. */
const launch = (executablePath: string | undefined) => ({
	launchOptions: { args: quietFlags, ...(executablePath && { executablePath }) },
});
const withCamera = ['**/scanner-component-*.spec.ts', '**/door-camera.spec.ts'];

export default defineConfig({
	testDir: 'e2e',
	outputDir: 'test-results',
	// Each has an instance of the product of its own. One more than the cores of a small machine: a journey waits for a quarter of its time.
	workers: 3,
	projects: [
		{ name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: withCamera, use: launch(shellPath()) },
		// A camera plays its frames whether or not anybody reads them: nothing else runs beside these (scripts/steps.ts).
		{ name: 'camera', testMatch: withCamera, workers: 1, use: launch(chromiumPath()) },
	],
	// These end what hangs. They are far beyond what a journey takes, so that none fails because the machine is busy.
	timeout: 240_000,
	expect: { timeout: 30_000 },
	// A test that needs a second try counts as failed (scripts/steps.ts): no test may lean on luck.
	retries: 0,
	forbidOnly: Boolean(process.env.CI),
	reporter: 'list',
	use: {
		locale: 'en-GB',
		timezoneId: 'Europe/Berlin',
		actionTimeout: 90_000,
		navigationTimeout: 90_000,
		trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
		screenshot: 'only-on-failure',
	},
});
