import { getPlanState } from '#server/domain/subscriptions/plan-state.ts';
import { type PlanNews, planMail } from '#server/emails/organisers/plan.ts';
import { planLimitMail } from '#server/emails/organisers/plan-limit.ts';
import { type PlanId, type PlanQuota, planNames } from '#shared/rules/plans.ts';
import { source } from './source.ts';

/** Emails about a plan. A payment request is dropped once it is paid. */
export const planSource = source({
	template: planMail,
	async load(
		services,
		ref: { organisationId: string; news: PlanNews; plan: PlanId; amountMinor: number; currency: string },
		options,
	) {
		const { rows } = await services.database.pool.query<{
			name: string;
			state: string | null;
			periodEnd: Date | null;
			graceUntil: Date | null;
		}>(
			`SELECT o.name, s.state, s.period_end AS "periodEnd", s.grace_until AS "graceUntil"
			FROM organisations o LEFT JOIN subscriptions s ON s.organisation_id = o.id WHERE o.id = $1`,
			[ref.organisationId],
		);
		const [found] = rows;
		if (!found) return { obsolete: 'The organisation is gone.' };
		const isDue = ref.news === 'refused' || ref.news === 'confirm' || ref.news === 'last';
		if (options.isForSending && isDue && found.state !== 'past_due') return { obsolete: 'It was paid.' };
		const { news, amountMinor, currency } = ref;
		return {
			news,
			name: found.name,
			planName: planNames[ref.plan],
			amountMinor,
			currency,
			until: isDue ? found.graceUntil : found.periodEnd,
			isTest: services.gateway.name === 'test',
			planUrl: `${services.config.appUrl}/settings/plan`,
		};
	},
});

/** A plan limit that is nearly reached. Dropped if plans are not charged any more or the plan has changed. */
export const planLimitSource = source({
	template: planLimitMail,
	async load(
		services,
		ref: {
			organisationId: string;
			eventId: string | null;
			quota: PlanQuota;
			plan: PlanId;
			percent: 80 | 100;
			limit: number;
		},
		options,
	) {
		const { organisationId, eventId, quota, plan, percent, limit } = ref;
		const { rows } = await services.database.pool.query<{ name: string; title: string | null }>(
			`SELECT o.name, e.title FROM organisations o LEFT JOIN events e ON e.organisation_id = o.id AND e.id = $2 WHERE o.id = $1`,
			[organisationId, eventId],
		);
		const [found] = rows;
		if (!found || (eventId !== null && found.title === null))
			return { obsolete: 'What it is about is gone.' };
		const now = await getPlanState(services.database.db, organisationId);
		if (options.isForSending && now.plan?.id !== plan) return { obsolete: 'Another plan holds.' };
		return {
			quota,
			percent,
			limit,
			name: found.name,
			planName: planNames[plan],
			eventTitle: found.title ?? '',
			planUrl: `${services.config.appUrl}/settings/plan`,
		};
	},
});
