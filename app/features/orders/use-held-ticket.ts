import { useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import * as contracts from '#shared/contracts/ticket-transfers.ts';

/** A transferred ticket by its holder's signed link, with the actions allowed on it. */
export function useHeldTicket(ticketToken: string, initial: contracts.HeldTicket) {
	const [held, setHeld] = useState(initial);
	const [given, setGiven] = useState(initial);
	if (given !== initial) {
		setGiven(initial);
		setHeld(initial);
	}
	const link = { params: { ticketToken }, hasBearer: false };
	return {
		held,
		rename: async (name: string) =>
			setHeld(await publicApi.call(contracts.updateHeldTicket, { ...link, body: { name } })),
		offer: async (body: { name: string; email: string }, idempotencyKey: string) =>
			setHeld(await publicApi.call(contracts.offerHeldTicket, { ...link, body, idempotencyKey })),
		takeBack: async () => setHeld(await publicApi.call(contracts.withdrawHeldTicket, link)),
	};
}
