import { createHmac } from 'node:crypto';
import type { StaffScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { DoorAccessState, DoorSetup } from '#shared/contracts/door-setup.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { type StaffAbility, staffAbilities } from '#shared/rules/staff-abilities.ts';
import { getDoorEvent } from '../events/door-event.ts';

/** The caller of a check-in endpoint: a device with a staff link, or a signed-in member. */
export interface DoorCaller {
	organisationId: string;
	eventId: string;
	staffLinkId: string | null;
	staffDeviceId: string | null;
	userId: string | null;
	/** Name to write beside scans when the device says none. */
	device: string;
	label: string;
	abilities: StaffAbility[];
	/** Null: all lists of the event. */
	listIds: string[] | null;
	gateId: string | null;
	state: DoorAccessState;
	endedAt: Date | null;
	wipeAt: Date;
}

const dayMs = 86_400_000;

export function staffCaller(staff: StaffScope): DoorCaller {
	return { ...staff, userId: null };
}

/** What a member does at a door: as much as they could hand on by a link. */
export const abilitiesOfMember = (rights: MemberRights): StaffAbility[] =>
	withinRights('ability', staffAbilities, rights);

/** A member at a door. */
export async function memberCaller(
	services: Services,
	scope: { organisationId: string; eventId: string },
	member: { userId: string; email: string; rights: MemberRights },
): Promise<DoorCaller> {
	const event = await getDoorEvent(services, scope);
	const wipeAt = new Date(event.endsAt.getTime() + dayMs);
	return {
		organisationId: scope.organisationId,
		eventId: event.id,
		staffLinkId: null,
		staffDeviceId: null,
		userId: member.userId,
		device: member.email,
		label: '',
		abilities: abilitiesOfMember(member.rights),
		listIds: null,
		gateId: null,
		state: wipeAt > services.clock.now() ? 'open' : 'event_over',
		endedAt: null,
		wipeAt,
	};
}

/** Whether this caller may see guests’ names. Without it, only the name on a ticket that was just scanned. */
export const seesNames = (door: { abilities: readonly StaffAbility[] }): boolean =>
	door.abilities.includes('search');

/**
 * A guest’s name as this caller may see it.
 * @param isScanned their own ticket was just scanned
 */
export const nameFor = <T extends { guestName: string }>(
	door: { abilities: readonly StaffAbility[] },
	guest: T,
	isScanned = false,
): T => (isScanned || seesNames(door) ? guest : { ...guest, guestName: '' });

export const presentLink = (door: DoorCaller): DoorSetup['link'] => ({
	state: door.state,
	label: door.label,
	abilities: door.abilities,
	wipeAt: door.wipeAt.toISOString(),
});

/** Salt of the code hashes that this way to the door hands out. */
export function doorSalt(services: Services, door: DoorCaller): string {
	return createHmac('sha256', services.secret)
		.update(`door salt\0${door.eventId}\0${door.staffLinkId ?? 'members'}`)
		.digest('base64url')
		.slice(0, 22);
}

/** The list of a call that names none: the default one, or the first that the link opens. */
export function firstListId(door: { eventId: string; listIds?: string[] | null }): string {
	if (!door.listIds || door.listIds.includes(door.eventId)) return door.eventId;
	return door.listIds[0] ?? door.eventId;
}
