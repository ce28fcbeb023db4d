import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { catalogueExtractor } from './scripts/lingui/catalogue-extractor.ts';

/**
 * Texts are English in the source; a catalogue is needed only for other languages (docs/decisions/021-messages.md).
 * `msg` of server/emails/kit/i18n.ts is read as a macro at extraction, and is an ordinary function when Node runs it.
 */
export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	pseudoLocale: 'en-XA',
	catalogs: [
		{ path: 'app/locales/{locale}', include: ['app', 'shared', 'server/emails'], exclude: ['**/*.test.*'] },
	],
	extractors: [catalogueExtractor, babelExtractor],
	macro: {
		corePackage: ['@lingui/macro', '@lingui/core/macro', '#server/emails/kit/i18n.ts'],
		jsxPackage: ['@lingui/macro', '@lingui/react/macro'],
	},
});
