import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { precompileMessages } from './precompile-messages.ts';

/** Lingui's macro and then our compiler of its messages, on the files that import the macro. The server's `msg` is an ordinary function. */
export function messages() {
	const { preset, rolldown } = linguiTransformerBabelPreset({ descriptorFields: 'message' });
	const { plugins } = preset as { plugins: unknown[] };
	const filter = { ...rolldown?.filter, id: { exclude: /\/server\// } };
	const compile = () => ({ plugins: [...plugins, precompileMessages] });
	return babel({ presets: [{ preset: compile, rolldown: { ...rolldown, filter } }] });
}
