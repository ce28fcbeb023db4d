import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { LimitFamily } from '#shared/contracts/endpoint.ts';
import type { EnglishRegion } from '#shared/lib/regions.ts';
import {
	configSchema,
	type RateLimit,
	type SettingName,
	type Settings,
	settingDoc,
	settingNames,
} from './config-schema.ts';

import type { OidcSettings } from './oidc.ts';
import { type Networks, networksFrom } from './public-addresses.ts';

export type { RateLimit } from './config-schema.ts';

/** Limits of one kind of caller, by the family that an endpoint declares. */
export type FamilyLimits = Record<LimitFamily, RateLimit>;

export interface RateLimits {
	isOn: boolean;
	/** Counts by network, and by the door device or staff link once it was found. */
	perAddress: FamilyLimits;
	/** Counts by the signed-in user, or the account or mailbox that an anonymous call is about. */
	perAccount: FamilyLimits;
}

/** The settings of one process, validated once at its start. */
export interface Config {
	mode: 'production' | 'development' | 'test';
	port: number;
	/** Undefined listens on all addresses. */
	host: string | undefined;
	/** Origin without a trailing slash; what mails, calendar files and QR codes carry. */
	appUrl: string;
	isAppUrlSet: boolean;
	/** Absolute path. */
	dataDir: string;
	/** Undefined means the embedded database under `dataDir`. */
	databaseUrl: string | undefined;
	dbPoolSize: number;
	/** Undefined means that mails stay in the outbox. */
	smtpUrl: string | undefined;
	/** Undefined: card payments are in test mode. */
	stripe: StripeSettings | undefined;
	mailFrom: string;
	/** Envelope senders are made of it; undefined: mails are sent from the address of `mailFrom`. */
	bounceAddress: string | undefined;
	/** Mailbox that bounces are read from, with its password; undefined: none is read. */
	bounceImapUrl: string | undefined;
	/** An address without a name. */
	supportEmail: string;
	/** False while nobody gave an address that somebody reads: pages lead to the contact form instead. */
	isSupportEmailSet: boolean;
	/** Undefined: people sign in with passwords only. */
	oidc: OidcSettings | undefined;
	/** Load demo content into an empty database at the first start. */
	demo: boolean;
	role: 'both' | 'web' | 'worker';
	productName: string;
	/** How mails write dates for readers whose region is not known. */
	mailLocale: EnglishRegion;
	/** How many proxies in front are believed. */
	trustProxy: number;
	/** Cached pages are answered before the router (http/cached-responses.ts). */
	hasCachedPageFastPath: boolean;
	logLevel: Settings['LOG_LEVEL'];
	/** Where crashes are sent as well; undefined: nowhere. */
	sentryDsn: string | undefined;
	/** Undefined means the one stored in the database. */
	secretKey: string | undefined;
	/** Networks that webhooks and mailing lists may reach beside the public ones; undefined: none. */
	privateTargets: Networks | undefined;
	/** Other base addresses of services that keep mailing lists, without a slash at the end; undefined: the services' own. */
	mailchimpUrl: string | undefined;
	brevoUrl: string | undefined;
	rateLimits: RateLimits;
}

/** The platform's own account at Stripe. */
export interface StripeSettings {
	secretKey: string;
	publishableKey: string;
	/** Signing secrets of the endpoints that events are delivered to. */
	eventSecrets: { platform?: string; connect?: string; accounts?: string };
}

/** A setting is wrong. `message` is the one line that the operator reads. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
}

export type Environment = Record<string, string | undefined>;

/** The environment over the file `.env` of the working directory, if there is one. */
export function readEnvironment(env: Environment = process.env, file = '.env'): Environment {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env;
		throw new ConfigError(
			`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Fix its rights or remove it.`,
		);
	}
	return { ...parseEnv(text), ...env };
}

/**
 * Validate an environment. Empty values count as not set.
 * @throws ConfigError with one line that names the variable, what is wrong and what would be right.
 */
