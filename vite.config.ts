import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompileMessages } from './scripts/vite/precompile-messages.ts';

/** Lingui's macro, then our compiler of its messages, on files that import the macro. */
function messages() {
	const { preset, rolldown } = linguiTransformerBabelPreset({ descriptorFields: 'message' });
	return {
		preset: () => ({ plugins: [...(preset as { plugins: unknown[] }).plugins, precompileMessages] }),
		rolldown,
	};
}

export default defineConfig({
	cacheDir: '.cache/vite',
	plugins: [tailwindcss(), babel({ presets: [messages() as never] }), reactRouter(), lingui()],
	build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
	worker: { format: 'es' },
	optimizeDeps: {
		entries: ['app/**/*.{ts,tsx}'],
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
