import { z } from '../lib/z.ts';
import { longestMoveHours, sandboxActKinds } from '../rules/sandbox.ts';
import { cursor, page, pageLimit, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { outboxMail } from './notifications.ts';
import { organisationParams } from './settings.ts';

const sandbox = z
	.object({
		/** The organisation that it is: what its own endpoints take. */
		id: uuid(),
		name: z.string(),
		slug: z.string(),
		/** How far time was moved on since it was made or reset. */
		movedHours: z.number().int(),
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
				/** How far time was moved on. */
				hours: z.number().int(),
				/** Empty: an account that is gone. */
				by: z.string(),
				at: z.string(),
			}),
		),
	})
	.meta({ id: 'Sandbox' });
export type Sandbox = z.output<typeof sandbox>;

const access = { kind: 'organisation', action: 'developer.manage', via: 'organisation' } as const;

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

export const advanceSandbox = endpoint({
	id: 'developer.advanceSandbox',
	method: 'POST',
	path: '/api/organisations/{organisation}/sandbox/advance',
	summary:
		'Move time on in the sandbox: everything in it is dated back, so holds end, reminders go out and schedules run as they would after that time. At most 90 days at once and 30 times an hour.',
	access,
	limit: 'write',
	params: organisationParams,
	body: z.object({ hours: z.number().int().min(1).max(longestMoveHours) }),
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
