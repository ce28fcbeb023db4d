import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

interface ScheduleProps {
	/** Of the report. */
	name: string;
	rows: number;
	link: string;
}

/** A file that a schedule made. */
export const reportSchedule: MailTemplate<ScheduleProps> = {
	name: 'reports/schedule',
	sample: {
		name: 'Registrations by day',
		rows: 31,
		link: 'https://foyer.example/custom-reports?view=files',
	},
	render: ({ name, rows, link }, { t }) => ({
		subject: t(msg({ message: 'Report: {name}' }), { name }),
		preheader: t(
			msg({ message: '{rows, plural, one {# row} other {# rows}}. The file can be downloaded for 7 days.' }),
			{ rows },
		),
		heading: name,
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Your scheduled report is ready. It has {rows, plural, one {# row} other {# rows}} and can be downloaded for 7 days.',
					}),
					{ rows },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Download report' })), url: link },
		],
		smallPrint: [
			t(
				msg({
					message:
						'You get this email because a member of your organisation scheduled this report for you. Schedules are changed under Custom Reports.',
				}),
			),
		],
	}),
};

interface StoppedProps {
	name: string;
	reason: 'rights' | 'failed';
	link: string;
}

/** A schedule stopped by itself. */
export const scheduleStopped: MailTemplate<StoppedProps> = {
	name: 'reports/schedule-stopped',
	sample: { name: 'Registrations by day', reason: 'rights', link: 'https://foyer.example/custom-reports' },
	render: ({ name, reason, link }, { t }) => ({
		subject: t(msg({ message: '{name} is no longer sent' }), { name }),
		preheader: t(msg({ message: 'The schedule was stopped.' })),
		heading: t(msg({ message: 'A scheduled report was stopped' })),
		blocks: [
			{
				kind: 'text',
				text:
					reason === 'rights'
						? t(
								msg({
									message:
										'The report {name} is no longer sent: the person who scheduled it may no longer see everything in it. Someone with the right to it can turn the schedule on again.',
								}),
								{ name },
							)
						: t(
								msg({
									message:
										'The report {name} could not be made three times in a row, so it is no longer sent. Narrow it down with a filter, then turn the schedule on again.',
								}),
								{ name },
							),
			},
			{ kind: 'button', label: t(msg({ message: 'Open reports' })), url: link },
		],
		smallPrint: [t(msg({ message: 'You get this email because this report was sent to you or by you.' }))],
	}),
};
