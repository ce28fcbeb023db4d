import type { DbOrTx } from '#server/db/client.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { maxWrongPins } from './guesses.ts';
import type { StaffLinkRow } from './queries.ts';
import { withheldOf } from './withheld.ts';

/** Links as a member of the organisation sees them: never their tokens, and no code of a link that does what the member may not. */
export async function presentStaffLinks(
	db: DbOrTx,
	rows: readonly (StaffLinkRow & { deviceCount: number })[],
	viewer: MemberRights,
): Promise<StaffLink[]> {
	const withheld = await withheldOf(db, rows);
	return rows.map((row) => {
		const abilities = row.abilities as StaffAbility[];
		const opensMore = withinRights('ability', abilities, viewer).length < abilities.length;
		return {
			id: row.id,
			label: row.label,
			shortCode: opensMore || row.seriesLinkId ? '' : row.shortCode,
			abilities,
			withheld: withheld.get(row.id) ?? [],
			createdBy: row.createdBy,
			startsAt: row.startsAt?.toISOString() ?? null,
			endsAt: row.endsAt?.toISOString() ?? null,
			hasPin: row.pinHash !== null,
			isPinLocked: row.pinHash !== null && row.wrongPins >= maxWrongPins,
			listIds: row.listIds,
			gateId: row.gateId,
			seriesLinkId: row.seriesLinkId,
			deviceLimit: row.deviceLimit,
			deviceCount: row.deviceCount,
			createdAt: row.createdAt.toISOString(),
			lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
			revokedAt: row.revokedAt?.toISOString() ?? null,
		};
	});
}
