import { defineConfig } from '@lingui/cli';

/**
 * Texts are English in the source; a catalogue is needed only for other languages. `msg` of server/emails/kit/i18n.ts is
 * read as a macro at extraction, and is an ordinary function when Node runs it.
 */
export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	pseudoLocale: 'en-XA',
	catalogs: [{ path: 'app/locales/{locale}', include: ['app', 'shared', 'server/emails'] }],
});
