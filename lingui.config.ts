import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { catalogueExtractor } from './scripts/lingui/catalogue-extractor.ts';
import { messageExtractor } from './scripts/lingui/message-extractor.ts';

/**
 * Texts are English in the source; a catalogue is needed only for other languages (docs/decisions/021-messages-and-formats.md).
 * `msg` of server/platform/messages.ts is read as a macro at extraction, and is an ordinary function when Node runs it.
 */
export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	pseudoLocale: 'en-XA',
	catalogs: [
		{ path: 'app/locales/{locale}', include: ['app', 'shared', 'server'], exclude: ['**/*.test.*'] },
	],
	extractors: [catalogueExtractor, messageExtractor, babelExtractor],
	macro: {
		corePackage: ['@lingui/macro', '@lingui/core/macro', '#server/platform/messages.ts'],
		jsxPackage: ['@lingui/macro', '@lingui/react/macro'],
	},
});
