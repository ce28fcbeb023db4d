import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesIn } from '#scripts/lingui/message-extractor.ts';
import { message, TranslatableMessage } from '#shared/errors/translatable-message.ts';
// By its path: under its other name the build takes it for a macro.
import { translateFor } from '../server/platform/messages.ts';
import { plainTexts } from './support/plain-text.ts';

/**
 * Renders pages in the pseudo-locale and lists texts that bypass the message layer. What only the browser renders is
 * covered by tests/architecture/messages.test.ts, which reads the source. Making the pseudo-locale takes half a minute, so this is
 * part of `npm run test:long -- pages`; a text of the source that bypasses the message layer fails `npm test` by the other one.
 */
/** The product's name. */
const DATA = ['Foyer'];
const root = join(import.meta.dirname, '..');
const script = join(root, 'scripts', 'pseudo-locale.ts');
describe.runIf(process.env.FULL_WALK === '1')('in the pseudo-locale', () => {
	let vite: ViteDevServer;
	let render: (path: string) => Promise<Response>;

	beforeAll(async () => {
		execFileSync(process.execPath, [script], { cwd: root, stdio: 'pipe' });
		vite = await createServer({
			root,
			configFile: join(root, 'vite.config.ts'),
			cacheDir: '.cache/vite-messages',
			server: { middlewareMode: true, watch: null, ws: false },
			optimizeDeps: { noDiscovery: true, include: [] },
			logLevel: 'error',
			appType: 'custom',
		});
		const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild;
		const handler = createRequestHandler(build, 'development');
		const { apiContext } = build.entry.module as unknown as {
			apiContext: Parameters<RouterContextProvider['set']>[0];
		};
		render = (path) => {
			const context = new RouterContextProvider();
			context.set(apiContext, () => Response.json({ data: [], nextCursor: null }));
			return handler(new Request(`http://foyer.test${path}?lang=en-XA`), context);
		};
	});

	afterAll(async () => {
		await vite?.close();
		execFileSync(process.execPath, [script, '--remove'], { cwd: root });
	});

	test('the server says its sentences in the language of the page', async () => {
		const directory = await mkdtemp(join(tmpdir(), 'foyer-locales-'));
		execFileSync(process.execPath, [join(root, 'scripts', 'compile-locales.ts'), directory], {
			stdio: 'pipe',
		});
		const translate = translateFor('en-XA', directory);
		const sources = globSync('{server,shared}/**/*.ts', { cwd: root }).filter(
			(file) => !file.endsWith('.test.ts'),
		);
		const patterns = sources.flatMap((file) =>
			messagesIn(readFileSync(join(root, file), 'utf8'), file.includes('contracts/')),
		);
		expect(patterns.length).toBeGreaterThan(60);
		const plain = patterns.filter(
			(pattern) =>
				/[a-z]/.test(pattern) && !/[^ -~]/.test(translate(new TranslatableMessage(pattern, [1, 2, 3, 4, 5]))),
		);
		expect(plain).toEqual([]);
		expect(
			translate(message`Row ${7} is divided by ${message`commas`}, but row ${8} by ${message`tabs`}.`),
		).toMatch(/7.*8/);
		await rm(directory, { recursive: true });
	});

	test.each(['/', '/no/such/page'])('%s is in the pseudo-locale from top to bottom', async (path) => {
		const html = await (await render(path)).text();
		expect(html).toContain('lang="en-XA"');
		expect(html).toMatch(/[ŕōēţàćĩ]{2}/);
		expect(plainTexts(html, DATA)).toEqual([]);
	});
});

test('the reader of pages finds what bypasses the message layer', () => {
	const html = `<h1>Plain</h1><p>Ƥĺàĩń</p><button aria-label="Close me">×</button><script>let text</script>
		<b>Foyer</b><i>12 · €3</i><img alt="A door"/>`;
	expect(plainTexts(html, DATA)).toEqual(['Plain', 'Close me', 'A door']);
});
