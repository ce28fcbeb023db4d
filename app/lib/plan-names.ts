import { msg } from '@lingui/core/macro';
import type { PlanId } from '#shared/rules/plans.ts';

export const planNames: Record<PlanId, ReturnType<typeof msg>> = {
	free: msg`Free`,
	pro: msg`Pro`,
	business: msg`Business`,
};
