import { useCallback, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import * as managedOrders from '#shared/contracts/managed-orders.ts';

/** The order behind a signed link, and everything its holder may do to it. Each act gives the order as it is afterwards. */
export function useManagedOrder(manageToken: string, initial: managedOrders.ManagedOrder) {
	const [order, setOrder] = useState(initial);
	const [given, setGiven] = useState(initial);
	if (given !== initial) {
		setGiven(initial);
		setOrder(initial);
	}
	const params = { manageToken };
	const store = (next: managedOrders.ManagedOrder) => {
		setOrder(next);
		return next;
	};
	const reload = useCallback(
		async () =>
			setOrder(
				await publicApi.call(managedOrders.getManagedOrder, { params: { manageToken }, hasBearer: false }),
			),
		[manageToken],
	);
	const send = (email?: string) =>
		publicApi.call(managedOrders.resendManagedOrder, {
			params,
			body: email ? { email } : {},
			hasBearer: false,
			idempotencyKey: newIdempotencyKey(),
		});
	return {
		order,
		reload,
		/** Shows the order as another call has answered it. */
		show: store,
		confirm: async () =>
			store(
				await publicApi.call(managedOrders.confirmOrder, {
					params,
					hasBearer: false,
				}),
			),
		extend: async () =>
			store(
				await publicApi.call(managedOrders.extendHold, {
					params,
					hasBearer: false,
					idempotencyKey: newIdempotencyKey(),
				}),
			),
		release: async () => {
			await publicApi.call(managedOrders.deleteOrderHold, { params, hasBearer: false });
			await reload();
		},
		cancel: async (attendeeId?: string) =>
			store(
				await publicApi.call(managedOrders.cancelManagedOrder, {
					params,
					body: attendeeId ? { attendeeId } : {},
					hasBearer: false,
				}),
			),
		rename: async (attendee: string, name: string) =>
			store(
				await publicApi.call(managedOrders.updateManagedAttendee, {
					params: { manageToken, attendee },
					body: { name },
					hasBearer: false,
				}),
			),
		/** Once more to the address of the order. */
		resend: () => send(),
		/** To a corrected address: the order is its new owner's, and the old link and codes are void. Gives the new link's token. */
		changeEmail: async (email: string) => (await send(email)).manageToken,
	};
}

export type ManagedOrderActions = ReturnType<typeof useManagedOrder>;
