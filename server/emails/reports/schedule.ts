import { msg } from '#server/platform/messages.ts';
import type { ScheduleStopReason } from '#shared/rules/report-query.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
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
			msg({
				message: '{rows, plural, one {# row} other {# rows}}. The file can be downloaded for {days} days.',
			}),
			{ rows, days: reportLimits.fileDays },
		),
		heading: name,
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Your scheduled report is ready. It has {rows, plural, one {# row} other {# rows}} and can be downloaded for {days} days.',
					}),
					{ rows, days: reportLimits.fileDays },
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
	organisation: string;
	reason: ScheduleStopReason;
	link: string;
}

const stopTexts: Record<ScheduleStopReason, ReturnType<typeof msg>> = {
	rights: msg({
		message:
			'The report {name} of {organisation} is no longer sent: the person who scheduled it may no longer see everything in it. Someone with the right to it can turn the schedule on again.',
	}),
	plan: msg({
		message:
			'The report {name} of {organisation} is no longer sent: the organisation’s plan does not include reports. Choose a plan that does, then turn the schedule on again.',
	}),
	expired: msg({
		message:
			'The report {name} of {organisation} is no longer sent: the organisation’s plan was not paid and has ended. Renew it, then turn the schedule on again.',
	}),
	failed: msg({
		message:
			'The report {name} of {organisation} could not be made three times in a row, so it is no longer sent. Narrow it down with a filter, then turn the schedule on again.',
	}),
	event: msg({
		message:
			'The report {name} of {organisation} could not be made, so it was not sent. Narrow it down with a filter, then send it from its schedule.',
	}),
};

/** A schedule stopped by itself. */
export const scheduleStopped: MailTemplate<StoppedProps> = {
	name: 'reports/schedule-stopped',
	sample: {
		name: 'Registrations by day',
		organisation: 'Nightjar Concerts',
		reason: 'rights',
		link: 'https://foyer.example/custom-reports',
	},
	render: ({ name, organisation, reason, link }, { t }) => ({
		subject: t(msg({ message: '{name} is no longer sent' }), { name }),
		preheader: t(msg({ message: 'The schedule was stopped.' })),
		heading: t(msg({ message: 'A scheduled report was stopped' })),
		blocks: [
			{
				kind: 'text',
				text: t(stopTexts[reason], { name, organisation }),
			},
			{ kind: 'button', label: t(msg({ message: 'Open reports' })), url: link },
		],
		smallPrint: [t(msg({ message: 'You get this email because this report was sent to you or by you.' }))],
	}),
};
