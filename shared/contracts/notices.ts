import { z } from '../lib/z.ts';
import { NOTICE_DAYS } from '../rules/periods.ts';
import { noContent, page, paging, uuid } from './common.ts';
import { endpoint, userAccess } from './endpoint.ts';

/** Notifications. */
export const noticeKinds = [
	'security',
	'export-ready',
	'report-ready',
	'report-stopped',
	'publishing-failed',
	'plan-limit',
	'cards-tried',
	'dispute-opened',
	'dispute-won',
	'dispute-lost',
	'payout-failed',
	'refund-requested',
	'withdrawal-received',
	'approval-asked',
	'payment-details',
	'message-reviewed',
	'list-narrowed',
	'two-factor-needed',
	'ownership-offered',
	'cash-difference',
	'goal-reached',
	'page-reported',
	'reminders',
	'registrations',
	'door-conflicts',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const notice = z
	.object({
		id: uuid(),
		kind: z.enum(noticeKinds),
		toldAt: z.string(),
		isRead: z.boolean(),
		/** The event that it is about. */
		event: z
			.object({ title: z.string(), slug: z.string(), startsAt: z.string(), timeZone: z.string() })
			.nullable(),
		/** The organisation that it is about; null for what is sent to a person or a guest. */
		organisation: z.object({ id: uuid(), name: z.string() }).nullable(),
		/** Places taken that day, for registrations. */
		guests: z.int().nullable(),
		/** What changed about signing in: `password-changed`, or one of the security changes. The name of a check-in list. What changed of where money goes. Whether a message to guests was `released` or `refused`. */
		change: z.string().nullable(),
		/** How much of a limit of the plan is used: 80 or 100. */
		percent: z.int().nullable(),
	})
	.meta({ id: 'Notice' });
export type Notice = z.output<typeof notice>;

export const listNotices = endpoint({
	id: 'notifications.listNotices',
	method: 'GET',
	path: '/api/account/notices',
	summary: `List the in-app notifications of the caller, newest first, for ${NOTICE_DAYS} days.`,
	access: userAccess,
	limit: 'read',
	query: z.object(paging(20, 50)),
	output: page(notice),
});

export const countUnread = endpoint({
	id: 'notifications.countUnread',
	method: 'GET',
	path: '/api/account/notices/unread',
	summary: 'Count unread notifications, up to 100.',
	access: userAccess,
	limit: 'read',
	output: z.object({ unread: z.int() }),
});

export const readNotices = endpoint({
	id: 'notifications.readNotices',
	method: 'POST',
	path: '/api/account/notices/read',
	summary: 'Mark one notification as read, or all up to one.',
	access: userAccess,
	limit: 'write',
	status: 204,
	body: z.union([z.strictObject({ id: uuid() }), z.strictObject({ until: uuid() })]),
	output: noContent(),
});
