import { lingui } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { ariaLocales } from './scripts/vite/aria-locales.ts';
import { baseChunks } from './scripts/vite/base-chunks.ts';
import { lightContracts } from './scripts/vite/light-contracts.ts';
import { messages } from './scripts/vite/messages.ts';

export default defineConfig({
	cacheDir: '.cache/vite',
	plugins: [
		ariaLocales(import.meta.dirname),
		lightContracts(),
		tailwindcss(),
		messages(),
		reactRouter(),
		lingui(),
	],
	build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: { codeSplitting: { groups: baseChunks(import.meta.dirname) } },
				},
			},
		},
	},
	worker: { format: 'es' },
	optimizeDeps: {
		entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}'],
		include: [
			'react',
			'react-dom',
			'react-dom/client',
			'react/jsx-runtime',
			'react/jsx-dev-runtime',
			'react-router',
			'react-router/dom',
		],
	},
});
