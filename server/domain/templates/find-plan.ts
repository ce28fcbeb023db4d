import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { getOrganisationSettings } from '../settings/queries.ts';
import { findOwnTemplate } from './queries.ts';
import { findReady } from './ready/index.ts';
import { planOfReady } from './ready/ready-template.ts';

/**
 * The plan that an organisation begins an event with.
 * @param how.template name of a ready template or id of one of its own
 * @param how.startTime time of day that was typed; times in the texts of a ready template follow it
 * @throws VALIDATION_FAILED about `template`
 */
export async function findPlan(
	services: Services,
	how: { organisationId: string; template: string; startTime: string | undefined; t: Translator },
): Promise<EventPlan> {
	const { db } = services.database;
	const ready = findReady(how.template);
	if (ready) {
		const { defaultCurrency, defaultRefundPolicy } = await getOrganisationSettings(db, how.organisationId);
		const plan = planOfReady(ready, {
			t: how.t,
			startTime: how.startTime,
			currency: defaultCurrency || undefined,
		});
		// What the organisation wrote itself comes before an example.
		if (defaultRefundPolicy) delete plan.policy.refundPolicy;
		return plan;
	}
	const own = isUuid(how.template)
		? await findOwnTemplate(db, [how.organisationId], how.template.toLowerCase())
		: null;
	if (!own) throw fieldError('template', message`This template doesn’t exist any more. Choose another.`);
	return own.plan;
}
