import type { StaffLink } from '#shared/contracts/staff.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { maxWrongPins } from './guesses.ts';
import type { StaffLinkRow } from './queries.ts';

/** A link as members of the organisation see it; never its token. */
export function presentStaffLink(row: StaffLinkRow & { deviceCount: number }): StaffLink {
	return {
		id: row.id,
		label: row.label,
		shortCode: row.shortCode,
		abilities: row.abilities as StaffAbility[],
		startsAt: row.startsAt?.toISOString() ?? null,
		endsAt: row.endsAt?.toISOString() ?? null,
		hasPin: row.pinHash !== null,
		isPinLocked: row.pinHash !== null && row.wrongPins >= maxWrongPins,
		listIds: row.listIds,
		gateId: row.gateId,
		deviceLimit: row.deviceLimit,
		deviceCount: row.deviceCount,
		createdAt: row.createdAt.toISOString(),
		lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
		revokedAt: row.revokedAt?.toISOString() ?? null,
	};
}
