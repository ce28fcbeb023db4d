import { z } from '../lib/z.ts';
import { pastLimits, pastTypes } from '../rules/past-messages.ts';
import { acceptedTypes, connectionKinds, formerTypes, webhookTypes } from '../rules/webhook-types.ts';
import { cursor, instant, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const backfill = z
	.object({
		types: z.array(z.enum(pastTypes)),
		since: z.string(),
		startedAt: z.string(),
		endedAt: z.string().nullable(),
		total: z.number().int(),
		/** How many of them were looked at. */
		done: z.number().int(),
		/** How many of those were not sent to this connection before. */
		sent: z.number().int(),
	})
	.nullable()
	.meta({ description: 'The last go of sending past messages; `endedAt` is null while it goes on.' });

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
			.meta({ description: '`failing`: nothing arrived for three days; `gone`: the receiver answered 410.' }),
		failingSince: z.string().nullable(),
		lastDeliveredAt: z.string().nullable(),
		/** After a rotation: until when the old secret signs as well. */
		oldSecretUntil: z.string().nullable(),
		backfill,
		createdAt: z.string(),
		version: z.number().int(),
	})
	.meta({ id: 'Connection' });
export type Connection = z.output<typeof connection>;

const secret = z
	.string()
	.nullable()
	.meta({ description: 'Signing secret (`whsec_…`) of a webhook, null for chats. It can be shown again.' });

const delivery = z
	.object({
		id: uuid(),
		connectionId: uuid(),
		messageId: z
			.string()
			.meta({ description: 'The header `webhook-id`: the same with every try and replay.' }),
		type: z.string(),
		eventId: uuid().nullable(),
		occurredAt: z.string(),
		state: z.enum(['due', 'delivered', 'dead', 'dropped']).meta({
			description:
				'`dead`: no try succeeded; `dropped`: it waited too long for a connection that was paused or disabled.',
		}),
		attempts: z.number().int(),
		/** While due. */
		nextAt: z.string().nullable(),
		lastStatus: z.number().int().nullable(),
		lastError: z.string().nullable(),
		replayOf: uuid().nullable(),
		createdAt: z.string(),
		settledAt: z.string().nullable(),
	})
	.meta({ id: 'Delivery' });
export type Delivery = z.output<typeof delivery>;

const deliveryDetail = delivery.extend({
	body: z.string().meta({
		description:
			'What is sent, or would be now: the people in it are those of this moment, and not those of the tries.',
	}),
	guests: z.enum(['included', 'withheld', 'hidden']).nullable().meta({
		description:
			'Names and emails in `body`: `withheld` when who made the connection may not see attendees there any more, so that none are sent; `hidden` when they are sent but you may not see them; null when the connection does not include them or the message is about no guests.',
	}),
	attemptLog: z.array(
		z.object({
			number: z.number().int(),
			at: z.string(),
			durationMs: z.number().int(),
			status: z.number().int().nullable(),
			error: z.string().nullable(),
			address: z.string().nullable(),
			bytes: z.number().int(),
			guests: z
				.enum(['included', 'withheld'])
				.nullable()
				.meta({ description: 'Whether names and emails of guests went with this try.' }),
		}),
	),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;

const access = { kind: 'organisation', action: 'integrations.manage', via: 'organisation' } as const;
const connectionParams = organisationParams.extend({ connection: uuid() });
const deliveryParams = organisationParams.extend({ delivery: uuid() });
const base = '/api/organisations/{organisation}/connections';

const target = text({ min: 1, max: 2000 });
const types = z
	.array(z.enum(acceptedTypes))
	.min(1)
	.max(acceptedTypes.length)
	.meta({
		description: `Message types, as /api/webhook-types lists them. Former names (${Object.keys(formerTypes).join(', ')}) are accepted, and sent as they were.`,
	});
/** Events that can be chosen for a connection. */
export const mostEventsOfConnection = 50;
const withGuests = z.boolean().meta({
	description:
		'Of a webhook: messages also name the people concerned, with their emails, as they are when a message is sent: `data.guests` and `data.buyer`, and `data.person` of consents. Takes the right to see attendees (for API keys the scope `guests:read`), and ends for events where who made the connection loses it.',
});
const eventIds = z.array(uuid()).min(1).max(mostEventsOfConnection).nullable();
const detail = z
	.enum(['thin', 'full'])
	.meta({ description: '`thin` sends ids alone, `full` also the object.' });

export const createConnection = endpoint({
	id: 'integrations.createConnection',
	method: 'POST',
	path: base,
	summary:
		'Send what happens to an address: a webhook signed as Standard Webhooks, or a chat (Slack, Mattermost, Discord, Teams). `secret` is returned once. Only public https addresses.',
	access,
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
	path: base,
	summary: 'Connections of the organisation, the newest first.',
	access,
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(connection) }),
});

export const getConnection = endpoint({
	id: 'integrations.getConnection',
	method: 'GET',
	path: `${base}/{connection}`,
	summary: 'One connection.',
	access,
	limit: 'read',
	params: connectionParams,
	hasVersion: true,
	output: connection,
});

export const updateConnection = endpoint({
	id: 'integrations.updateConnection',
	method: 'PATCH',
	path: `${base}/{connection}`,
	summary: 'Change the name, the address, the message types or the content of a connection.',
	access,
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
	path: `${base}/{connection}`,
	summary: 'Remove a connection with its secret and its log. What was not sent yet is never sent.',
	access,
	limit: 'write',
	params: connectionParams,
	status: 204,
	output: noContent(),
});

