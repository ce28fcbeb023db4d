import { reportSchedule, scheduleStopped } from '#server/emails/reports/schedule.ts';
import type { Services } from '#server/services.ts';
import { source } from './source.ts';

const reportsPage = ({ config }: Services, organisationId: string) =>
	`${config.appUrl}/custom-reports?organisation=${organisationId}`;

export const reportScheduleSource = source({
	template: reportSchedule,
	async load(services, ref: { name: string; rows: number; organisationId: string }) {
		const { name, rows, organisationId } = ref;
		return { name, rows, link: `${reportsPage(services, organisationId)}&view=files` };
	},
});

export const scheduleStoppedSource = source({
	template: scheduleStopped,
	load: async (services, ref: { name: string; reason: 'rights' | 'failed'; organisationId: string }) => ({
		name: ref.name,
		reason: ref.reason,
		link: reportsPage(services, ref.organisationId),
	}),
});
