import { PRODUCT_NAME } from '#shared/lib/product.ts';
import { englishRegions } from '#shared/lib/regions.ts';
import { z } from '#shared/lib/z.ts';
import { networksFrom } from './public-addresses.ts';

/** What the documentation says about one setting; `.env.example` and the table in docs/operations.md are made of it. */
export interface SettingDoc {
	group: 'Server' | 'Database' | 'Mail' | 'Payments' | 'Sign-in' | 'Content and name' | 'Limits';
	doc: string;
	/** A right value, shown in error messages and, commented out, in `.env.example`. */
	example: string;
	/** What holds when the variable is not set, in words where it is not a plain value. */
	fallback: string;
	/** Never printed, and readable from a file named by `<NAME>_FILE`. */
	isSecret?: boolean;
}

/** At most `limit` calls in each window of `windowMs`. */
export interface RateLimit {
	limit: number;
	windowMs: number;
}

const documented = <S extends z.ZodType>(schema: S, doc: SettingDoc): S =>
	schema.meta(doc as unknown as Record<string, unknown>);

const wholeNumber = (min: number, max: number) => {
	const error = `must be a whole number from ${min} to ${max}`;
	return z
		.string()
		.regex(/^\d{1,9}$/, { error })
		.transform(Number)
		.pipe(z.number().min(min, { error }).max(max, { error }));
};

const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
	z.enum(values, { error: `must be one of ${values.join(', ')}` });

function parsedUrl(value: string): URL | null {
	return URL.canParse(value) ? new URL(value) : null;
}

const publicOrigin = z
	.string()
	.refine((value) => {
		const url = parsedUrl(value);
		return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
	}, 'must be a full address that starts with http:// or https://')
	.refine((value) => {
		const url = parsedUrl(value);
		return url === null || (/^\/?$/.test(url.pathname) && !url.search && !url.hash && !url.username);
	}, 'must be only scheme, host and port, without a path')
	.transform((value) => new URL(value).origin);

const urlOf = (pattern: RegExp, schemes: string) =>
	z.string().refine((value) => {
		const url = parsedUrl(value);
		return url !== null && pattern.test(url.protocol);
	}, `must be an address that starts with ${schemes}`);

/** Where a service is called, without a slash at the end. */
const serviceUrl = z
	.string()
	.regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/, {
		error: 'must be an address that starts with https:// or http://, without a query',
	})
	.refine((value) => parsedUrl(value) !== null, 'must be an address as https://proxy.example.org')
	.transform((value) => (value.endsWith('/') ? value.slice(0, -1) : value));

const stripeSecretKey = z.string().regex(/^[sr]k_(?:live|test)_[A-Za-z0-9_]{8,250}$/, {
	error: 'must be a Stripe key that starts with sk_ or rk_',
});
const stripePublishableKey = z.string().regex(/^pk_(?:live|test)_[A-Za-z0-9_]{8,250}$/, {
	error: 'must be a Stripe key that starts with pk_',
});
const stripeEventSecret = z.string().regex(/^whsec_[A-Za-z0-9+/=_-]{8,250}$/, {
	error: 'must be a signing secret that starts with whsec_',
});

const hostName = z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/, {
	error: 'must be an IP address or a host name, without a port or scheme',
});

