import { z } from '#shared/lib/z.ts';
import { messageLimits } from './messages.ts';

/**
 * Whom a message goes to: guests who fulfil conditions. Shared by the contract, the server and the screens; the server writes them as SQL
 * (server/domain/messages/segments).
 */

/** Most conditions of one segment. */
export const MAX_CONDITIONS = messageLimits.conditions;

/** States of orders whose guests can be written to. Without a condition on the state: confirmed orders alone. */
export const messageableStates = ['confirmed', 'pending', 'awaiting_approval'] as const;

export const orderSources = ['web', 'manual', 'import', 'door'] as const;

const ids = (most: number) => z.array(z.uuid()).min(1).max(most);
const day = () => z.iso.date('Please enter a valid date.').meta({ examples: ['2027-03-14'] });

/** Whom the condition leaves: those it names, or with `not` the others. With `or` it is in one group with the condition before it. */
const flags = { not: z.boolean().optional(), or: z.boolean().optional() };

/**
 * One condition. Conditions hold together, but for one with `or`, which is an alternative to the one before it; a first one with `or` is
 * like any other.
 */
export const segmentCondition = z
	.discriminatedUnion('kind', [
		/** Holders of these ticket types. In a series a type names the same type of all dates. */
		z.strictObject({ kind: z.literal('ticket_types'), ids: ids(50), ...flags }),
		/** Orders in these states; only one such condition counts for whose tickets are looked at. */
		z.strictObject({
			kind: z.literal('order_states'),
			states: z.array(z.enum(messageableStates)).min(1).max(messageableStates.length),
			...flags,
		}),
		/** Who was let in, at any list or at this one. */
		z.strictObject({ kind: z.literal('checked_in'), listId: z.uuid().optional(), ...flags }),
		/** Whose answer is one of these: ids of choices, `true` for a consent, or a text without regard to capitals. */
		z.strictObject({
			kind: z.literal('answer'),
			questionId: z.uuid(),
			values: z.array(z.string().min(1).max(200)).min(1).max(50),
			...flags,
		}),
		/** Orders placed on these days, both included, on the clock of the event. */
		z.strictObject({
			kind: z.literal('ordered'),
			from: day().optional(),
			until: day().optional(),
			...flags,
		}),
		/** How the order was made. */
		z.strictObject({
			kind: z.literal('sources'),
			sources: z.array(z.enum(orderSources)).min(1).max(orderSources.length),
			...flags,
		}),
		/** Who came by one of these tracking links. */
		z.strictObject({
			kind: z.literal('links'),
			codes: z
				.array(z.string().regex(/^[a-z0-9]{4,16}$/))
				.min(1)
				.max(20),
			...flags,
		}),
		/** Languages of the order, such as `de`; `de` also finds `de-AT`. */
		z.strictObject({
			kind: z.literal('languages'),
			languages: z
				.array(z.string().regex(/^[a-z]{2,3}$/))
				.min(1)
				.max(20),
			...flags,
		}),
		/** Guests of these dates of a series. */
		z.strictObject({ kind: z.literal('dates'), eventIds: ids(400), ...flags }),
	])
	.meta({ id: 'SegmentCondition' });
export type SegmentCondition = z.output<typeof segmentCondition>;

export const segment = z
	.strictObject({ conditions: z.array(segmentCondition).max(MAX_CONDITIONS).default([]) })
	.meta({
		id: 'Segment',
		description: 'Recipients of a message; without conditions, all guests with a valid ticket.',
	});
export type Segment = z.output<typeof segment>;

/** Everyone with a valid ticket. */
export const everyone: Segment = { conditions: [] };