const act = (verb: string, id: string, summary: string) =>
	endpoint({
		id: `integrations.${id}`,
		method: 'POST',
		path: `${base}/{connection}/${verb}`,
		summary,
		access,
		limit: 'write',
		params: connectionParams,
		output: connection,
	});

export const pauseConnection = act(
	'pause',
	'pauseConnection',
	'Stop sending. What happens meanwhile waits for up to three days.',
);
export const resumeConnection = act(
	'resume',
	'resumeConnection',
	'Go on sending after a pause, or after the connection was disabled, with what happened in the last three days.',
);

export const rotateConnectionSecret = endpoint({
	id: 'integrations.rotateSecret',
	method: 'POST',
	path: `${base}/{connection}/rotate-secret`,
	summary: 'A new signing secret. For 24 hours messages carry the signatures of both.',
	access,
	limit: 'write',
	params: connectionParams,
	output: connection.extend({ secret }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const revealConnectionSecret = endpoint({
	id: 'integrations.revealSecret',
	method: 'POST',
	path: `${base}/{connection}/reveal-secret`,
	summary: 'The signing secret of a webhook once more. Wants a sign-in of the last 15 minutes.',
	// Not for keys: what a program may make it need not read.
	access: { kind: 'organisation', action: 'developer.manage', via: 'organisation' },
	limit: 'write',
	params: connectionParams,
	output: z.object({ secret: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const testConnection = endpoint({
	id: 'integrations.testConnection',
	method: 'POST',
	path: `${base}/{connection}/test`,
	summary: 'Send a message of type `test.ping`.',
	access,
	limit: 'write',
	status: 202,
	params: connectionParams,
	output: delivery,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listDeliveries = endpoint({
	id: 'integrations.listDeliveries',
	method: 'GET',
	path: `${base}/{connection}/deliveries`,
	summary: 'What was and will be sent to a connection, the newest first; 30 days are kept.',
	access,
	limit: 'read',
	params: connectionParams,
	query: z.object({
		state: z.enum(['due', 'delivered', 'dead', 'dropped']).optional(),
		cursor: cursor().optional(),
		limit: pageLimit(50, 200),
	}),
	output: page(delivery),
});

export const getDelivery = endpoint({
	id: 'integrations.getDelivery',
	method: 'GET',
	path: '/api/organisations/{organisation}/deliveries/{delivery}',
	summary: 'One delivery with what is sent and every try.',
	access,
	limit: 'read',
	params: deliveryParams,
	output: deliveryDetail,
});

export const replayDelivery = endpoint({
	id: 'integrations.replayDelivery',
	method: 'POST',
	path: '/api/organisations/{organisation}/deliveries/{delivery}/replay',
	summary: 'Send a message once more, as a new delivery with the same `webhook-id`.',
	access,
	limit: 'write',
	status: 202,
	params: deliveryParams,
	output: delivery,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const replayDead = endpoint({
	id: 'integrations.replayDead',
	method: 'POST',
	path: `${base}/{connection}/replay`,
	summary: 'Send what failed for good or was dropped since an instant once more; the newest 10,000 at most.',
	access,
	limit: 'write',
	status: 202,
	params: connectionParams,
	body: z.object({ since: instant() }),
	output: z.object({ count: z.number().int() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const backfillConnection = endpoint({
	id: 'integrations.backfill',
	method: 'POST',
	path: `${base}/{connection}/backfill`,
	summary: `Send a webhook what happened since an instant, in the background: at most ${pastLimits.messages.toLocaleString('en')} messages of the last ${pastLimits.days} days, each with what is true of it now. What the connection was sent before is left out. \`backfill\` of the connection tells how far it is.`,
	access,
	limit: 'write',
	status: 202,
	params: connectionParams,
	body: z.object({
		types: z
			.array(z.enum(pastTypes))
			.min(1)
			.max(pastTypes.length)
			.meta({ description: 'Of those that the connection is told about.' }),
		since: instant(),
		onlyCount: z
			.boolean()
			.default(false)
			.meta({ description: 'Says how many there are and sends nothing; one above the limit: too many.' }),
	}),
	output: z.object({ count: z.number().int(), backfill }),
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listConnectors = endpoint({
	id: 'integrations.listConnectors',
	method: 'GET',
	path: '/api/connectors',
	summary: 'List the kinds of connections: where each sends, and whether its messages are signed.',
	access: { kind: 'user' },
	limit: 'read',
	output: z.object({
		data: z.array(
			z.object({
				kind: z.enum(connectionKinds),
				name: z.string(),
				target: z.string().meta({ description: 'Which address it wants.' }),
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
		'The last messages of a type as they are delivered, at most three, newest first; a made-up one while there is none. Tools such as Zapier read it to set up their fields.',
	access,
	limit: 'read',
	params: organisationParams.extend({
		type: z.string().max(60).meta({ description: 'One of /api/webhook-types, or a former name.' }),
	}),
	query: z.object({
		withGuests: z.enum(['true', 'false']).optional().meta({
			description:
				'`true`: as connections with `withGuests` get them, with names and emails. Takes the right to see attendees; without it, and while there is no message, the people are made up or left out.',
		}),
	}),
	output: z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
});

export const listWebhookTypes = endpoint({
	id: 'integrations.listWebhookTypes',
	method: 'GET',
	path: '/api/webhook-types',
	summary: 'List the message types of connections, with a sample of `data` each.',
	access: { kind: 'public' },
	limit: 'read',
	output: z.object({
		data: z.array(
			z.object({
				type: z.enum(webhookTypes),
				formerName: z.string().nullable().meta({
					description: 'What it was called before; connections that asked for it by that name get it so.',
				}),
				description: z.string(),
				sample: z.record(z.string(), z.unknown()),
			}),
		),
	}),
});