/** `Name <box@host>` or a bare address; no line breaks, so that nothing can be added to the header. */
const mailbox = z
	.string()
	.regex(/^(?:[^<>\r\n"]{0,100}<[^\s<>@"]{1,64}@[^\s<>@"]{1,190}>|[^\s<>@"]{1,64}@[^\s<>@"]{1,190})$/, {
		error: 'must be a mail address, alone or as Name <box@host>',
	});

/** With a key after a plus it must still be a local part of at most 64 characters (RFC 5321). */
const bounceAddress = z.string().regex(/^[A-Za-z0-9._-]{1,20}@[A-Za-z0-9.-]{1,190}$/, {
	error: 'must be a bare mail address with at most 20 letters, digits, dots or dashes before the @',
});

const networkList = z
	.string()
	.transform((value) => value.split(',').map((one) => one.trim()))
	.refine((list) => {
		try {
			networksFrom(list);
			return true;
		} catch {
			return false;
		}
	}, 'must be networks as 10.20.0.0/16, separated by commas');

const windowLengths = { s: 1000, min: 60_000, h: 3_600_000 } as const;
const rateLimit = z
	.string()
	.regex(/^[1-9]\d{0,6}\/(s|min|h)$/, { error: 'must be a count per s, min or h' })
	.transform((value): RateLimit => {
		const [limit, unit] = value.split('/') as [string, keyof typeof windowLengths];
		return { limit: Number(limit), windowMs: windowLengths[unit] };
	});

const limit = (fallback: string, doc: string) =>
	documented(rateLimit.prefault(fallback), { group: 'Limits', doc, example: fallback, fallback });

/** Every setting, by the name of its environment variable. */
export const configSchema = z.object({
	PORT: documented(wholeNumber(0, 65_535).prefault('3000'), {
		group: 'Server',
		doc: 'Port of the web server; 0 takes a free one.',
		example: '3000',
		fallback: '3000',
	}),
	HOST: documented(hostName.optional(), {
		group: 'Server',
		doc: 'Address to listen on; 127.0.0.1 behind a proxy on the same machine.',
		example: '127.0.0.1',
		fallback: 'all addresses of the machine',
	}),
	APP_URL: documented(publicOrigin.optional(), {
		group: 'Server',
		doc: 'Address that people use; it stands in mails, calendar files and QR codes.',
		example: 'https://tickets.example.org',
		fallback: 'http://localhost:PORT',
	}),
	DATA_DIR: documented(z.string().prefault('./.data'), {
		group: 'Server',
		doc: 'Directory of uploaded files and of the embedded database.',
		example: './.data',
		fallback: './.data',
	}),
	FOYER_ROLE: documented(oneOf('both', 'web', 'worker').prefault('both'), {
		group: 'Server',
		doc: 'What this process does: answer requests (web), run jobs (worker) or both. Several processes need DATABASE_URL.',
		example: 'web',
		fallback: 'both',
	}),
	TRUST_PROXY: documented(wholeNumber(0, 10).prefault('0'), {
		group: 'Server',
		doc: 'How many proxies stand in front; only as many entries of X-Forwarded-For are believed.',
		example: '1',
		fallback: '0',
	}),
	CACHED_PAGE_FAST_PATH: documented(oneOf('on', 'off').prefault('on'), {
		group: 'Server',
		doc: 'Cached public pages are answered before the router, about twice as fast; off sends every request the same way.',
		example: 'off',
		fallback: 'on',
	}),
	LOG_LEVEL: documented(oneOf('debug', 'info', 'warn', 'error', 'silent').prefault('info'), {
		group: 'Server',
		doc: 'Least important log line that is written: debug, info, warn, error or silent.',
		example: 'info',
		fallback: 'info',
	}),
	SECRET_KEY: documented(
		z
			.string()
			.min(32, { error: 'must have at least 32 characters, as `openssl rand -hex 32` prints them' })
			.optional(),
		{
			group: 'Server',
			doc: 'Key that signs links. Without it one is made at the first start and kept in the database.',
			example: 'the output of openssl rand -hex 32',
			fallback: 'made at the first start',
			isSecret: true,
		},
	),
	FOYER_PRIVATE_TARGETS: documented(networkList.optional(), {
		group: 'Server',
		doc: 'Private networks that webhooks and mailing lists may reach, for receivers and a listmonk of your own; http is allowed to them. Without it only public addresses are called, over https.',
		example: '10.20.0.0/16',
		fallback: 'no private network',
	}),
	MAILCHIMP_URL: documented(serviceUrl.optional(), {
		group: 'Server',
		doc: 'Another base address for calls to Mailchimp, of a proxy or a trial.',
		example: 'https://mailchimp-proxy.example.org',
		fallback: 'the address of the account at Mailchimp',
	}),
	BREVO_URL: documented(serviceUrl.optional(), {
		group: 'Server',
		doc: 'Another base address for calls to Brevo, of a proxy or a trial.',
		example: 'https://brevo-proxy.example.org',
		fallback: 'https://api.brevo.com',
	}),
	SENTRY_DSN: documented(
		z
			.string()
			.regex(/^https?:\/\/[\w-]+(?::[\w-]+)?@[^\s/]+\/(?:[^\s?#]*\/)?\d+$/, {
				error: 'must be a DSN as https://key@host/project',
			})
			.optional(),
		{
			group: 'Server',
			doc: 'Crashes are also sent to this Sentry-compatible service. They are always in the error log at /admin.',
			example: 'https://publickey@errors.example.org/1',
			fallback: 'crashes stay in the error log',
			isSecret: true,
		},
	),
	DATABASE_URL: documented(urlOf(/^postgres(ql)?:$/, 'postgres:// or postgresql://').optional(), {
		group: 'Database',
		doc: 'PostgreSQL 15 or newer to use instead of the embedded one.',
		example: 'postgres://foyer:secret@db.example.org:5432/foyer',
		fallback: 'embedded PostgreSQL under DATA_DIR',
		isSecret: true,
	}),
	DB_POOL_SIZE: documented(wholeNumber(2, 100).prefault('20'), {
		group: 'Database',
		doc: 'Most connections that one process holds.',
		example: '20',
		fallback: '20',
	}),
	SMTP_URL: documented(urlOf(/^smtps?:$/, 'smtp:// or smtps://').optional(), {
		group: 'Mail',
		doc: 'Mail server. Without it mails wait in the outbox, which an administrator can read.',
		example: 'smtp://user:secret@mail.example.org:587',
		fallback: 'mails are kept in the outbox',
		isSecret: true,
	}),
	MAIL_FROM: documented(mailbox.optional(), {
		group: 'Mail',
		doc: 'Sender of every mail.',
		example: 'Foyer <tickets@example.org>',
		fallback: 'PRODUCT_NAME <no-reply@host of APP_URL>',
	}),
	BOUNCE_ADDRESS: documented(bounceAddress.optional(), {
		group: 'Mail',
		doc: 'Address that bounces come back to. Each email is sent from one of its own, such as bounces+KEY@example.org, so the mailbox must take addresses with a plus. Needed with BOUNCE_IMAP_URL.',
		example: 'bounces@example.org',
		fallback: 'bounces go to the address of MAIL_FROM and are not read',
	}),
	BOUNCE_IMAP_URL: documented(urlOf(/^imaps?:$/, 'imap:// or imaps://').optional(), {
		group: 'Mail',
		doc: 'Mailbox of BOUNCE_ADDRESS, used for nothing else: its unseen messages are read every minute and marked as seen. imap:// changes to TLS by STARTTLS. An @ in the user is written %40.',
		example: 'imaps://bounces:secret@mail.example.org/INBOX',
		fallback: 'only refusals at once are noticed',
		isSecret: true,
	}),
	STRIPE_SECRET_KEY: documented(stripeSecretKey.optional(), {
		group: 'Payments',
		doc: 'Secret key of the Stripe account of the platform. Without it card payments are in test mode: the built-in gateway takes test cards, and no real money moves.',
		example: 'sk_test_exampleexample',
		fallback: 'test mode',
		isSecret: true,
	}),
	STRIPE_PUBLISHABLE_KEY: documented(stripePublishableKey.optional(), {
		group: 'Payments',
		doc: 'Publishable key of the same Stripe account.',
		example: 'pk_test_exampleexample',
		fallback: 'test mode',
	}),
	STRIPE_WEBHOOK_SECRET: documented(stripeEventSecret.optional(), {
		group: 'Payments',
		doc: 'Signing secret of the endpoint /api/payments/events/stripe/platform for events of the platform’s own account.',
		example: 'whsec_exampleexample',
		fallback: 'such events are refused',
		isSecret: true,
	}),
	STRIPE_CONNECT_WEBHOOK_SECRET: documented(stripeEventSecret.optional(), {
		group: 'Payments',
		doc: 'Signing secret of the endpoint /api/payments/events/stripe/connect for events of connected accounts.',
		example: 'whsec_exampleexample',
		fallback: 'such events are refused; payments are still looked up until they are settled',
		isSecret: true,
	}),
	STRIPE_ACCOUNTS_WEBHOOK_SECRET: documented(stripeEventSecret.optional(), {
		group: 'Payments',
		doc: 'Signing secret of the event destination /api/payments/events/stripe/accounts for thin events about accounts.',
		example: 'whsec_exampleexample',
		fallback: 'such events are refused',
		isSecret: true,
	}),
	MAIL_LOCALE: documented(oneOf(...englishRegions).prefault('en-GB'), {
		group: 'Mail',
		doc: 'How mails write dates and times when the region of the reader is not known: en-US is Nov 22, 2026, 8:00 PM, en-GB 22 Nov 2026, 20:00, en-AU 22 Nov 2026, 8:00 pm.',
		example: 'en-US',
		fallback: 'en-GB',
	}),
	SUPPORT_EMAIL: documented(mailbox.optional(), {
		group: 'Mail',
		doc: "Where 'Contact Support' on the error screen writes to.",
		example: 'help@example.org',
		fallback: 'the address of MAIL_FROM',
	}),
	OIDC_ISSUER: documented(
		z
			.string()
			.refine((value) => {
				const url = parsedUrl(value);
				if (url === null || url.search || url.hash || url.username) return false;
				const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
				return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
			}, 'must be an address that starts with https://')
			.optional(),
		{
			group: 'Sign-in',
			doc: 'OpenID Connect provider to sign in by, beside passwords. It sends people back to APP_URL/auth/callback.',
			example: 'https://id.example.org/realms/people',
			fallback: 'passwords only',
		},
	),
	OIDC_CLIENT_ID: documented(z.string().max(500).optional(), {
		group: 'Sign-in',
		doc: 'Name of this installation at the provider; needed with OIDC_ISSUER.',
		example: 'foyer',
		fallback: 'not set',
	}),
	OIDC_CLIENT_SECRET: documented(z.string().max(2000).optional(), {
		group: 'Sign-in',
		doc: 'Secret that the provider gave for it; none for a public client.',
		example: 'the secret of the client',
		fallback: 'a public client, by PKCE alone',
		isSecret: true,
	}),
	OIDC_NAME: documented(
		z
			.string()
			.regex(/^[^<>"\p{Cc}]{1,40}$/u, { error: 'must be 1 to 40 characters without < > " and line breaks' })
			.optional(),
		{
			group: 'Sign-in',
			doc: 'What stands on the button: Continue with …',
			example: 'Example ID',
			fallback: 'host of OIDC_ISSUER',
		},
	),
	FOYER_DEMO: documented(oneOf('on', 'off').optional(), {
		group: 'Content and name',
		doc: 'Demo content on the first start with an empty embedded database: on or off. Never loaded with DATABASE_URL.',
		example: 'off',
		fallback: 'on with the embedded database',
	}),
	PRODUCT_NAME: documented(
		z
			.string()
			.regex(/^[^<>"\p{Cc}]{1,40}$/u, { error: 'must be 1 to 40 characters without < > " and line breaks' })
			.prefault(PRODUCT_NAME),
		{
			group: 'Content and name',
			doc: 'Name under which the product presents itself.',
			example: PRODUCT_NAME,
			fallback: PRODUCT_NAME,
		},
	),
	RATE_LIMITS: documented(oneOf('on', 'off').prefault('on'), {
		group: 'Limits',
		doc: 'off switches all limits below off; for load tests only.',
		example: 'on',
		fallback: 'on',
	}),
	RATE_LIMIT_READ: limit('3000/min', 'Reading calls of one address.'),
	RATE_LIMIT_WRITE: limit('1200/min', 'Changing calls of one address.'),
	RATE_LIMIT_SIGN_IN: limit('60/min', 'Sign-in and sign-up tries of one address.'),
	RATE_LIMIT_MAIL: limit('60/h', 'Mails that one address can cause by asking: reset, verify, resend.'),
	RATE_LIMIT_ORDER: limit('300/min', 'Order tries of one address; a whole office may buy behind one.'),
	RATE_LIMIT_SCAN: limit(
		'6000/min',
		'Check-in calls of one door device or staff link; tries of links that are not found, of one address.',
	),
	RATE_LIMIT_EXPORT: limit('60/min', 'Exports of one address.'),
	RATE_LIMIT_UPLOAD: limit('120/min', 'Uploaded files of one address.'),
	RATE_LIMIT_REPORT: limit('60/min', 'Crashes of browsers that one address reports.'),
	RATE_LIMIT_ACCOUNT_READ: limit('3000/min', 'Reading calls of one account.'),
	RATE_LIMIT_ACCOUNT_WRITE: limit('600/min', 'Changing calls of one account.'),
	RATE_LIMIT_ACCOUNT_SIGN_IN: limit('10/min', 'Sign-in tries for one account, from all addresses together.'),
	RATE_LIMIT_ACCOUNT_MAIL: limit('10/h', 'Mails that can be asked for to one mailbox.'),
	RATE_LIMIT_ACCOUNT_ORDER: limit('300/min', 'Order tries of one account.'),
	RATE_LIMIT_ACCOUNT_SCAN: limit('1200/min', 'Check-in calls of one account: 20 a second.'),
	RATE_LIMIT_ACCOUNT_EXPORT: limit('20/min', 'Exports of one account.'),
	RATE_LIMIT_ACCOUNT_UPLOAD: limit('60/min', 'Uploaded files of one account.'),
	RATE_LIMIT_ACCOUNT_REPORT: limit('60/min', 'Crashes of browsers that one account reports.'),
});

export type Settings = z.output<typeof configSchema>;
export type SettingName = keyof typeof configSchema.shape;

export const settingNames = Object.keys(configSchema.shape) as SettingName[];

export function settingDoc(name: SettingName): SettingDoc {
	return configSchema.shape[name].meta() as unknown as SettingDoc;
}
