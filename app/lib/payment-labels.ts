import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { PaymentMethod, PaymentState } from '#shared/rules/payment-states.ts';

/** A state as a badge shows it. */
export interface StateLabel {
	tone: StatusTone;
	label: MessageDescriptor;
}

export const methodLabels: Record<PaymentMethod, MessageDescriptor> = {
	card: msg`Card`,
	transfer: msg`Bank transfer`,
	cash: msg`Cash`,
	gift_card: msg`Gift card`,
	door_card: msg`Card at the door`,
};

export const paymentLabels: Record<PaymentState, StateLabel> = {
	created: { tone: 'pending', label: msg`Started` },
	requires_action: { tone: 'pending', label: msg`Waiting for the bank` },
	processing: { tone: 'pending', label: msg`In progress` },
	succeeded: { tone: 'success', label: msg`Received` },
	failed: { tone: 'danger', label: msg`Declined` },
	cancelled: { tone: 'neutral', label: msg`Cancelled` },
};
