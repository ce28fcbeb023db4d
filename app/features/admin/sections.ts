import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AdminOverview } from '#shared/contracts/admin.ts';

/** The pages of the admin area, in order; the label is the page's heading too. A count says that something needs attention. */
export interface AdminSection {
	to: string;
	label: MessageDescriptor;
	isExact?: boolean;
	waiting?: (attention: AdminOverview['attention']) => number;
}

export const adminSections: { title: MessageDescriptor; sections: AdminSection[] }[] = [
	{
		title: msg`Today`,
		sections: [{ to: '/admin', label: msg`Overview`, isExact: true }],
	},
	{
		title: msg`People`,
		sections: [
			{ to: '/admin/people', label: msg`Accounts` },
			{ to: '/admin/organisations', label: msg`Organisations` },
			{ to: '/admin/moderation', label: msg`Events`, waiting: (found) => found.messagesInReview },
			{ to: '/admin/messages', label: msg`Messages`, waiting: (found) => found.unansweredMessages },
			{ to: '/feedback-admin', label: msg`Feedback`, waiting: (found) => found.newReports },
		],
	},
	{
		title: msg`Money`,
		sections: [
			{ to: '/admin/payments', label: msg`Payments`, waiting: (found) => found.latePayments },
			{
				to: '/admin/provider-events',
				label: msg`Payment events`,
				waiting: (found) => found.failingEvents,
			},
			{
				to: '/admin/failed-refunds',
				label: msg`Failed refunds`,
				waiting: (found) => found.failedRefunds,
			},
			{ to: '/admin/differences', label: msg`Differences` },
			{ to: '/admin/plans', label: msg`Plans` },
		],
	},
	{
		title: msg`Pages`,
		sections: [
			{ to: '/admin/content', label: msg`Content` },
			{ to: '/admin/operator', label: msg`Operator` },
		],
	},
	{
		title: msg`Operation`,
		sections: [
			{ to: '/admin/mails', label: msg`Email outbox`, waiting: (found) => found.failedMails },
			{ to: '/admin/blocked-addresses', label: msg`Blocked addresses` },
			{ to: '/admin/jobs', label: msg`Failed jobs`, waiting: (found) => found.failedJobs },
			{ to: '/admin/errors', label: msg`Error log`, waiting: (found) => found.openErrors },
			{ to: '/admin/incidents', label: msg`Incidents`, waiting: (found) => found.openIncidents },
			{ to: '/admin/system', label: msg`System check` },
			{ to: '/admin/audit', label: msg`Audit log` },
		],
	},
];
