import { newId } from '#shared/lib/ids.ts';
import type { Services } from '../../../services.ts';
import type { DoorCaller } from '../door-caller.ts';
import { applyScans } from '../sync/apply-scans.ts';

export interface UndoneCheckIn {
	/** Null when there was nothing to annul: the guest is not inside. */
	checkInId: string | null;
	guest: { id: string; name: string; ticketTypeName: string };
}

/**
 * Annuls the check-in of a guest, with a reason, and with it whoever was let in on the same ticket meanwhile. Twice is once. The
 * annulled rows get new sequence numbers, so that every device hears of it.
 * @returns null when the guest is not of this event.
 */
export async function undoCheckIn(
	services: Services,
	door: DoorCaller,
	command: { attendeeId: string; reason: string; listId?: string | undefined; nonce?: string | undefined },
): Promise<UndoneCheckIn | null> {
	const [result] = await applyScans(
		services,
		door,
		{ id: null, name: door.device },
		[
			{
				kind: 'undo',
				nonce: command.nonce ?? newId(),
				guestId: command.attendeeId,
				listId: command.listId,
				reason: command.reason,
				scannedAt: services.clock.now().toISOString(),
				clockOffsetMs: 0,
			},
		],
		{ isReplayed: false },
	);
	if (!result?.guest) return null;
	return {
		checkInId: result.checkInId,
		guest: {
			id: result.guest.id,
			name: result.guest.guestName,
			ticketTypeName: result.guest.ticketTypeName,
		},
	};
}
