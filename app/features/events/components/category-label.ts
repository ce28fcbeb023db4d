import { useLingui } from '@lingui/react/macro';
import type { EventCategory } from '#shared/rules/event-categories.ts';

/** The categories as people read them. */
export function useCategoryLabels(): Record<EventCategory, string> {
	const { t } = useLingui();
	return {
		technology: t`Technology`,
		business: t`Business`,
		science: t`Science`,
		education: t`Education`,
		arts: t`Arts`,
		music: t`Music`,
		film: t`Film`,
		food: t`Food and drink`,
		sports: t`Sports`,
		health: t`Health`,
		community: t`Community`,
		charity: t`Charity`,
		family: t`Family`,
		fashion: t`Fashion`,
		hobbies: t`Hobbies`,
		outdoors: t`Outdoors`,
		politics: t`Politics`,
		religion: t`Religion`,
		seasonal: t`Seasonal`,
		travel: t`Travel`,
		other: t`Other`,
	};
}