export function parseConfig(env: Environment, workingDirectory = process.cwd()): Config {
	refuseUnknownNames(env);
	const input: Environment = {};
	for (const name of settingNames) input[name] = readSetting(env, name);
	const result = configSchema.safeParse(input);
	if (!result.success) {
		const [first, ...others] = result.error.issues;
		const name = first?.path[0] as SettingName;
		const more = others.map((issue) => String(issue.path[0])).filter((other) => other !== name);
		const also = more.length > 0 ? ` Also wrong: ${[...new Set(more)].join(', ')}.` : '';
		throw wrongSetting(name, input[name] ?? '', first?.message ?? 'is not right', also);
	}
	return toConfig(result.data, env, workingDirectory);
}

/** The configuration of this process: its environment over `.env`. */
export function loadConfig(): Config {
	return parseConfig(readEnvironment());
}

function stripeOf(settings: Settings): StripeSettings | undefined {
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
	if (secretKey === undefined && publishableKey === undefined) return undefined;
	if (secretKey === undefined || publishableKey === undefined)
		throw new ConfigError(
			'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together. Set both, or leave both out for test mode.',
		);
	const {
		STRIPE_WEBHOOK_SECRET: platform,
		STRIPE_CONNECT_WEBHOOK_SECRET: connect,
		STRIPE_ACCOUNTS_WEBHOOK_SECRET: accounts,
	} = settings;
	return {
		secretKey,
		publishableKey,
		eventSecrets: {
			...(platform && { platform }),
			...(connect && { connect }),
			...(accounts && { accounts }),
		},
	};
}

function toConfig(settings: Settings, env: Environment, workingDirectory: string): Config {
	const { DATABASE_URL: databaseUrl, FOYER_ROLE: role } = settings;
	if (role !== 'both' && databaseUrl === undefined) {
		throw new ConfigError(
			`FOYER_ROLE=${role} needs DATABASE_URL, since the embedded database serves one process only. Set DATABASE_URL or leave FOYER_ROLE out.`,
		);
	}
	const appUrl = settings.APP_URL ?? `http://localhost:${settings.PORT}`;
	const mailFrom = settings.MAIL_FROM ?? `${settings.PRODUCT_NAME} <no-reply@${new URL(appUrl).hostname}>`;
	return {
		mode: env.NODE_ENV === 'production' || env.NODE_ENV === 'test' ? env.NODE_ENV : 'development',
		port: settings.PORT,
		host: settings.HOST,
		appUrl,
		isAppUrlSet: settings.APP_URL !== undefined,
		dataDir: resolve(workingDirectory, settings.DATA_DIR),
		databaseUrl,
		dbPoolSize: settings.DB_POOL_SIZE,
		smtpUrl: settings.SMTP_URL,
		stripe: stripeOf(settings),
		mailFrom,
		...bouncesOf(settings),
		supportEmail: addressOf(settings.SUPPORT_EMAIL ?? mailFrom),
		isSupportEmailSet: settings.SUPPORT_EMAIL !== undefined || settings.MAIL_FROM !== undefined,
		oidc: oidcOf(settings),
		demo: databaseUrl === undefined && settings.FOYER_DEMO !== 'off',
		role,
		productName: settings.PRODUCT_NAME,
		mailLocale: settings.MAIL_LOCALE,
		trustProxy: settings.TRUST_PROXY,
		hasCachedPageFastPath: settings.CACHED_PAGE_FAST_PATH === 'on',
		logLevel: settings.LOG_LEVEL,
		sentryDsn: settings.SENTRY_DSN,
		secretKey: settings.SECRET_KEY,
		privateTargets: settings.FOYER_PRIVATE_TARGETS && networksFrom(settings.FOYER_PRIVATE_TARGETS),
		mailchimpUrl: settings.MAILCHIMP_URL,
		brevoUrl: settings.BREVO_URL,
		rateLimits: {
			isOn: settings.RATE_LIMITS === 'on',
			perAddress: {
				read: settings.RATE_LIMIT_READ,
				write: settings.RATE_LIMIT_WRITE,
				signIn: settings.RATE_LIMIT_SIGN_IN,
				mail: settings.RATE_LIMIT_MAIL,
				order: settings.RATE_LIMIT_ORDER,
				scan: settings.RATE_LIMIT_SCAN,
				export: settings.RATE_LIMIT_EXPORT,
				upload: settings.RATE_LIMIT_UPLOAD,
				report: settings.RATE_LIMIT_REPORT,
			},
			perAccount: {
				read: settings.RATE_LIMIT_ACCOUNT_READ,
				write: settings.RATE_LIMIT_ACCOUNT_WRITE,
				signIn: settings.RATE_LIMIT_ACCOUNT_SIGN_IN,
				mail: settings.RATE_LIMIT_ACCOUNT_MAIL,
				order: settings.RATE_LIMIT_ACCOUNT_ORDER,
				scan: settings.RATE_LIMIT_ACCOUNT_SCAN,
				export: settings.RATE_LIMIT_ACCOUNT_EXPORT,
				upload: settings.RATE_LIMIT_ACCOUNT_UPLOAD,
				report: settings.RATE_LIMIT_ACCOUNT_REPORT,
			},
		},
	};
}

