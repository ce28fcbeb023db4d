import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
	sourceLocale: 'en',
	locales: ['en'],
	pseudoLocale: 'en-XA',
	catalogs: [{ path: 'app/locales/{locale}', include: ['app', 'shared', 'server/emails'] }],
	format: formatter({ lineNumbers: false }),
});
