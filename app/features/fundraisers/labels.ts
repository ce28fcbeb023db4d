import { msg } from '@lingui/core/macro';
import type { Donation } from '#shared/contracts/fundraisers.ts';

/** How a donation came. */
export const sourceLabels: Record<Donation['source'], ReturnType<typeof msg>> = {
	online: msg`Online`,
	offline: msg`Offline`,
};

/** How an offline donation was paid. */
export const wayLabels: Record<NonNullable<Donation['way']>, ReturnType<typeof msg>> = {
	cash: msg`Cash`,
	transfer: msg`Bank transfer`,
};
