import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { PaymentAccount } from '#shared/contracts/payments.ts';

interface StateLabel {
	label: MessageDescriptor;
	tone: StatusTone;
}

const states: Record<PaymentAccount['state'], StateLabel> = {
	not_started: { label: msg`Not started`, tone: 'neutral' },
	in_progress: { label: msg`In progress`, tone: 'pending' },
	needs_information: { label: msg`Needs information`, tone: 'warning' },
	enabled: { label: msg`Enabled`, tone: 'success' },
	restricted: { label: msg`Restricted`, tone: 'danger' },
};

const stopped: StateLabel = { label: msg`Stopped`, tone: 'danger' };

/** The state of a payment account in a word; an administrator's stop goes before what the provider says. */
export function accountState({ state, stopReason }: PaymentAccount): StateLabel {
	return stopReason === null ? states[state] : stopped;
}
