import { z } from '../lib/z.ts';
import { apiScopes, keyEnvironments } from '../rules/api-keys.ts';
import { cursor, instant, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** An API key as its organisation sees it; never the key itself. */
export const apiKey = z
	.object({
		id: uuid(),
		name: z.string(),
		environment: z.enum(keyEnvironments),
		/** The last four characters, to tell keys apart. */
		lastFour: z.string(),
		scopes: z.array(z.enum(apiScopes)),
		/** Null: all events that its maker reaches. */
		eventIds: z.array(uuid()).nullable(),
		/** Networks it may call from (CIDR); null: any. */
		networks: z.array(z.string()).nullable(),
		state: z.enum(['live', 'rotating', 'ended', 'expired', 'revoked', 'powerless']).meta({
			description:
				'`rotating`: another key has taken its place, and it works until `endsAt`; `powerless`: who made it is no member any more.',
		}),
		expiresAt: z.string().nullable(),
		endsAt: z.string().nullable(),
		lastUsedAt: z.string().nullable(),
		lastUsedRoute: z.string(),
		successorId: uuid().nullable(),
		createdBy: z.object({ id: uuid(), name: z.string() }),
		createdAt: z.string(),
		revokedAt: z.string().nullable(),
	})
	.meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

/** The token is told once. */
const newApiKey = apiKey.extend({ token: z.string() });

const access = { kind: 'organisation', action: 'developer.manage', via: 'organisation' } as const;
const keyParams = organisationParams.extend({ key: uuid() });

/** Events that can be chosen for a key. */
export const mostEventsOfKey = 50;
const networkPattern = /^[0-9a-fA-F.:]{2,45}\/\d{1,3}$/;
const keyFields = {
	name: text({ min: 1, max: 100 }),
	scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
	expiresAt: instant().nullable(),
	eventIds: z.array(uuid()).min(1).max(mostEventsOfKey).nullable(),
	networks: z
		.array(
			z
				.string()
				.regex(networkPattern, 'Write a network as 203.0.113.0/24.')
				.meta({ examples: ['203.0.113.0/24'] }),
		)
		.min(1)
		.max(20)
		.nullable(),
};

export const createApiKey = endpoint({
	id: 'developer.createApiKey',
	method: 'POST',
	path: '/api/organisations/{organisation}/api-keys',
	summary:
		'Make an API key. `token` is returned once; send it as `Authorization: Bearer`. It may do what its scopes say and its maker may, for a year unless `expiresAt` says otherwise. Wants a sign-in of the last 15 minutes.',
	access,
	limit: 'write',
	status: 201,
	params: organisationParams,
	body: z.object({
		...keyFields,
		environment: z.enum(keyEnvironments).default('live').meta({
			description: '`test`: the key reaches the sandbox of the organisation alone. The first one makes it.',
		}),
		expiresAt: keyFields.expiresAt.optional(),
		eventIds: keyFields.eventIds.optional(),
		networks: keyFields.networks.optional(),
	}),
	output: newApiKey,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listApiKeys = endpoint({
	id: 'developer.listApiKeys',
	method: 'GET',
	path: '/api/organisations/{organisation}/api-keys',
	summary: 'API keys of the organisation, the newest first; those that ended stay for 90 days.',
	access,
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(apiKey) }),
});

export const updateApiKey = endpoint({
	id: 'developer.updateApiKey',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/api-keys/{key}',
	summary:
		'Change the name, scopes, reach, networks or end of an API key that works. It holds from the next call on; the token stays. Scopes are added as far as your own rights go. Wants a sign-in of the last 15 minutes.',
	access,
	limit: 'write',
	params: keyParams,
	body: z.object(keyFields).partial(),
	output: apiKey,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const rotateApiKey = endpoint({
	id: 'developer.rotateApiKey',
	method: 'POST',
	path: '/api/organisations/{organisation}/api-keys/{key}/rotate',
	summary:
		'Make the successor of an API key: same rights, another token. The old key works for `overlapDays` more. Wants a sign-in of the last 15 minutes.',
	access,
	limit: 'write',
	status: 201,
	params: keyParams,
	body: z.object({ overlapDays: z.number().int().min(0).max(30).default(7) }),
	output: newApiKey,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const revokeApiKey = endpoint({
	id: 'developer.revokeApiKey',
	method: 'POST',
	path: '/api/organisations/{organisation}/api-keys/{key}/revoke',
	summary: 'End an API key. It is refused from the next call on; repeating it changes nothing.',
	access,
	limit: 'write',
	params: keyParams,
	output: apiKey,
});

/** One call by a key. */
const apiRequest = z
	.object({
		id: uuid(),
		keyId: uuid(),
		at: z.string(),
		method: z.string(),
		route: z.string(),
		status: z.number().int(),
		code: z.string().nullable(),
		durationMs: z.number().int(),
		requestId: z.string(),
		/** Calls like this one in the same second that were counted and not kept. */
		others: z.number().int(),
	})
	.meta({ id: 'ApiRequest' });
export type ApiRequest = z.output<typeof apiRequest>;

export const listApiRequests = endpoint({
	id: 'developer.listApiRequests',
	method: 'GET',
	path: '/api/organisations/{organisation}/api-requests',
	summary: 'Calls by API keys in the last 30 days, the newest first: never what was sent or answered.',
	access,
	limit: 'read',
	params: organisationParams,
	query: z.object({
		key: uuid().optional(),
		outcome: z.enum(['failed']).optional(),
		cursor: cursor().optional(),
		limit: pageLimit(50, 200),
	}),
	output: page(apiRequest),
});

export const whoAmI = endpoint({
	id: 'developer.whoAmI',
	method: 'GET',
	path: '/api/me',
	summary: 'Who the bearer token belongs to: a person, or an API key with its organisation and scopes.',
	access: { kind: 'user', takesKeys: true },
	limit: 'read',
	output: z.object({
		kind: z.enum(['user', 'key']),
		user: z.object({ id: uuid(), email: z.string() }).nullable(),
		key: z.object({ id: uuid(), name: z.string(), lastFour: z.string() }).nullable(),
		/** Of a key: what it reaches. Of a test key the sandbox. */
		organisation: z.object({ id: uuid(), name: z.string(), slug: z.string() }).nullable(),
		scopes: z.array(z.enum(apiScopes)),
		expiresAt: z.string().nullable(),
		/** False: a test key, in a sandbox. */
		livemode: z.boolean(),
	}),
});
