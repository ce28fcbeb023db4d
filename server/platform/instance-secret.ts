import { hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { instanceSecrets } from '#server/db/tables/platform.ts';

/**
 * A 32-byte secret that all processes on one database share. The first process makes it; a race between first processes has
 * one winner, and everybody reads what it wrote.
 */
export async function getInstanceSecret(db: Db, name: string): Promise<Buffer> {
	const read = () => db.select().from(instanceSecrets).where(eq(instanceSecrets.name, name));
	const [existing] = await read();
	if (existing) return existing.value;
	await db
		.insert(instanceSecrets)
		.values({ name, value: randomBytes(32) })
		.onConflictDoNothing();
	const [row] = await read();
	if (!row) throw new Error(`The secret ${name} vanished while it was made.`);
	return row.value;
}

/** The key of signed links: from the setting SECRET_KEY when there is one, else the one in the database. */
export async function getSigningKey(db: Db, secretKey: string | undefined): Promise<Buffer> {
	if (secretKey === undefined) return getInstanceSecret(db, 'links');
	return Buffer.from(hkdfSync('sha256', secretKey, '', 'foyer links', 32));
}
