import { eq } from 'drizzle-orm';
import { organisations } from '#server/db/tables/accounts.ts';
import { reportSchedule, scheduleStopped } from '#server/emails/reports/schedule.ts';
import type { Services } from '#server/services.ts';
import type { ScheduleStopReason } from '#shared/rules/report-query.ts';
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
	async load(services, ref: { name: string; reason: ScheduleStopReason; organisationId: string }) {
		const [organisation] = await services.database.db
			.select({ name: organisations.name })
			.from(organisations)
			.where(eq(organisations.id, ref.organisationId));
		if (!organisation) return { obsolete: 'organisation deleted' };
		const { name, reason } = ref;
		return {
			...{ name, reason, organisation: organisation.name },
			link: reportsPage(services, ref.organisationId),
		};
	},
});
