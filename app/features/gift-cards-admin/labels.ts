import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { GiftCard, GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import type { GiftCardOrigin } from '#shared/rules/gift-cards.ts';
import type { GiftCardFilters } from './api.ts';

/** A state as lists show it: a card with nothing left is used up, whatever else could be done with it. */
export type ShownState = Exclude<GiftCardFilters['state'], ''>;

export const shownStates = ['active', 'used_up', 'blocked', 'cancelled', 'lapsed'] as const;

export const stateLabels: Record<ShownState, MessageDescriptor> = {
	active: msg`Active`,
	used_up: msg`Used up`,
	blocked: msg`Blocked`,
	cancelled: msg`Refunded`,
	lapsed: msg`Expired`,
};

export const stateTones: Record<ShownState, StatusTone> = {
	active: 'success',
	used_up: 'neutral',
	blocked: 'danger',
	cancelled: 'neutral',
	lapsed: 'warning',
};

export const originLabels: Record<GiftCardOrigin, MessageDescriptor> = {
	bought: msg`Bought online`,
	given: msg`Given without payment`,
	cash: msg`Paid in cash`,
	transfer: msg`Paid by bank transfer`,
	refund: msg`Refund of an order`,
};

export const movementLabels: Record<GiftCardDetail['movements'][number]['kind'], MessageDescriptor> = {
	issued: msg`Issued`,
	used: msg`Used`,
	returned: msg`Returned to the card`,
	refunded: msg`Refunded to the buyer`,
	lapsed: msg`Expired`,
};

/** The state that a list shows of a card. */
export function shownState({ state, balanceMinor }: Pick<GiftCard, 'state' | 'balanceMinor'>): ShownState {
	if (state === 'blocked' || state === 'cancelled' || state === 'lapsed') return state;
	return balanceMinor === 0 ? 'used_up' : 'active';
}
