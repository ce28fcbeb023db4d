import { z } from '../lib/z.ts';
import { apiScopes, keyEnvironments } from '../rules/api-keys.ts';
import { CALL_LOG_DAYS, ENDED_KEY_DAYS, FRESH_SIGN_IN_MINUTES } from '../rules/periods.ts';
import { cursor, instant, page, pageLimit, text, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** An API key as its organisation sees it; never the key itself. */
export const apiKey = z
	.object({
		id: uuid(),
		name: z.string(),
		environment: z.enum(keyEnvironments),
		/** The last four characters, to distinguish keys. */
		lastFour: z.string(),
		scopes: z.array(z.enum(apiScopes)),
		/** Null: all events that its maker reaches. */
		eventIds: z.array(uuid()).nullable(),
		/** Networks it may call from (CIDR); null: any. */
		networks: z.array(z.string()).nullable(),
		state: z.enum(['live', 'rotating', 'ended', 'expired', 'revoked', 'powerless']).meta({
			description:
				'`rotating`: replaced by another key, and valid until `endsAt`; `powerless`: its creator is no longer a member.',
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

/** The token is shown once. */
const newApiKey = apiKey.extend({ token: z.string() });

const access = organisationAccess('developer.manage');
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
				.regex(networkPattern, 'Enter a network such as 203.0.113.0/24.')
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
	summary: `Create an API key. \`token\` is returned once; send it as \`Authorization: Bearer\`. The key can do what both its scopes and its creator’s role allow. It expires after a year unless \`expiresAt\` is set. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	access,
	limit: 'write',
	status: 201,
	params: organisationParams,
	body: z.object({
		...keyFields,
		environment: z.enum(keyEnvironments).default('live').meta({
			description:
				'`test`: the key can only access the sandbox of the organisation. The first test key creates the sandbox.',
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
	summary: `List API keys of the organisation, newest first. Ended keys are listed for ${ENDED_KEY_DAYS} days.`,
	access,
	limit: 'read',
	params: organisationParams,
	output: wholeList(apiKey),
});

export const updateApiKey = endpoint({
	id: 'developer.updateApiKey',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/api-keys/{key}',
	summary: `Update the name, scopes, events, networks or expiry of an active API key. Takes effect with the next call; the token stays the same. You can only add scopes that your own role allows. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
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
	summary: `Rotate an API key: create a key with the same rights and a new token. The old key works for \`overlapDays\` more days. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	access,
	limit: 'write',
	status: 201,
	params: keyParams,
	body: z.object({ overlapDays: z.int().min(0).max(30).default(7) }),
	output: newApiKey,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const revokeApiKey = endpoint({
	id: 'developer.revokeApiKey',
	method: 'POST',
	path: '/api/organisations/{organisation}/api-keys/{key}/revoke',
	summary: 'Revoke an API key. It is refused from the next call on. Repeating it changes nothing.',
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
		status: z.int(),
		code: z.string().nullable(),
		durationMs: z.int(),
		requestId: z.string(),
		/** Calls like this one in the same second that were counted and not stored. */
		others: z.int(),
	})
	.meta({ id: 'ApiRequest' });
export type ApiRequest = z.output<typeof apiRequest>;

export const listApiRequests = endpoint({
	id: 'developer.listApiRequests',
	method: 'GET',
	path: '/api/organisations/{organisation}/api-requests',
	summary: `List calls made with API keys in the last ${CALL_LOG_DAYS} days, newest first. Request and response bodies are not logged.`,
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
	summary: 'Get the owner of the bearer token: a user, or an API key with its organisation and scopes.',
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
