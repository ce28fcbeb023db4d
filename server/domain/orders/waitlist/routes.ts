import { keepWaiting, leaveWaitlist } from '#server/domain/waitlist/commands/answer-offer.ts';
import { findOrderOf, getEntryView } from '#server/domain/waitlist/views.ts';
import { handle, type Route, type WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/waitlist.ts';
import { manageTokenOf } from '../commands/place-order.ts';
import { getOrder } from '../order-record.ts';

/** An entry for whoever joined, with the link of the order that took its offer. */
async function viewOf(services: Services, scope: WaitlistScope) {
	const [view, orderId] = await Promise.all([getEntryView(services, scope), findOrderOf(services, scope)]);
	const order = orderId && (await getOrder(services, { ...scope, orderId }));
	return { ...view, manageToken: order ? manageTokenOf(services, order) : null };
}

/** What somebody who waits does by their link. It leads on to their order, so it is here. */
export const waitlistEntryRoutes: Route[] = [
	handle(contracts.getWaitlistEntry, ({ waitlistEntry }, services) => viewOf(services, waitlistEntry)),
	handle(contracts.leaveWaitlist, async ({ waitlistEntry }, services) => {
		await leaveWaitlist(services, waitlistEntry);
		return viewOf(services, waitlistEntry);
	}),
	handle(contracts.keepWaiting, async ({ waitlistEntry }, services) => {
		await keepWaiting(services, waitlistEntry);
		return viewOf(services, waitlistEntry);
	}),
];
