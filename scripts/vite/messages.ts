import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { precompileMessages } from './precompile-messages.ts';

/** Lingui's macro and then our compiler of its messages, on the files that import the macro. */
export function messages() {
	const { preset, rolldown } = linguiTransformerBabelPreset({ descriptorFields: 'message' });
	const { plugins } = preset as { plugins: unknown[] };
	return babel({ presets: [{ preset: () => ({ plugins: [...plugins, precompileMessages] }), rolldown }] });
}
