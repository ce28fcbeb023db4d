import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { WithdrawalObstacle, WithdrawalState } from '#shared/rules/withdrawals.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';

export const stateLabels: Record<WithdrawalState, MessageDescriptor> = {
	received: msg`To decide`,
	accepted: msg`Accepted`,
	declined: msg`Declined`,
};

export const stateTones: Record<WithdrawalState, StatusTone> = {
	received: 'warning',
	accepted: 'success',
	declined: 'neutral',
};

/** Why a statement was not accepted at once. */
export const obstacleLabels: Record<WithdrawalObstacle, MessageDescriptor> = {
	unmatched: msg`No order or gift card has this number and email address. If you find it, refund it there.`,
	'no-right': msg`Nothing in it has a right of withdrawal.`,
	late: msg`It came after the ${WITHDRAWAL_DAYS} days.`,
	used: msg`It was used already.`,
	disputed: msg`A bank disputes the payment, or part of it was refunded.`,
	blocked: msg`You blocked one of the gift cards.`,
	'for-sale': msg`A ticket is offered for resale.`,
	unpaid: msg`The order isn’t confirmed.`,
	refused: msg`It couldn’t be cancelled and refunded automatically.`,
};
