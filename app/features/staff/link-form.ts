import type { StaffLink } from '#shared/contracts/staff.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { defaultStaffAbilities, type StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { StaffLinkBody } from './api.ts';

/** A staff link as it is typed: times are wall times of the event. */
export interface LinkValues {
	label: string;
	abilities: StaffAbility[];
	/** Empty: all lists. */
	listIds: string[];
	gateId: string;
	starts: string | null;
	ends: string | null;
	/** 0: no limit. */
	deviceLimit: number;
	pin: string;
	/** Takes the PIN away that the link has. */
	dropsPin: boolean;
}

/** @param sells a new link begins with the permission to sell */
export function linkValues(
	link: StaffLink | null,
	label: string,
	timeZone: string,
	sells = false,
): LinkValues {
	const usual = sells ? [...defaultStaffAbilities, 'sell_at_door' as const] : defaultStaffAbilities;
	return {
		label: link?.label ?? label,
		abilities: link?.abilities ?? usual,
		listIds: link?.listIds ?? [],
		gateId: link?.gateId ?? '',
		starts: link?.startsAt ? wallTimeOf(link.startsAt, timeZone) : null,
		ends: link?.endsAt ? wallTimeOf(link.endsAt, timeZone) : null,
		deviceLimit: link?.deviceLimit ?? 0,
		pin: '',
		dropsPin: false,
	};
}

const instant = (wall: string | null, timeZone: string) =>
	wall ? resolveWallTime(wall, timeZone).instant : null;

/** What is sent; a PIN that nobody typed stays as it is. */
export function linkBody(values: LinkValues, timeZone: string): StaffLinkBody {
	return {
		label: values.label,
		abilities: values.abilities,
		listIds: values.listIds.length > 0 ? values.listIds : null,
		gateId: values.gateId || null,
		startsAt: instant(values.starts, timeZone),
		endsAt: instant(values.ends, timeZone),
		deviceLimit: values.deviceLimit || null,
		...(values.pin ? { pin: values.pin } : values.dropsPin ? { pin: null } : {}),
	};
}
