import { z } from '../lib/z.ts';
import { mostOrdersAtOnce, sandboxActKinds, testOrderOutcomes } from '../rules/sandbox.ts';
import { cursor, page, pageLimit, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { outboxMail } from './notifications.ts';
import { orderStatuses } from './orders.ts';
import { organisationParams } from './settings.ts';

const sandbox = z
	.object({
		/** The organisation that it is: what its own endpoints take. */
		id: uuid(),
		name: z.string(),
		slug: z.string(),
		movedHours: z.number().meta({
			description: 'How far time was moved on since it was made or reset, to the minute: 1.5 is 90 minutes.',
		}),
		leftHours: z.number().meta({
			description:
				'What of the moves of its clock is still to come. The worker goes from one due instant to the next.',
		}),
		isSettled: z.boolean().meta({
			description: 'Moves of its clock are made, and what fell due by them was done.',
		}),
		events: z.array(
			z.object({
				id: uuid(),
				slug: z.string(),
				title: z.string(),
				status: z.enum(['draft', 'published', 'cancelled', 'postponed', 'archived']),
				startsAt: z.string(),
				timeZone: z.string(),
				guests: z.number().int(),
			}),
		),
		keptMails: z
			.number()
			.int()
			.meta({ description: 'Emails that it wrote and did not send, counted up to 1,000.' }),
		acts: z.array(
			z.object({
				id: uuid(),
				kind: z.enum(sandboxActKinds),
				/** How far time was moved on, to the minute. */
				hours: z.number(),
				/** Empty: an account that is gone. */
				by: z.string(),
				at: z.string(),
			}),
		),
	})
	.meta({ id: 'Sandbox' });
export type Sandbox = z.output<typeof sandbox>;

const access = { kind: 'organisation', action: 'sandbox.manage', via: 'organisation' } as const;

export const getSandbox = endpoint({
	id: 'developer.getSandbox',
	method: 'GET',
	path: '/api/organisations/{organisation}/sandbox',
	summary: 'The sandbox of the organisation with its next events, or null while it has none.',
	access,
	limit: 'read',
	params: organisationParams,
	output: z.object({ sandbox: sandbox.nullable() }),
});

export const createSandbox = endpoint({
	id: 'developer.createSandbox',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox',
	summary:
		'Make the sandbox of the organisation: another organisation with 3 events and 200 guests, where nothing is real. It has one at most; where it has one already, that is returned. The first test key makes it as well.',
	access,
	limit: 'write',
	params: organisationParams,
	output: sandbox,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const moveSandboxClock = endpoint({
	id: 'developer.moveSandboxClock',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox/clock',
	summary:
		'Move the clock of the sandbox on: everything in it is dated back, from one instant at which something is due to the next, so holds end, reminders go out and schedules run in the order in which they would. The worker goes on after the answer: get the sandbox until `isSettled` is true. At most 90 days at once and 30 times an hour. With a test key, `organisation` is the sandbox.',
	access,
	limit: 'write',
	params: organisationParams,
	body: z.object({
		advanceBy: z.string().min(3).max(40).meta({
			format: 'duration',
			description:
				'A duration of ISO 8601 in whole minutes: `P30D`, `P1M`, `PT36H`, `P1DT90M`. Months are those of the calendar, in UTC.',
		}),
	}),
	output: sandbox,
	errors: ['BUSINESS_RULE_VIOLATION', 'RATE_LIMIT_EXCEEDED'],
});

export const resetSandbox = endpoint({
	id: 'developer.resetSandbox',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox/reset',
	summary:
		'Empty the sandbox and fill it as it was at first. Test keys and connections to all events go on working. At most 6 times an hour.',
	access,
	limit: 'write',
	params: organisationParams,
	output: sandbox,
	errors: ['BUSINESS_RULE_VIOLATION', 'RATE_LIMIT_EXCEEDED'],
});

const sandboxOrder = z
	.object({
		id: uuid(),
		code: z.string(),
		status: z.enum(orderStatuses),
		totalMinor: z.number().int(),
		currency: z.string().nullable(),
	})
	.meta({ id: 'SandboxOrder' });
export type SandboxOrder = z.output<typeof sandboxOrder>;

export const createSandboxOrders = endpoint({
	id: 'developer.createSandboxOrders',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox/orders',
	summary:
		'Make orders of invented people for an event of the sandbox, all or none. They go the way of every order: its limits hold, and emails (which are kept), webhooks and figures follow.',
	access,
	limit: 'write',
	params: organisationParams,
	body: z.object({
		eventId: uuid(),
		ticketTypeId: uuid().optional().meta({ description: 'Absent: the first ticket type of the event.' }),
		count: z.number().int().min(1).max(mostOrdersAtOnce).default(1),
		quantity: z.number().int().min(1).max(10).default(1).meta({ description: 'Tickets of each order.' }),
		outcome: z.enum(testOrderOutcomes).default('confirmed').meta({
			description:
				'`confirmed`: paid by a test card where it has a price. `checked_in`: and let in. `pending`: held, not paid. `cancelled`: after it was confirmed. `declined`: so is its card, and it stays held. `disputed`, `refunded`: after it was paid; these follow as the test gateway settles them.',
		}),
	}),
	status: 201,
	output: z.object({ data: z.array(sandboxOrder).max(mostOrdersAtOnce) }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listSandboxMails = endpoint({
	id: 'developer.listSandboxMails',
	method: 'GET',
	path: '/api/organisations/{organisation}/sandbox/mails',
	summary: 'Emails that the sandbox wrote, the newest first. None of them is sent.',
	access,
	limit: 'read',
	params: organisationParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(20, 100) }),
	output: page(outboxMail),
});

export const getSandboxMail = endpoint({
	id: 'developer.getSandboxMail',
	method: 'GET',
	path: '/api/organisations/{organisation}/sandbox/mails/{mail}',
	summary: 'An email of the sandbox with its text and its links, as its recipient would have read it.',
	access,
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ mail: uuid() }),
	output: outboxMail.extend({ text: z.string(), html: z.string() }),
});
