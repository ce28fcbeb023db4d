import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { endedStaffTokens, staffDevices } from '#server/db/tables/staff.ts';
import { devicesOf, type StaffLinkRow } from '../queries.ts';

/**
 * Revokes tokens permanently. Their hashes are retained, so that an offline device can still submit its scans. With `deviceId` only that
 * device, otherwise the link's own token and all its devices.
 * @returns whether there was anything to revoke
 */
export async function endTokens(tx: Tx, link: StaffLinkRow, deviceId?: string): Promise<boolean> {
	const ofDevice = deviceId ? and(devicesOf(link), eq(staffDevices.id, deviceId)) : devicesOf(link);
	const devices = await tx.delete(staffDevices).where(ofDevice).returning();
	const ended = devices.map((device) => ({
		tokenHash: device.tokenHash,
		organisationId: link.organisationId,
		staffLinkId: link.id,
		device: device.name,
	}));
	const { organisationId, tokenHash } = link;
	if (!deviceId) ended.push({ organisationId, tokenHash, staffLinkId: link.id, device: '' });
	if (ended.length > 0) await tx.insert(endedStaffTokens).values(ended).onConflictDoNothing();
	// Devices come in after a week at most with what they scanned.
	await tx
		.delete(endedStaffTokens)
		.where(
			and(
				eq(endedStaffTokens.organisationId, organisationId),
				eq(endedStaffTokens.staffLinkId, link.id),
				sql`${endedStaffTokens.endedAt} < now() - interval '8 days'`,
			),
		);
	return ended.length > 0;
}
