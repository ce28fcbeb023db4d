import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A file of texts of react-aria or react-stately: `…/react-aria/dist/private/…/intl/datepicker/de-DE.mjs`. */
const textFile =
	/[/\\](?:react-aria|react-stately|react-aria-components|@internationalized)[^?]*[/\\]([a-z]{2})-[A-Z]{2}\.m?js$/;

/**
 * react-aria-components brings its own texts in 34 languages, a quarter of its weight. Only those of the languages that this
 * product is shipped in (app/locales, and English) go into the bundle; the library falls back to English.
 */
export function ariaLocales(root: string): Plugin {
	let languages: Set<string>;
	return {
		name: 'aria-locales',
		enforce: 'pre',
		apply: 'build',
		buildStart() {
			const folder = join(root, 'app', 'locales');
			const files = existsSync(folder) ? readdirSync(folder) : [];
			languages = new Set(['en', ...files.map((file) => file.slice(0, 2))]);
		},
		load: {
			filter: { id: textFile },
			handler(id) {
				const language = textFile.exec(id)?.[1];
				return language && !languages.has(language) ? 'export default undefined' : null;
			},
		},
	};
}
