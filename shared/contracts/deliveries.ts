import { z } from '../lib/z.ts';
import { DELIVERY_DAYS } from '../rules/periods.ts';
import { cursor, instant, page, pageLimit, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { connectionParams, connectionsPath, managesConnections } from './integrations.ts';
import { organisationParams } from './settings.ts';

const delivery = z
	.object({
		id: uuid(),
		connectionId: uuid(),
		messageId: z
			.string()
			.meta({ description: 'The `webhook-id` header: the same for every attempt and replay.' }),
		type: z.string(),
		eventId: uuid().nullable(),
		occurredAt: z.string(),
		state: z.enum(['due', 'delivered', 'dead', 'dropped']).meta({
			description:
				'`dead`: all attempts failed; `dropped`: it waited too long while the connection was paused or disabled.',
		}),
		attempts: z.int(),
		/** While due. */
		nextAt: z.string().nullable(),
		lastStatus: z.int().nullable(),
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
			'The payload as it would be sent now. People in it are current, and may differ from earlier attempts.',
	}),
	guests: z.enum(['included', 'withheld', 'hidden']).nullable().meta({
		description:
			'Whether `body` has names and emails of guests. `withheld`: the creator of the connection can no longer see attendees of the event, so none are sent. `hidden`: they are sent, but you can’t see them. Null: the connection doesn’t include them, or the message concerns no guests.',
	}),
	attemptLog: z.array(
		z.object({
			number: z.int(),
			at: z.string(),
			durationMs: z.int(),
			status: z.int().nullable(),
			error: z.string().nullable(),
			address: z.string().nullable(),
			bytes: z.int(),
			guests: z
				.enum(['included', 'withheld'])
				.nullable()
				.meta({ description: 'Whether this attempt included names and emails of guests.' }),
		}),
	),
});

export type DeliveryDetail = z.output<typeof deliveryDetail>;

const deliveryParams = organisationParams.extend({ delivery: uuid() });

export const testConnection = endpoint({
	id: 'integrations.testConnection',
	method: 'POST',
	path: `${connectionsPath}/{connection}/test`,
	summary: 'Send a message of type `test.ping`.',
	access: managesConnections,
	limit: 'write',
	status: 202,
	params: connectionParams,
	output: delivery,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listDeliveries = endpoint({
	id: 'integrations.listDeliveries',
	method: 'GET',
	path: `${connectionsPath}/{connection}/deliveries`,
	summary: `List deliveries of a connection, newest first. Kept for ${DELIVERY_DAYS} days.`,
	access: managesConnections,
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
	summary: 'Get a delivery with its payload and attempts.',
	access: managesConnections,
	limit: 'read',
	params: deliveryParams,
	output: deliveryDetail,
});

export const replayDelivery = endpoint({
	id: 'integrations.replayDelivery',
	method: 'POST',
	path: '/api/organisations/{organisation}/deliveries/{delivery}/replay',
	summary: 'Resend a message as a new delivery with the same `webhook-id`.',
	access: managesConnections,
	limit: 'write',
	status: 202,
	params: deliveryParams,
	output: delivery,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const replayDead = endpoint({
	id: 'integrations.replayDead',
	method: 'POST',
	path: `${connectionsPath}/{connection}/replay`,
	summary: 'Resend deliveries that were `dead` or `dropped` since a given time: at most the newest 10,000.',
	access: managesConnections,
	limit: 'write',
	status: 202,
	params: connectionParams,
	body: z.object({ since: instant() }),
	output: z.object({ count: z.int() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
