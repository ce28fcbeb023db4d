import { z } from '../lib/z.ts';
import { email, linkToken, message, noContent, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

export const mailStatuses = [
	'queued',
	'sending',
	'sent',
	'stored',
	'failed',
	'obsolete',
	'withheld',
	'kept',
] as const;

export const outboxMail = z
	.object({
		id: uuid(),
		template: z.string(),
		recipient: z.string(),
		subject: z.string(),
		status: z.enum(mailStatuses),
		attempts: z.int(),
		lastError: z.string(),
		nextAttemptAt: z.string(),
		createdAt: z.string(),
		sentAt: z.string().nullable(),
	})
	.meta({ id: 'OutboxMail' });
export type OutboxMail = z.output<typeof outboxMail>;

const mailParams = z.object({ mail: uuid() });

export const listMails = endpoint({
	id: 'notifications.listMails',
	method: 'GET',
	path: '/api/admin/mails',
	summary: 'List emails in the outbox, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		status: z.enum(mailStatuses).optional(),
		q: z.string().max(200).optional(),
		...paging(50, 100),
	}),
	output: page(outboxMail).extend({
		/** False: no mail server is set, mails are stored here. */
		isSending: z.boolean(),
	}),
});

export const getMail = endpoint({
	id: 'notifications.getMail',
	method: 'GET',
	path: '/api/admin/mails/{mail}',
	summary: 'Get an email with its text. Secrets of login and reset links are left out.',
	access: adminAccess,
	limit: 'read',
	params: mailParams,
	output: outboxMail.extend({ text: z.string(), html: z.string() }),
});

export const retryMail = endpoint({
	id: 'notifications.retryMail',
	method: 'POST',
	path: '/api/admin/mails/{mail}/retry',
	summary: 'Resend a failed, stored or withheld email.',
	access: adminAccess,
	limit: 'write',
	params: mailParams,
	output: outboxMail,
});

export const mailSuppression = z
	.object({
		id: uuid(),
		/** The address, masked: only its hash is stored. */
		hint: z.string(),
		/** Null: emails of all organisations. */
		organisationId: uuid().nullable(),
		reason: z.enum(['bounced', 'complained', 'by hand']),
		/** The mail server’s response, or an administrator’s note. */
		detail: z.string(),
		since: z.string(),
		/** Null: without end. */
		until: z.string().nullable(),
	})
	.meta({ id: 'MailSuppression' });
export type MailSuppression = z.output<typeof mailSuppression>;

export const listSuppressions = endpoint({
	id: 'notifications.listSuppressions',
	method: 'GET',
	path: '/api/admin/mail-suppressions',
	summary:
		'List blocked email addresses, newest first. They get no messages, reminders or news; tickets are always sent.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		/** The whole address: only its hash is stored. */
		q: z.string().max(254).optional(),
		...paging(50, 100),
	}),
	output: page(mailSuppression),
});

export const addSuppression = endpoint({
	id: 'notifications.addSuppression',
	method: 'POST',
	path: '/api/admin/mail-suppressions',
	summary: 'Block an email address from messages, reminders and news of all organisations.',
	access: adminAccess,
	limit: 'write',
	status: 201,
	body: z.object({ email: email(), detail: text({ max: 300 }).default('') }),
	output: mailSuppression,
});

export const liftSuppression = endpoint({
	id: 'notifications.liftSuppression',
	method: 'DELETE',
	path: '/api/admin/mail-suppressions/{suppression}',
	summary: 'Unblock an email address.',
	access: adminAccess,
	limit: 'write',
	status: 204,
	params: z.object({ suppression: uuid() }),
	output: noContent(),
});

export const failedJob = z.object({
	id: z.string(),
	name: z.string(),
	attempts: z.int(),
	lastError: z.string(),
	createdAt: z.string(),
	nextAttemptAt: z.string().nullable(),
});

export const listFailedJobs = endpoint({
	id: 'notifications.listFailedJobs',
	method: 'GET',
	path: '/api/admin/jobs',
	summary: 'List jobs and facts that failed at least once and are not completed.',
	access: adminAccess,
	limit: 'read',
	query: z.object(paging(50, 100)),
	output: page(failedJob),
});

export const retryJob = endpoint({
	id: 'notifications.retryJob',
	method: 'POST',
	path: '/api/admin/jobs/{job}/retry',
	summary: 'Retry a failed job now.',
	access: adminAccess,
	limit: 'write',
	params: z.object({ job: z.string().max(100) }),
	output: failedJob,
});

const unsubscribeParams = z.object({ token: linkToken() });

export const subscription = z
	.object({
		/** Reminders of events, messages of an organiser (about tickets, or news for followers), or updates of their fundraisers. */
		kind: z.enum(['reminders', 'service', 'marketing', 'updates']),
		/** Name of the organiser; empty for reminders, which are the same from all. */
		organiser: z.string(),
		/** Whether the address gets them. */
		isSubscribed: z.boolean(),
	})
	.meta({ id: 'Subscription' });
export type Subscription = z.output<typeof subscription>;

export const getSubscription = endpoint({
	id: 'notifications.getSubscription',
	method: 'GET',
	path: '/api/unsubscribe/{token}',
	summary: 'Get which emails an unsubscribe link applies to. Changes nothing.',
	access: publicAccess,
	limit: 'read',
	params: unsubscribeParams,
	output: subscription,
});

export const unsubscribe = endpoint({
	id: 'notifications.unsubscribe',
	method: 'POST',
	path: '/api/unsubscribe/{token}',
	summary: 'Unsubscribe an address from this kind of email (RFC 8058 one-click).',
	access: publicAccess,
	limit: 'write',
	params: unsubscribeParams,
	output: message(),
});

export const subscribeAgain = endpoint({
	id: 'notifications.subscribeAgain',
	method: 'DELETE',
	path: '/api/unsubscribe/{token}',
	summary: 'Resubscribe.',
	access: publicAccess,
	limit: 'write',
	status: 204,
	params: unsubscribeParams,
	output: noContent(),
});
