import type { Services } from '#server/services.ts';
import type { CheckInAnswer } from '#shared/contracts/check-in.ts';
import { newId } from '#shared/lib/ids.ts';
import { type DoorCaller, firstListId, nameFor } from '../door-caller.ts';
import { applyScans } from '../sync/apply-scans.ts';
import { bounded, codeOf } from '../sync/sync-context.ts';
import { admitTogether } from './admit-scans.ts';
import { type PartyMember, readParty } from './party.ts';

/** The subject of a scan in a request: a code that was read, or a guest picked from the list. */
export interface ScanFacts {
	guestQrData?: string | undefined;
	guestId?: string | undefined;
	/** Made by the device; the same nonce twice counts once. */
	nonce?: string | undefined;
	scannedAt?: string | undefined;
	device?: string | undefined;
	deviceId?: string | undefined;
	/** The first list of this way to the door when absent. */
	listId?: string | undefined;
	gateId?: string | null | undefined;
	direction: 'in' | 'out';
}

export interface ScanOutcome extends Pick<CheckInAnswer, 'verdict' | 'isCounted' | 'guest' | 'previous'> {
	checkInId: string;
	/** True when this nonce was known: nothing was written now. */
	isRepeated: boolean;
	/** The others of the same order. */
	party: PartyMember[];
}

/**
 * Decides a scan that a steward waits for, and records it, refused ones too. An entry that nothing speaks against, nearly all of a
 * door, is admitted with others in one statement; everything else is decided by the guest's whole log. Guests are named as far as
 * the caller may know them.
 * @returns null when the guest picked from the list is not of this event
 */
export async function decideScan(
	services: Services,
	door: DoorCaller,
	facts: ScanFacts,
): Promise<ScanOutcome | null> {
	const { guestQrData, guestId, direction } = facts;
	const listId = facts.listId ?? firstListId(door);
	const nonce = facts.nonce ?? newId();
	const device = { id: facts.deviceId ?? null, name: facts.device || door.device, gateId: facts.gateId };
	const scannedAt = new Date(bounded(Date.parse(facts.scannedAt ?? services.clock.now().toISOString())));
	if (direction === 'in' && (!door.listIds || door.listIds.includes(listId))) {
		const admitted = await admitTogether(services, {
			...door,
			listId,
			guest: guestId === undefined ? { ticketCode: codeOf(guestQrData ?? '') } : { attendeeId: guestId },
			gateId: facts.gateId ?? door.gateId,
			deviceId: device.id,
			device: device.name,
			nonce,
			scannedAt: scannedAt.toISOString(),
		});
		if (admitted) {
			const { guest_id: id, guest_name: guestName, ticket_type_name: ticketTypeName, party } = admitted;
			return {
				checkInId: admitted.id,
				verdict: 'accepted',
				isCounted: admitted.is_counted,
				guest: nameFor(door, { id, guestName, ticketTypeName }, guestId === undefined),
				previous: null,
				isRepeated: false,
				party: (party ?? []).map((member) => nameFor(door, member)),
			};
		}
	}
	const [result] = await applyScans(
		services,
		door,
		device,
		[
			{
				kind: 'scan',
				nonce,
				guestQrData,
				guestId,
				listId,
				direction,
				decision: 'ask',
				method: guestId === undefined ? 'scan' : 'manual',
				scannedAt: scannedAt.toISOString(),
				clockOffsetMs: 0,
			},
		],
		{ isReplayed: false },
	);
	if (!result?.checkInId || !result.verdict) return null;
	const { checkInId, verdict, isCounted, guest, previous } = result;
	const hasParty = guest && (verdict === 'accepted' || verdict === 'already_checked_in');
	const party = hasParty ? await readParty(services, { ...door, attendeeId: guest.id, listId }) : [];
	return {
		checkInId,
		verdict,
		isCounted,
		guest,
		previous,
		isRepeated: result.outcome === 'repeated',
		party: party.map((member) => nameFor(door, member)),
	};
}
