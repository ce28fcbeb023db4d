import { z } from '../lib/z.ts';
import { attentionKinds } from '../rules/attention.ts';
import { calendarDate, uuid } from './common.ts';
import { endpoint, partialAccess } from './endpoint.ts';
import { organisationEvent } from './event-lists.ts';
import { count, figures, net, ofOrganisation } from './figures.ts';
import { requestPolicy } from './orders.ts';

/** What members see first: the next event, what needs them, and the last days. */

const attention = z.object({
	kind: z.enum(attentionKinds),
	/** Rows in all. */
	count: count(),
	/** The first five places to go to: an event, an order of it, or nothing where the kind has one page. */
	items: z.array(
		z.object({
			title: z.string(),
			eventId: uuid().nullable(),
			orderId: uuid().nullable(),
			count: count(),
			/** Of refund requests: what is requested at most, and what the refund policy says of it. */
			refund: z
				.object({ wantedMinor: z.int(), currency: z.string(), policy: requestPolicy.nullable() })
				.optional(),
		}),
	),
});
export type Attention = z.output<typeof attention>;

export const dashboard = z
	.object({
		/** The event that is on or comes next, else the newest draft; null: neither. */
		next: organisationEvent
			.extend({
				/** By currency; null for members who may not see money. */
				net: z.array(net).nullable(),
				/** The money is of test cards. */
				isTest: z.boolean(),
			})
			.nullable(),
		/** Open tasks that the caller may do. */
		needsYou: z.array(attention),
		/** Null for members who may not see analytics. */
		figures: figures.nullable(),
		counts: z.object({ live: count(), draft: count(), past: count(), archived: count() }),
	})
	.meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof dashboard>;

export const dashboardDays = ['7', '30'] as const;

export const getDashboard = endpoint({
	id: 'analytics.getDashboard',
	method: 'GET',
	path: '/api/organisations/{organisation}/dashboard',
	summary:
		'Get the next event, open tasks of the caller, recent figures compared with the period before, and the number of events.',
	access: partialAccess('organisation.view'),
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		days: z.enum(dashboardDays).default('30'),
		/** The caller’s own date; today in UTC when left out. */
		today: calendarDate().optional(),
	}),
	output: dashboard,
});
