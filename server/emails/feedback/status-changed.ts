import { msg } from '#server/platform/messages.ts';
import type { FeedbackStatus } from '#shared/rules/feedback.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

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
	write: ({ reportCode, title, statusCode, statusLink }, { t, productName }) => {
		const sentences: Record<FeedbackStatus, string> = {
			new: t(msg({ message: 'Your report is open again.' })),
			triaged: t(msg({ message: 'Somebody has read your report and understood it.' })),
			planned: t(msg({ message: 'We are going to do something about it.' })),
			'in-progress': t(msg({ message: 'Somebody is working on it.' })),
			done: t(msg({ message: 'It is done. Thank you for telling us.' })),
			declined: t(
				msg({ message: 'We have decided not to do it. Thank you for taking the time all the same.' }),
			),
			duplicate: t(
				msg({ message: 'Somebody told us the same before. We follow it there, and yours counts with it.' }),
			),
		};
		return {
			subject: t(msg({ message: 'News about your report {reportCode}' }), { reportCode }),
			preheader: sentences[statusCode],
			heading: t(msg({ message: 'News about your report' })),
			blocks: [
				{ kind: 'text', text: sentences[statusCode] },
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Report' })), lines: [reportCode] },
						{ label: t(msg({ message: 'Title' })), lines: [title] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'See your report' })), url: statusLink },
			],
			smallPrint: [
				t(
					msg({ message: 'You get this mail because this address was left with a report to {productName}.' }),
					{
						productName,
					},
				),
			],
		};
	},
};
