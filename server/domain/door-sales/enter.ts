import { hash } from 'node:crypto';
import type { DoorCaller } from '#server/domain/check-in/door-caller.ts';
import { findOwnGates } from '#server/domain/check-in/lists/gates.ts';
import { applyScans } from '#server/domain/check-in/sync/apply-scans.ts';
import { getOrder } from '#server/domain/orders/order-record.ts';
import type { Services } from '#server/services.ts';
import type { DoorSaleRow } from './sale-rows.ts';

/** Where the guests of a sale go in: a check-in list and a gate. */
export interface Entry {
	listId?: string | undefined;
	gateId?: string | null | undefined;
}

/**
 * Checks the guests of a confirmed sale in, at the time of the sale. Repeated, it changes nothing: each guest has a nonce of their own that follows
 * from the sale's. What goes wrong is logged and never fails the sale: the guests can be checked in by their tickets.
 */
export async function enterGuests(
	services: Services,
	door: DoorCaller,
	sale: DoorSaleRow,
	{ listId, gateId }: Entry,
): Promise<void> {
	try {
		const order = await getOrder(services, sale);
		if (order.status !== 'confirmed') return;
		const ownGate = await findOwnGates(services, door, [gateId]);
		const mayScan = door.abilities.includes('scan');
		const items = order.attendees
			.filter(({ status, isAdmission }) => status === 'active' && isAdmission)
			.map(({ id, ticketCode }) => ({
				kind: 'scan' as const,
				nonce: hash('sha256', `door sale ${sale.eventId} ${sale.nonce} ${id}`, 'hex').slice(0, 40),
				...(mayScan ? { guestQrData: ticketCode } : { guestId: id }),
				listId,
				gateId: ownGate(gateId),
				direction: 'in' as const,
				method: 'manual' as const,
				decision: sale.isOffline ? ('admitted' as const) : ('ask' as const),
				scannedAt: sale.soldAt.toISOString(),
				clockOffsetMs: 0,
			}));
		await applyScans(services, door, { id: sale.deviceId, name: sale.device }, items, {
			isReplayed: sale.isOffline,
		});
	} catch (error) {
		services.log.error({ error, saleId: sale.id }, 'door-sales.not-checked-in');
	}
}
