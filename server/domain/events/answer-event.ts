import { type OrganisationScope, rightsOf } from '#server/http/handler.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { TimeWarning } from './event-times.ts';
import { presentEvent } from './present.ts';
import { getWholeEvent } from './queries.ts';

/** The event as it is now, for the member who just changed it. */
export async function answerEvent(
	services: Services,
	scope: OrganisationScope,
	warned?: { warnings: TimeWarning[]; translate: Translator },
) {
	const warnings = warned?.warnings.map((one) => ({ ...one, message: warned.translate(one.message) }));
	return presentEvent(await getWholeEvent(services, scope), rightsOf(scope), warnings);
}
