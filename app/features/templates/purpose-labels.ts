import { useLingui } from '@lingui/react/macro';
import type { TemplatePurpose } from '#shared/rules/template-purposes.ts';

export function usePurposeLabels(): Record<TemplatePurpose, string> {
	const { t } = useLingui();
	return {
		celebration: t`Celebration`,
		culture: t`Culture and nightlife`,
		learning: t`Learning`,
		business: t`Business and trade`,
		community: t`School and club`,
		sport: t`Sport`,
	};
}
