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
	// A machine that is busy elsewhere can stall a browser for seconds; a real fault shows twice.
	retries: process.env.CI ? 1 : 0,
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
