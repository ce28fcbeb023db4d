import { eq } from 'drizzle-orm';
import { sessions, twoFactors } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';

/** Turns two factors on for an account, and counts its sessions as proved. No code of it is right. */
export async function haveTwoFactor(services: Services, { userId }: { userId: string }): Promise<void> {
	const { db } = services.database;
	const enabledAt = services.clock.now();
	await db.insert(twoFactors).values({ userId, sealedSecret: Buffer.from('none'), enabledAt });
	await db.update(sessions).set({ hasSecondFactor: true }).where(eq(sessions.userId, userId));
}
