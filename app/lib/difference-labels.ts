import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DifferenceKind } from '#shared/rules/payment-states.ts';

/** How the provider’s balance and the books differ. */
export const differenceLabels: Record<DifferenceKind, MessageDescriptor> = {
	'unknown-charge': msg`A charge that no order here belongs to`,
	'unknown-refund': msg`A refund that no payment here belongs to`,
	'unknown-dispute': msg`A dispute that no payment here belongs to`,
	'unknown-payout': msg`A payout that is not known here`,
	'unknown-fee': msg`A fee of the provider that belongs to no payment`,
	'unknown-movement': msg`A movement of another kind`,
	'other-installation': msg`A charge that another installation has made`,
	'other-account': msg`It belongs to another payment account of the organisation`,
	'other-currency': msg`Settled in another currency`,
	'charged-twice': msg`A payment that was charged twice; the second charge goes back`,
	'moved-twice': msg`The provider has moved this money twice`,
	'amount-differs': msg`The amount differs`,
	'fee-differs': msg`The platform fee differs`,
	'provider-fee-differs': msg`The provider’s fee differs`,
	'state-differs': msg`The provider and the books disagree about its outcome`,
	'books-differ': msg`The books have another amount for it`,
	'missing-charge': msg`A card payment that is missing at the provider`,
	'missing-refund': msg`A refund that is missing at the provider`,
	'missing-refund-failure': msg`A refund failed, and its money has not come back to the provider`,
	'missing-dispute': msg`A dispute that is missing at the provider`,
	'missing-reversal': msg`A dispute was won, and its money has not come back`,
	'missing-payout': msg`A payout that is missing in the provider’s balance`,
	'missing-payout-failure': msg`A payout was sent back, and its money is missing in the provider’s balance`,
	'content-differs': msg`A payout that is not the sum of its movements`,
};
