import { msg } from '#server/platform/messages.ts';
import type { FeedbackStatus } from '#shared/rules/feedback.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface FeedbackStatusProps {
	reportCode: string;
	title: string;
	statusCode: FeedbackStatus;
	statusLink: string | null;
}

export const feedbackStatusChanged: MailTemplate<FeedbackStatusProps> = {
	name: 'feedback/status-changed',
	sample: {
		reportCode: 'FB-7K2M9Q4T',
		title: 'The map is cut off on my phone',
		statusCode: 'planned',
		statusLink: 'https://foyer.example/feedback-report/FB-7K2M9Q4T-abc',
	},
	render: ({ reportCode, title, statusCode, statusLink }, { t, productName }) => {
		const messages: Record<FeedbackStatus, string> = {
			new: t(msg({ message: 'Your report was reopened.' })),
			triaged: t(msg({ message: 'We’ve reviewed your report.' })),
			planned: t(msg({ message: 'We plan to work on it.' })),
			'in-progress': t(msg({ message: 'We’re working on it.' })),
			done: t(msg({ message: 'It’s done. Thank you for reporting it.' })),
			declined: t(msg({ message: 'We’ve decided not to do it. Thank you for your time.' })),
			duplicate: t(msg({ message: 'It’s a duplicate of an earlier report. We’ll continue there.' })),
		};
		return {
			subject: t(msg({ message: 'Update on your report {reportCode}' }), { reportCode }),
			preheader: messages[statusCode],
			heading: t(msg({ message: 'Update on your report' })),
			blocks: [
				{ kind: 'text', text: messages[statusCode] },
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Report' })), lines: [reportCode] },
						{ label: t(msg({ message: 'Title' })), lines: [title] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View report' })), url: statusLink },
			],
			smallPrint: [
				t(msg({ message: 'You’re getting this email because you sent a report to {productName}.' }), {
					productName,
				}),
			],
		};
	},
};
