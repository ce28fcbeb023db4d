import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { mailOptOuts, mails } from '#server/db/tables/notifications.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { emailKey } from '../accounts/email-identity.ts';

const signatureBytes = 16;

function sign(secret: Buffer, id: Buffer): Buffer {
	return createHmac('sha256', secret).update('unsubscribe\0').update(id).digest().subarray(0, signatureBytes);
}

/** The signed link of one mail that stops its kind: it names the row in the outbox, and no address. */
export function makeUnsubscribeToken(secret: Buffer, mailId: string): string {
	const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
	return Buffer.concat([id, sign(secret, id)]).toString('base64url');
}

function readUnsubscribeToken(secret: Buffer, token: string): string | null {
	const bytes = Buffer.from(token, 'base64url');
	if (bytes.byteLength !== 16 + signatureBytes) return null;
	const id = bytes.subarray(0, 16);
	if (!timingSafeEqual(sign(secret, id), bytes.subarray(16))) return null;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What is kept of an address that wants no mails of a kind. */
export const hashOfAddress = (email: string) => createHash('sha256').update(emailKey(email)).digest();

async function mailOf(services: Services, token: string) {
	const mailId = readUnsubscribeToken(services.secret, token);
	const [mail] = mailId
		? await services.database.db
				.select({ recipient: mails.recipient, template: mails.template })
				.from(mails)
				.where(eq(mails.id, mailId))
		: [];
	if (!mail) throw notFound('Mail');
	return { emailHash: hashOfAddress(mail.recipient), template: mail.template };
}

/** Stops mails of the kind that the link came in. The second time changes nothing. */
export async function unsubscribe(services: Services, token: string): Promise<void> {
	const optOut = await mailOf(services, token);
	await services.database.db.insert(mailOptOuts).values(optOut).onConflictDoNothing();
}

export async function subscribeAgain(services: Services, token: string): Promise<void> {
	const { emailHash, template } = await mailOf(services, token);
	await services.database.db
		.delete(mailOptOuts)
		.where(and(eq(mailOptOuts.emailHash, emailHash), eq(mailOptOuts.template, template)));
}

export async function hasOptedOut(services: Services, email: string, template: string): Promise<boolean> {
	const rows = await services.database.db
		.select({ template: mailOptOuts.template })
		.from(mailOptOuts)
		.where(and(eq(mailOptOuts.emailHash, hashOfAddress(email)), eq(mailOptOuts.template, template)));
	return rows.length > 0;
}
