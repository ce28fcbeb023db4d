import { z } from '../lib/z.ts';
import {
	longestMoveHours,
	mostOrdersAtOnce,
	SANDBOX_EVENTS,
	SANDBOX_GUESTS,
	sandboxActKinds,
	testOrderOutcomes,
} from '../rules/sandbox.ts';
import { cursor, page, pageLimit, uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
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
			description:
				'Hours by which the clock was moved forward since the sandbox was created or reset, to the minute: 1.5 is 90 minutes.',
		}),
		leftHours: z.number().meta({
			description: 'Remaining clock moves. The worker processes one due time after the other.',
		}),
		isSettled: z.boolean().meta({
			description: 'Whether all clock moves are finished, and everything that became due is done.',
		}),
		events: z.array(
			z.object({
				id: uuid(),
				slug: z.string(),
				title: z.string(),
				status: z.enum(['draft', 'published', 'cancelled', 'postponed', 'archived']),
				startsAt: z.string(),
				timeZone: z.string(),
				guests: z.int(),
			}),
		),
		keptMails: z
			.number()
			.int()
			.meta({ description: 'Number of emails stored instead of sent, counted up to 1,000.' }),
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

const access = organisationAccess('sandbox.manage');

export const getSandbox = endpoint({
	id: 'developer.getSandbox',
	method: 'GET',
	path: '/api/organisations/{organisation}/sandbox',
	summary: 'Get the sandbox of the organisation with its next events, or null if there is none.',
	access,
	limit: 'read',
	params: organisationParams,
	output: z.object({ sandbox: sandbox.nullable() }),
});

export const createSandbox = endpoint({
	id: 'developer.createSandbox',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox',
	summary: `Create the sandbox of the organisation: a separate organisation with ${SANDBOX_EVENTS} test events and ${SANDBOX_GUESTS} test guests. There is at most one; an existing one is returned. The first test key creates it too.`,
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
	summary: `Move the clock of the sandbox forward. Everything that becomes due happens in order: holds expire, reminders are sent, schedules run. (Its data is dated back, from one due time to the next.) This runs in the background: poll the sandbox until \`isSettled\` is true. At most ${longestMoveHours / 24} days at once and 30 times an hour. With a test key, \`organisation\` is the sandbox.`,
	access,
	limit: 'write',
	params: organisationParams,
	body: z.object({
		advanceBy: z.string().min(3).max(40).meta({
			format: 'duration',
			description:
				'An ISO 8601 duration in whole minutes: `P30D`, `P1M`, `PT36H`, `P1DT90M`. Months are calendar months in UTC.',
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
		'Reset the sandbox to its initial data. Test keys, and connections for all events, keep working. At most 6 times an hour.',
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
		totalMinor: z.int(),
		currency: z.string().nullable(),
	})
	.meta({ id: 'SandboxOrder' });
export type SandboxOrder = z.output<typeof sandboxOrder>;

export const createSandboxOrders = endpoint({
	id: 'developer.createSandboxOrders',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox/orders',
	summary:
		'Create orders of sample buyers for an event of the sandbox, all or none. They are processed like real orders: limits apply, and emails (stored, not sent), webhooks and figures follow.',
	access,
	limit: 'write',
	params: organisationParams,
	body: z.object({
		eventId: uuid(),
		ticketTypeId: uuid().optional().meta({ description: 'Defaults to the first ticket type of the event.' }),
		count: z.int().min(1).max(mostOrdersAtOnce).default(1),
		quantity: z
			.number()
			.int()
			.min(1)
			.max(10)
			.default(1)
			.meta({ description: 'Number of tickets in each order.' }),
		outcome: z.enum(testOrderOutcomes).default('confirmed').meta({
			description:
				'`confirmed`: paid with a test card if it has a price. `checked_in`: confirmed and checked in. `pending`: held, not paid. `cancelled`: confirmed, then cancelled. `declined`: the card is declined, and the order stays held. `disputed`, `refunded`: paid first; the state follows once the test gateway settles it.',
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
	summary: 'List emails of the sandbox, newest first. They are stored, not sent.',
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
	summary: 'Get an email of the sandbox with its text and links, as its recipient would have received it.',
	access,
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ mail: uuid() }),
	output: outboxMail.extend({ text: z.string(), html: z.string() }),
});
