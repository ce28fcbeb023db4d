import { z } from '../lib/z.ts';
import { pastLimits, pastTypes } from '../rules/past-messages.ts';
import { FRESH_SIGN_IN_MINUTES, OLD_SECRET_HOURS } from '../rules/periods.ts';
import {
	acceptedTypes,
	connectionKinds,
	failingDays,
	formerTypes,
	webhookTypes,
} from '../rules/webhook-types.ts';
import { instant, noContent, text, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess, publicAccess, userAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const backfill = z
	.object({
		types: z.array(z.enum(pastTypes)),
		since: z.string(),
		startedAt: z.string(),
		endedAt: z.string().nullable(),
		total: z.int(),
		/** How many of them were looked at. */
		done: z.int(),
		/** How many of those were not sent to this connection before. */
		sent: z.int(),
	})
	.nullable()
	.meta({ description: 'The latest backfill of past messages. `endedAt` is null while it is running.' });

const connection = z
	.object({
		id: uuid(),
		kind: z.enum(connectionKinds),
		name: z.string(),
		/** The whole address of a webhook; of a chat, whose address is its password, the host alone. */
		target: z.string(),
		types: z.array(z.enum(acceptedTypes)),
		/** Null: all events. */
		eventIds: z.array(uuid()).nullable(),
		detail: z.enum(['thin', 'full']),
		withGuests: z.boolean(),
		origin: z.enum(['person', 'key']),
		state: z.enum(['active', 'paused', 'disabled']),
		stateReason: z
			.enum(['failing', 'gone'])
			.nullable()
			.meta({
				description: `\`failing\`: no delivery succeeded for ${failingDays} days; \`gone\`: the endpoint returned 410.`,
			}),
		failingSince: z.string().nullable(),
		lastDeliveredAt: z.string().nullable(),
		/** After a rotation: until when the old secret signs as well. */
		oldSecretUntil: z.string().nullable(),
		backfill,
		createdAt: z.string(),
		version: z.int(),
	})
	.meta({ id: 'Connection' });

export type Connection = z.output<typeof connection>;

const secret = z
	.string()
	.nullable()
	.meta({ description: 'Signing secret (`whsec_…`) of a webhook. Null for chats.' });

export const managesConnections = organisationAccess('integrations.manage');

export const connectionParams = organisationParams.extend({ connection: uuid() });

export const connectionsPath = '/api/organisations/{organisation}/connections';

const target = text({ min: 1, max: 2000 });

const types = z
	.array(z.enum(acceptedTypes))
	.min(1)
	.max(acceptedTypes.length)
	.meta({
		description: `Message types, as /api/webhook-types lists them. Former names (${Object.keys(formerTypes).join(', ')}) are accepted, and sent in their former format.`,
	});

/** Events that can be chosen for a connection. */
export const mostEventsOfConnection = 50;

const withGuests = z.boolean().meta({
	description:
		'For webhooks: include names and emails of the people concerned, as of the time of sending, in `data.guests`, `data.buyer` and, for consents, `data.person`. Requires the right to see attendees (for API keys the scope `guests:read`). Stops for events for which the creator of the connection loses it.',
});

const eventIds = z.array(uuid()).min(1).max(mostEventsOfConnection).nullable();

const detail = z
	.enum(['thin', 'full'])
	.meta({ description: '`thin` sends only ids, `full` also the object.' });

export const createConnection = endpoint({
	id: 'integrations.createConnection',
	method: 'POST',
	path: connectionsPath,
	summary:
		'Create a connection: a webhook, signed as specified by Standard Webhooks, or a chat (Slack, Mattermost, Discord, Teams). `secret` is returned once. Only public https URLs.',
	access: managesConnections,
	limit: 'write',
	status: 201,
	params: organisationParams,
	body: z.object({
		kind: z.enum(connectionKinds).default('webhook'),
		name: text({ max: 100 }).default(''),
		target,
		types,
		eventIds: eventIds.optional(),
		detail: detail.default('full'),
		withGuests: withGuests.default(false),
	}),
	output: connection.extend({ secret }),
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listConnections = endpoint({
	id: 'integrations.listConnections',
	method: 'GET',
	path: connectionsPath,
	summary: 'List the connections of the organisation, newest first.',
	access: managesConnections,
	limit: 'read',
	params: organisationParams,
	output: wholeList(connection),
});

export const getConnection = endpoint({
	id: 'integrations.getConnection',
	method: 'GET',
	path: `${connectionsPath}/{connection}`,
	summary: 'Get a connection.',
	access: managesConnections,
	limit: 'read',
	params: connectionParams,
	hasVersion: true,
	output: connection,
});

export const updateConnection = endpoint({
	id: 'integrations.updateConnection',
	method: 'PATCH',
	path: `${connectionsPath}/{connection}`,
	summary: 'Update the name, URL, message types or content of a connection.',
	access: managesConnections,
	limit: 'write',
	params: connectionParams,
	body: z.object({
		name: text({ max: 100 }).optional(),
		target: target.optional(),
		types: types.optional(),
		eventIds: eventIds.optional(),
		detail: detail.optional(),
		withGuests: withGuests.optional(),
	}),
	hasVersion: true,
	output: connection,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteConnection = endpoint({
	id: 'integrations.deleteConnection',
	method: 'DELETE',
	path: `${connectionsPath}/{connection}`,
	summary: 'Delete a connection with its secret and log. Pending deliveries are not sent.',
	access: managesConnections,
	limit: 'write',
	params: connectionParams,
	status: 204,
	output: noContent(),
});

const act = (verb: string, id: string, summary: string) =>
	endpoint({
		id: `integrations.${id}`,
		method: 'POST',
		path: `${connectionsPath}/{connection}/${verb}`,
		summary,
		access: managesConnections,
		limit: 'write',
		params: connectionParams,
		output: connection,
	});

export const pauseConnection = act(
	'pause',
	'pauseConnection',
	`Stop sending. What happens meanwhile waits for up to ${failingDays} days.`,
);

export const resumeConnection = act(
	'resume',
	'resumeConnection',
	`Go on sending after a pause, or after the connection was disabled, with what happened in the last ${failingDays} days.`,
);

export const rotateConnectionSecret = endpoint({
	id: 'integrations.rotateSecret',
	method: 'POST',
	path: `${connectionsPath}/{connection}/rotate-secret`,
	summary: `Rotate the signing secret. For ${OLD_SECRET_HOURS} hours messages are signed with both secrets.`,
	access: managesConnections,
	limit: 'write',
	params: connectionParams,
	output: connection.extend({ secret }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const revealConnectionSecret = endpoint({
	id: 'integrations.revealSecret',
	method: 'POST',
	path: `${connectionsPath}/{connection}/reveal-secret`,
	summary: `Get the signing secret of a webhook. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	// Not for keys: what a program may make it need not read.
	access: organisationAccess('developer.manage'),
	limit: 'write',
	params: connectionParams,
	output: z.object({ secret: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const backfillConnection = endpoint({
	id: 'integrations.backfill',
	method: 'POST',
	path: `${connectionsPath}/{connection}/backfill`,
	summary: `Send past messages since a given time to a webhook, in the background: at most ${pastLimits.messages.toLocaleString('en')} messages of the last ${pastLimits.days} days, each with its current data. Messages already sent to the connection are skipped. \`backfill\` of the connection shows the progress.`,
	access: managesConnections,
	limit: 'write',
	status: 202,
	params: connectionParams,
	body: z.object({
		types: z
			.array(z.enum(pastTypes))
			.min(1)
			.max(pastTypes.length)
			.meta({ description: 'A subset of the message types of the connection.' }),
		since: instant(),
		onlyCount: z.boolean().default(false).meta({
			description:
				'Dry run: return the number of messages without sending. One more than the limit means that there are too many.',
		}),
	}),
	output: z.object({ count: z.int(), backfill }),
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listConnectors = endpoint({
	id: 'integrations.listConnectors',
	method: 'GET',
	path: '/api/connectors',
	summary: 'List the kinds of connections: the URL each needs, and whether its messages are signed.',
	access: userAccess,
	limit: 'read',
	output: z.object({
		data: z.array(
			z.object({
				kind: z.enum(connectionKinds),
				name: z.string(),
				target: z.string().meta({ description: 'The URL that it needs.' }),
				isSigned: z.boolean(),
				types: z.array(z.enum(webhookTypes)),
			}),
		),
	}),
});

export const listWebhookSamples = endpoint({
	id: 'integrations.listWebhookSamples',
	method: 'GET',
	path: '/api/organisations/{organisation}/webhook-samples/{type}',
	summary:
		'List up to three recent messages of a type as they are delivered, newest first, or a sample if there are none. Tools such as Zapier use it to set up their fields.',
	access: managesConnections,
	limit: 'read',
	params: organisationParams.extend({
		type: z.string().max(60).meta({ description: 'One of /api/webhook-types, or a former name.' }),
	}),
	query: z.object({
		withGuests: z.enum(['true', 'false']).optional().meta({
			description:
				'`true`: as connections with `withGuests` get them, with names and emails. Requires the right to see attendees. Without it, or if there is no message, sample people are used or left out.',
		}),
	}),
	output: z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
});

export const listWebhookTypes = endpoint({
	id: 'integrations.listWebhookTypes',
	method: 'GET',
	path: '/api/webhook-types',
	summary: 'List the message types of connections, with a sample of `data` each.',
	access: publicAccess,
	limit: 'read',
	output: z.object({
		data: z.array(
			z.object({
				type: z.enum(webhookTypes),
				formerName: z.string().nullable().meta({
					description: 'Its former name. Connections that subscribed by that name get it in that format.',
				}),
				description: z.string(),
				sample: z.record(z.string(), z.unknown()),
			}),
		),
	}),
});
