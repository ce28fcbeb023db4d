import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A new bearer secret: 256 random bits in 43 characters. */
export function newToken(): string {
	return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. A fast hash is sufficient: 256 random bits can’t be guessed. */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/**
 * A secret that only reads: recognised by its first letters, so that every write is refused on sight, wherever it is sent. They are
 * part of what is hashed; without them it is nothing.
 */
export function newViewToken(): string {
	return `${viewTokenPrefix}${newToken()}`;
}

const viewTokenPrefix = 'view_';
const tokenPattern = /^(?:view_)?[\w-]{43}$/;

/** Whether a text can be one of our secrets at all; what cannot is not looked for. */
export function isToken(text: string): boolean {
	return tokenPattern.test(text);
}

/**
 * The secret of a link in a mail, made anew from its row whenever the mail is written, so that it lies nowhere in plain: not
 * in the outbox, not in a queue. docs/decisions/063-emails.md.
 */
export function deriveMailToken(secret: Buffer, mailTokenId: string): string {
	return createHmac('sha256', secret).update(`mail-token:${mailTokenId}`).digest('base64url');
}
