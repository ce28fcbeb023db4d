import { z } from '../lib/z.ts';
import { instant, page, paging } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

export const demoState = z.object({ isLoaded: z.boolean() });

export const getDemo = endpoint({
	id: 'admin.getDemo',
	method: 'GET',
	path: '/api/admin/demo',
	summary: 'Get whether demo content is present.',
	access: adminAccess,
	limit: 'read',
	output: demoState,
});

export const removeDemo = endpoint({
	id: 'admin.removeDemo',
	method: 'POST',
	path: '/api/admin/demo/remove',
	summary: 'Remove all demo content. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	output: demoState,
});

const count = () => z.int();

export const adminOverview = z
	.object({
		since: z.string(),
		today: z.object({
			newUsers: count(),
			newOrganisations: count(),
			publishedEvents: count(),
			confirmedOrders: count(),
			checkIns: count(),
			pageViews: count(),
			sentMails: count(),
			/** Public events under way now. */
			eventsOn: count(),
		}),
		/** Open tasks. */
		attention: z.object({
			failedMails: count(),
			storedMails: count(),
			failedJobs: count(),
			/** Events of the payment provider that could not be settled. */
			failingEvents: count(),
			/** Payments whose answer is missing for more than ten minutes. */
			latePayments: count(),
			/** Refunds that failed and whose money is still owed. */
			failedRefunds: count(),
			/** Events on which cards were tested within the last 24 hours. */
			eventsWithTriedCards: count(),
			openErrors: count(),
			unansweredMessages: count(),
			/** Messages to guests that wait for review. */
			messagesInReview: count(),
			newReports: count(),
			openIncidents: count(),
			isSignUpOpen: z.boolean(),
		}),
	})
	.meta({ id: 'AdminOverview' });
export type AdminOverview = z.output<typeof adminOverview>;

export const getOverview = endpoint({
	id: 'admin.getOverview',
	method: 'GET',
	path: '/api/admin/overview',
	summary: 'Get today’s figures of the installation and open tasks for administrators.',
	access: adminAccess,
	limit: 'read',
	query: z.object({ since: instant().optional() }),
	output: adminOverview,
});

export const auditEntry = z
	.object({
		id: z.string(),
		actorEmail: z.string(),
		/** Id of the endpoint that was called. */
		action: z.string(),
		subject: z.string(),
		/** The request, without secrets and long texts. */
		input: z.record(z.string(), z.unknown()),
		/** HTTP status of the answer; null: it did not come to an end. */
		outcome: z.int().nullable(),
		requestId: z.string(),
		createdAt: z.string(),
	})
	.meta({ id: 'AdminAct' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAuditEntries = endpoint({
	id: 'admin.listActs',
	method: 'GET',
	path: '/api/admin/audit',
	summary: 'List the audit log, newest first. Entries can’t be changed.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		...paging(50, 100),
	}),
	output: page(auditEntry),
});
