import { type PlanNews, planMail } from '../../../emails/organisers/plan.ts';
import { source } from './source.ts';

const planNames: Record<string, string> = { free: 'Free', pro: 'Pro', business: 'Business' };

/** News of a plan; what is due is not asked for any more once it is paid. */
export const planSource = source({
	template: planMail,
	async load(
		services,
		ref: { organisationId: string; news: PlanNews; plan: string; amountMinor: number; currency: string },
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
			planName: planNames[ref.plan] ?? ref.plan,
			amountMinor,
			currency,
			until: isDue ? found.graceUntil : found.periodEnd,
			isTest: services.gateway.name === 'test',
			planUrl: `${services.config.appUrl}/settings/plan`,
		};
	},
});
