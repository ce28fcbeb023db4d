import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { getSubscription, subscribeAgain, unsubscribe } from '#shared/contracts/notifications.ts';

/** Which emails an unsubscribe link is about, and the ways to stop them and to get them again. */
export function useSubscription(token: string) {
	const key = ['subscription', token] as const;
	const call = { params: { token }, hasBearer: false } as const;
	return {
		found: useApiQuery(getSubscription, key, { params: { token } }),
		stop: useChange(() => api.call(unsubscribe, call), key),
		again: useChange(() => api.call(subscribeAgain, call), key),
	};
}
