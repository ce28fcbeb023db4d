import type { Services } from '#server/services.ts';
import type {
	DoorSync,
	SyncAnswerItem,
	SyncEntry,
	SyncItem,
	SyncResult,
} from '#shared/contracts/door-sync.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type DoorCaller, presentLink } from '../door-caller.ts';
import { readOpenConflicts } from '../figures/conflicts.ts';
import { readDoorStats } from '../figures/stats.ts';
import { findOwnGates } from '../lists/gates.ts';
import { openLists, readLists } from '../lists/lists.ts';
import { applyAnswers } from './apply-answers.ts';
import { applyScans } from './apply-scans.ts';

interface Device {
	id: string;
	name: string;
	gateId?: string | null | undefined;
	queued: number;
}

const noteDevice = {
	name: 'check-in.note-device',
	text: `
INSERT INTO door_devices (organisation_id, event_id, device_id, name, staff_link_id, staff_device_id, user_id, gate_id, queued)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (organisation_id, event_id, device_id) DO UPDATE SET name = excluded.name, staff_link_id = excluded.staff_link_id,
	staff_device_id = excluded.staff_device_id, user_id = excluded.user_id, gate_id = excluded.gate_id, queued = excluded.queued,
	last_seen_at = now()`,
};

/**
 * Applies the queue of a device, records that it is online and how many scans are unsynced, and returns its access state and unresolved
 * conflicts.
 */
export async function syncDoor(
	services: Services,
	door: DoorCaller,
	sender: Device,
	entries: SyncEntry[],
): Promise<DoorSync> {
	// Before its time a link hands out nothing, so there is nothing that it could hand in.
	if (door.state === 'not_begun') throw new AppError('RESOURCE_ACCESS_DENIED', { status: 401 });
	const ownGate = await findOwnGates(
		services,
		door,
		[sender, ...entries].map((one) => one.gateId),
	);
	const device = { ...sender, gateId: ownGate(sender.gateId) };
	const items: SyncEntry[] = entries.map((item) => ({ ...item, gateId: ownGate(item.gateId) }));
	const lists = openLists(await readLists(services.database.db, door), door.listIds);
	const passages = items.filter((item): item is SyncItem => item.kind !== 'answer');
	const answers = items.filter((item): item is SyncAnswerItem => item.kind === 'answer');
	const ofPassages = (await applyScans(services, door, device, passages, { isReplayed: true })).values();
	const ofAnswers = (await applyAnswers(services, door, answers)).values();
	const results = items.map((item) => {
		const next = (item.kind === 'answer' ? ofAnswers : ofPassages).next();
		return next.value as SyncResult;
	});
	const stored = results.filter((result) => result.outcome !== 'refused').length;
	await services.database.pool.query({
		...noteDevice,
		values: [
			door.organisationId,
			door.eventId,
			device.id,
			device.name || door.device,
			door.staffLinkId,
			door.staffDeviceId,
			door.userId,
			device.gateId ?? door.gateId,
			Math.max(0, device.queued - stored),
		],
	});
	const [conflicts, stats] = await Promise.all([
		readOpenConflicts(services, door, lists),
		readDoorStats(services, { ...door, listId: lists[0]?.id }),
	]);
	const isOpen = door.state === 'open';
	return {
		link: presentLink(door),
		results: isOpen ? results : results.map((result) => ({ ...result, guest: null, previous: null })),
		conflicts: isOpen ? conflicts : [],
		stats: isOpen ? stats : { checkedInCount: 0, totalAttendees: 0, checkInRate: 0 },
		now: services.clock.now().toISOString(),
	};
}
