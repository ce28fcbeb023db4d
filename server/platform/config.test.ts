import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsFiles } from '#scripts/env-example.ts';
import { ConfigError, parseConfig, readEnvironment } from './config.ts';
import { settingDoc, settingNames } from './config-schema.ts';

const errorOf = (env: Record<string, string>) => {
	try {
		parseConfig(env);
	} catch (error) {
		return error as ConfigError;
	}
	return null;
};

describe('configuration', () => {
	let directory: string;
	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'config-'));
	});
	afterAll(() => rm(directory, { recursive: true, force: true }));

	test('nothing set gives a working instance', () => {
		expect(parseConfig({ PATH: '/bin' }, '/srv/foyer')).toMatchObject({
			mode: 'development',
			port: 3000,
			host: undefined,
			appUrl: 'http://localhost:3000',
			isAppUrlSet: false,
			dataDir: '/srv/foyer/.data',
			databaseUrl: undefined,
			smtpUrl: undefined,
			mailFrom: 'Foyer <no-reply@localhost>',
			demo: true,
			role: 'both',
			productName: 'Foyer',
			trustProxy: 0,
			hasCachedPageFastPath: true,
			rateLimits: { isOn: true, perAddress: { order: { limit: 300, windowMs: 60_000 } } },
		});
	});

	test('values are read, empty ones count as not set', () => {
		const config = parseConfig({
			PORT: '8080',
			APP_URL: 'https://Tickets.Example.org/',
			DATA_DIR: '/var/lib/foyer',
			FOYER_DEMO: 'off',
			PRODUCT_NAME: 'Stadthalle',
			MAIL_FROM: '',
			RATE_LIMIT_ACCOUNT_SCAN: '30/s',
			NODE_ENV: 'production',
		});
		expect(config).toMatchObject({
			mode: 'production',
			port: 8080,
			appUrl: 'https://tickets.example.org',
			dataDir: '/var/lib/foyer',
			demo: false,
			mailFrom: 'Stadthalle <no-reply@tickets.example.org>',
			supportEmail: 'no-reply@tickets.example.org',
			isSupportEmailSet: false,
			rateLimits: { perAccount: { scan: { limit: 30, windowMs: 1000 } } },
		});
	});

	test('demo content never goes into a database of the operator', () => {
		expect(parseConfig({ DATABASE_URL: 'postgres://db.example/x', FOYER_DEMO: 'on' }).demo).toBe(false);
	});

	const wrong: [name: string, value: string][] = [
		['PORT', 'abc'],
		['PORT', '65536'],
		['PORT', '-1'],
		['PORT', '3000.5'],
		['HOST', 'http://x'],
		['APP_URL', 'tickets.example.org'],
		['APP_URL', 'https://tickets.example.org/sub'],
		['APP_URL', 'ftp://tickets.example.org'],
		['DATABASE_URL', 'mysql://db.example/x'],
		['SMTP_URL', 'mail.example.org'],
		['BOUNCE_ADDRESS', 'Bounces <bounces@example.org>'],
		['BOUNCE_ADDRESS', 'a-local-part-of-21-xx@example.org'],
		['BOUNCE_IMAP_URL', 'https://mail.example.org'],
		['MAIL_FROM', 'Foyer'],
		['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
		['FOYER_DEMO', 'maybe'],
		['FOYER_ROLE', 'all'],
		['TRUST_PROXY', 'true'],
		['LOG_LEVEL', 'loud'],
		['SECRET_KEY', 'short'],
		['DB_POOL_SIZE', '0'],
		['PRODUCT_NAME', '<b>'],
		['RATE_LIMITS', 'none'],
		['CACHED_PAGE_FAST_PATH', 'yes'],
		['RATE_LIMIT_ORDER', '300'],
	];
	test.each(wrong)('%s=%j stops with one line that names it and a right value', (name, value) => {
		const error = errorOf({ [name]: value });
		expect(error).toBeInstanceOf(ConfigError);
		expect(error?.message).toMatch(new RegExp(`^${name}\\b.* is wrong: it must .*Set for example ${name}=`));
		expect(error?.message.split('\n')).toHaveLength(1);
	});

	test('secrets are not repeated in the message', () => {
		for (const name of ['DATABASE_URL', 'SMTP_URL', 'BOUNCE_IMAP_URL', 'SECRET_KEY']) {
			expect(errorOf({ [name]: 'hunter2' })?.message).not.toContain('hunter2');
		}
	});

	test.each([
		['FOYER_DEM', 'Did you mean FOYER_DEMO?'],
		['RATE_LIMIT_ORDERS', 'Did you mean RATE_LIMIT_ORDER?'],
		['FOYER_SOMETHING_ELSE', 'See .env.example'],
	])('%s is no setting', (name, hint) => {
		expect(errorOf({ [name]: 'x' })?.message).toContain(hint);
	});

	test('several processes need a database that they can share', () => {
		expect(errorOf({ FOYER_ROLE: 'web' })?.message).toContain('DATABASE_URL');
		expect(parseConfig({ FOYER_ROLE: 'worker', DATABASE_URL: 'postgres://db.example/x' }).role).toBe(
			'worker',
		);
	});

	test('secrets can stand in files', async () => {
		const file = join(directory, 'url');
		await writeFile(file, 'postgres://db.example/x\n');
		expect(parseConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://db.example/x');
		expect(errorOf({ DATABASE_URL_FILE: join(directory, 'none') })?.message).toMatch(/^DATABASE_URL_FILE=/);
	});

	test('a mailbox of bounces needs the address that they come to', () => {
		const imap = 'imaps://bounces:hunter2@mail.example.org/INBOX';
		expect(errorOf({ BOUNCE_IMAP_URL: imap })?.message).toMatch(/^BOUNCE_ADDRESS is missing/);
		expect(parseConfig({ BOUNCE_IMAP_URL: imap, BOUNCE_ADDRESS: 'bounces@example.org' })).toMatchObject({
			bounceAddress: 'bounces@example.org',
			bounceImapUrl: imap,
		});
	});

	test('the environment wins over .env', async () => {
		const file = join(directory, '.env');
		await writeFile(file, 'PORT=4000\nPRODUCT_NAME="A B"\n');
		expect(readEnvironment({ PORT: '5000' }, file)).toEqual({ PORT: '5000', PRODUCT_NAME: 'A B' });
		expect(readEnvironment({ PORT: '5000' }, join(directory, 'none'))).toEqual({ PORT: '5000' });
	});

	test('every example is right', () => {
		for (const name of settingNames) {
			const { example, isSecret } = settingDoc(name);
			const env = {
				[name]: example,
				...(name === 'OIDC_ISSUER' && { OIDC_CLIENT_ID: 'foyer' }),
				...(name === 'OIDC_CLIENT_ID' && { OIDC_ISSUER: 'https://id.example.org' }),
				...(name === 'STRIPE_SECRET_KEY' && { STRIPE_PUBLISHABLE_KEY: 'pk_test_exampleexample' }),
				...(name === 'STRIPE_PUBLISHABLE_KEY' && { STRIPE_SECRET_KEY: 'sk_test_exampleexample' }),
				...(name === 'BOUNCE_IMAP_URL' && { BOUNCE_ADDRESS: 'bounces@example.org' }),
				...(name === 'FOYER_ROLE' && { DATABASE_URL: 'postgres://db.example/x' }),
			};
			expect(() => parseConfig(env), `${name}=${example}${isSecret}`).not.toThrow();
		}
	});

	test('what is written from the schema is up to date (node scripts/env-example.ts)', () => {
		for (const { path, text } of settingsFiles()) expect(readFileSync(path, 'utf8'), path).toBe(text);
		const active = readFileSync('.env.example', 'utf8').replaceAll(/^#(?=[A-Z])/gm, '');
		expect(Object.keys(parseEnv(active)).toSorted()).toEqual(settingNames.toSorted());
	});
});
