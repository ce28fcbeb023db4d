import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Why a refund was requested, for administrators; one without words is shown by its name. */
export const refundReasons: Record<string, MessageDescriptor> = {
	organiser: msg`The organiser refunded it`,
	late_payment: msg`The payment came too late`,
	not_sold: msg`The order wasn’t confirmed`,
	paid_twice: msg`The order was paid already`,
	cancelled_event: msg`The event was cancelled`,
	ticket_changed: msg`Tickets were changed for ones that cost less`,
	resold: msg`The ticket was resold`,
	buyer_cancelled: msg`The buyer cancelled`,
	withdrawal: msg`Returned by right of a consumer`,
	outside: msg`Made at the payment provider`,
};
