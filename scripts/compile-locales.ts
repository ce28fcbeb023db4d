import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

/**
 * Compiles every app/locales/{tag}.po for mails and refusals, which Node writes without the bundler: build/locales/{tag}.json, or
 * into the folder given. Runs in the build. English needs none.
 */
const root = join(import.meta.dirname, '..');
const config = getConfig({ cwd: root });
const catalogs = await getCatalogs(config);
const target = process.argv[2] ?? join(root, 'build', 'locales');
await mkdir(target, { recursive: true });
for (const name of await readdir(join(root, 'app', 'locales')).catch(() => [])) {
	const locale = name.replace(/\.po$/, '');
	const found = getCatalogForFile(`app/locales/${name}`, catalogs);
	if (!found || locale === name || locale === config.sourceLocale) continue;
	const { messages } = await found.catalog.getTranslations(locale, {
		fallbackLocales: config.fallbackLocales,
		sourceLocale: config.sourceLocale,
	});
	const { source, errors } = createCompiledCatalog(locale, messages, {
		namespace: 'json',
		pseudoLocale: config.pseudoLocale.find((pseudo) => pseudo.locale === locale)?.locale,
	});
	if (errors.length > 0) throw new Error(`${name}: ${errors.map((error) => error.error.message).join('; ')}`);
	await writeFile(join(target, `${locale}.json`), source);
	console.log(`compiled ${locale}`);
}