function bouncesOf(settings: Settings): Pick<Config, 'bounceAddress' | 'bounceImapUrl'> {
	const { BOUNCE_ADDRESS: bounceAddress, BOUNCE_IMAP_URL: bounceImapUrl } = settings;
	if (bounceImapUrl !== undefined && bounceAddress === undefined)
		throw new ConfigError(
			'BOUNCE_ADDRESS is missing: bounces in BOUNCE_IMAP_URL are known by the address that they come to. Set both, or leave BOUNCE_IMAP_URL out.',
		);
	return { bounceAddress, bounceImapUrl };
}

function oidcOf(settings: Settings): OidcSettings | undefined {
	const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
	if (issuer === undefined && clientId === undefined) return undefined;
	if (issuer === undefined || clientId === undefined) {
		const missing = issuer === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID';
		throw new ConfigError(
			`${missing} is missing: sign-in by a provider needs OIDC_ISSUER and OIDC_CLIENT_ID. Set both or neither.`,
		);
	}
	const name = settings.OIDC_NAME ?? new URL(issuer).host;
	return { issuer, clientId, clientSecret: settings.OIDC_CLIENT_SECRET, name };
}

/** The value of a setting; a secret may stand in the file that `<NAME>_FILE` names, as container platforms hand them over. */
function readSetting(env: Environment, name: SettingName): string | undefined {
	const value = env[name]?.trim();
	if (value) return value;
	const file = settingDoc(name).isSecret ? env[`${name}_FILE`]?.trim() : undefined;
	if (!file) return undefined;
	try {
		return readFileSync(file, 'utf8').trim() || undefined;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new ConfigError(
			`${name}_FILE="${file}" is wrong: the file cannot be read (${code}). Name a readable file or unset it.`,
		);
	}
}

function wrongSetting(name: SettingName, value: string, problem: string, also: string): ConfigError {
	const { example, isSecret } = settingDoc(name);
	const shown = isSecret ? name : `${name}=${JSON.stringify(value.slice(0, 80))}`;
	const right = example.includes(' ') ? JSON.stringify(example) : example;
	return new ConfigError(`${shown} is wrong: it ${problem}. Set for example ${name}=${right}.${also}`);
}

/** A misspelt name would silently do nothing, so names that look like ours must be ours. */
function refuseUnknownNames(env: Environment): void {
	for (const name of Object.keys(env)) {
		const isOurs = /^(FOYER_|RATE_LIMIT|OIDC_)/.test(name);
		if (!isOurs || (settingNames as string[]).includes(name)) continue;
		const [near] = settingNames
			.map((known) => ({ known, distance: editDistance(name, known) }))
			.sort((a, b) => a.distance - b.distance);
		const hint =
			near && near.distance <= 5 ? `Did you mean ${near.known}?` : 'See .env.example for all names.';
		throw new ConfigError(`${name} is not a setting. ${hint}`);
	}
}

function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
		}
		row = next;
	}
	return row[b.length]!;
}

/** `a@b.example` of `Name <a@b.example>`. */
function addressOf(mailbox: string): string {
	return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}
