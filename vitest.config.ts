import { defineConfig } from 'vitest/config';
import { messages } from './scripts/vite/messages.ts';

/** Tests run as Node runs the code; only Lingui's macro in the app is compiled, as in the build. */
export default defineConfig({
	cacheDir: '.cache/vitest',
	plugins: [messages()],
	test: {
		include: ['{app,server,shared,scripts,tests}/**/*.test.{ts,tsx}'],
		environment: 'node',
	},
});
