import type { StaffEvent } from '#shared/contracts/check-in.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { DoorStats } from './offline/model.ts';
import type { SessionView } from './offline/session-view.ts';

/** Event details for the check-in screen, from the server or from the device. */
export interface DoorInfo {
	event: StaffEvent['event'];
	stats: DoorStats;
	abilities: readonly StaffAbility[];
	/** The screen's list is not the whole one: names of the others come with the device's list, addresses only from the server. */
	hasMoreGuests: boolean;
}

/** @returns null until the server or the device has loaded the event */
export function doorInfo(data: StaffEvent | undefined, view: SessionView): DoorInfo | null {
	const { setup } = view;
	const event = data?.event ?? setup?.event;
	const stats = data?.stats ?? view.stats ?? setup?.stats;
	if (!event || !stats) return null;
	return {
		event,
		stats: withWaiting(stats, view.waitingEntries),
		abilities: data?.link.abilities ?? setup?.link.abilities ?? [],
		hasMoreGuests: data?.hasMoreGuests ?? false,
	};
}

/** Those who were let in here and whom the server has not counted yet. */
function withWaiting(stats: DoorStats, entries: number): DoorStats {
	if (entries === 0) return stats;
	const { totalAttendees } = stats;
	const checkedInCount = Math.max(0, stats.checkedInCount + entries);
	const checkInRate = totalAttendees === 0 ? 0 : Math.round((checkedInCount / totalAttendees) * 100);
	return { totalAttendees, checkedInCount, checkInRate };
}
