import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { recoveryCodes } from '#server/db/tables/accounts.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codesInAll = 10;

/** 80 random bits in four groups of four characters that are not mistaken for each other. */
function newRecoveryCode(): string {
	const text = Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('');
	return (text.match(/.{4}/g) as string[]).join('-');
}

/** What was typed, without blanks and dashes, with the letters that people read for digits. Null: cannot be one. */
function normalise(typed: string): string | null {
	const plain = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
	return /^[0-9a-hjkmnp-tv-z]{16}$/.test(plain) ? plain : null;
}

const hashOf = (plain: string) => createHash('sha256').update(`recovery:${plain}`).digest();

/** Makes ten new codes; those made before are void. They are handed out here and never again. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
	const codes = Array.from({ length: codesInAll }, newRecoveryCode);
	await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
	await tx
		.insert(recoveryCodes)
		.values(codes.map((code) => ({ userId, codeHash: hashOf(code.replaceAll('-', '')) })));
	return codes;
}

/** Uses a recovery code up. */
export async function useRecoveryCode(
	db: DbOrTx,
	userId: string,
	typed: string,
	now: Date,
): Promise<boolean> {
	const plain = normalise(typed);
	if (plain === null) return false;
	const used = await db
		.update(recoveryCodes)
		.set({ usedAt: now })
		.where(
			and(
				eq(recoveryCodes.userId, userId),
				eq(recoveryCodes.codeHash, hashOf(plain)),
				isNull(recoveryCodes.usedAt),
			),
		)
		.returning({ userId: recoveryCodes.userId });
	return used.length > 0;
}

export async function countRecoveryCodes(db: DbOrTx, userId: string): Promise<number> {
	const [row] = await db
		.select({ left: count() })
		.from(recoveryCodes)
		.where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
	return row?.left ?? 0;
}
