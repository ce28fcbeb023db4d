import { lingui } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { ariaLocales } from './scripts/vite/aria-locales.ts';
import { doorWorker } from './scripts/vite/door-worker.ts';
import { embedScript } from './scripts/vite/embed-script.ts';
import { leanIcons } from './scripts/vite/lean-icons.ts';
import { lightContracts } from './scripts/vite/light-contracts.ts';
import { messages } from './scripts/vite/messages.ts';
import { sharedChunks } from './scripts/vite/shared-chunks.ts';

export default defineConfig({
	cacheDir: '.cache/vite',
	plugins: [
		ariaLocales(import.meta.dirname),
		leanIcons(),
		lightContracts(),
		tailwindcss(),
		messages(),
		reactRouter(),
		lingui(),
		doorWorker(import.meta.dirname),
		embedScript(import.meta.dirname),
	],
	build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, modulePreload: false },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					// Loading these does nothing, so a page whose use of them is for the server alone does not load them.
					treeshake: {
						moduleSideEffects: [
							{
								test: /\/shared\/rules\/|\/app\/(?:lib\/server-context|shell\/oembed-links)\.tsx?$/,
								sideEffects: false,
							},
						],
					},
					output: {
						codeSplitting: { groups: sharedChunks(import.meta.dirname) },
						// Every page loads the names of all files; seven characters tell them apart as well as eight.
						entryFileNames: 'assets/[name]-[hash:7].js',
						chunkFileNames: 'assets/[name]-[hash:7].js',
					},
				},
			},
		},
	},
	// React has had it since 18; Lingui still asks for the package that stands in for it.
	resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
	ssr: { noExternal: ['lucide-react'] },
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
