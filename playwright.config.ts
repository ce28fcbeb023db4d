import { defineConfig } from '@playwright/test';
import { quietFlags } from './e2e/support/chromium.ts';
import { chromiumPath } from './e2e/support/fake-camera.ts';

const executablePath = chromiumPath();

export default defineConfig({
	testDir: 'e2e',
	testMatch: '**/*.spec.ts',
	globalSetup: './e2e/support/global-setup.ts',
	outputDir: 'test-results',
	// The camera journeys measure time; side by side on a small machine they would disturb each other.
	workers: 1,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	// A test that needs a second try counts as failed (scripts/steps.ts): no test may lean on luck.
	retries: 0,
	forbidOnly: Boolean(process.env.CI),
	reporter: 'list',
	use: {
		locale: 'en-GB',
		timezoneId: 'Europe/Berlin',
		trace: 'retain-on-failure',
		screenshot: 'only-on-failure',
		launchOptions: { args: quietFlags, ...(executablePath && { executablePath }) },
	},
});
