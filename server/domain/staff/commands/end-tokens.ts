import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { endedStaffTokens, staffDevices, staffLinks } from '../../../db/tables/staff.ts';

/**
 * Ends tokens for good: they open nothing from now on, and their hashes are kept, so that a device that was away can still hand in
 * what it scanned. With `deviceId` one device alone, else the link's own token and all its devices.
 * @returns whether there was anything to end
 */
export async function endTokens(tx: Tx, staffLinkId: string, deviceId?: string): Promise<boolean> {
	const ofDevice = deviceId
		? and(eq(staffDevices.staffLinkId, staffLinkId), eq(staffDevices.id, deviceId))
		: eq(staffDevices.staffLinkId, staffLinkId);
	const devices = await tx.delete(staffDevices).where(ofDevice).returning();
	const ended = devices.map((device) => ({
		tokenHash: device.tokenHash,
		organisationId: device.organisationId,
		staffLinkId,
		device: device.name,
	}));
	if (!deviceId) {
		const [link] = await tx
			.select({ tokenHash: staffLinks.tokenHash, organisationId: staffLinks.organisationId })
			.from(staffLinks)
			.where(eq(staffLinks.id, staffLinkId));
		if (link) ended.push({ ...link, staffLinkId, device: '' });
	}
	if (ended.length > 0) await tx.insert(endedStaffTokens).values(ended).onConflictDoNothing();
	// Devices come in after a week at most with what they scanned.
	await tx
		.delete(endedStaffTokens)
		.where(
			and(
				eq(endedStaffTokens.staffLinkId, staffLinkId),
				sql`${endedStaffTokens.endedAt} < now() - interval '8 days'`,
			),
		);
	return ended.length > 0;
}
