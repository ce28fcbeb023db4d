import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { DoorAllotment } from '#shared/contracts/door-sales.ts';
import type { Seller } from './seller.ts';

/**
 * Takes tickets out of what is set aside for a device, so that their places are available to the order that is written next in the same transaction. The places of the event
 * are held. What is not covered has to be free like any other place.
 * @returns how many tickets of each type were not covered; empty when all were
 */
export async function takeAllotted(
	_tx: Tx,
	_seller: Seller,
	_items: readonly { ticketTypeId: string; quantity: number }[],
): Promise<Map<string, number>> {
	throw new Error('not built');
}

/** What a device may sell without a network, as it stands; null: the event sets nothing aside, or the device was given nothing yet. */
export async function readAllotment(_services: Services, _seller: Seller): Promise<DoorAllotment | null> {
	throw new Error('not built');
}

/** Sets tickets aside for a device, up to the number of the settings and as far as there are places. @throws `event-over` */
export async function topUp(
	_services: Services,
	_seller: Seller,
	_unsent: readonly { ticketTypeId: string; quantity: number }[],
): Promise<DoorAllotment | null> {
	throw new Error('not built');
}
