/** How a change of an order stands. `returned`: it was paid too late, and the money goes back. */
export const orderChangeStates = ['awaiting_payment', 'applied', 'lapsed', 'withdrawn', 'returned'] as const;
export type OrderChangeState = (typeof orderChangeStates)[number];

/** A buyer’s change to their order: another type for some tickets, and further tickets. */
export interface WantedChange {
	tickets: { attendeeId: string; ticketTypeId: string }[];
	add: { ticketTypeId: string; quantity: number }[];
}
