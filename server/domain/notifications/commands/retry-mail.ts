import { and, eq, ne } from 'drizzle-orm';
import { mails } from '#server/db/tables/notifications.ts';
import type { Services } from '#server/services.ts';
import type { OutboxMail } from '#shared/contracts/notifications.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { presentMail } from '../present.ts';

/** Makes a mail due now with all its tries before it again. One that was sent is not sent twice. */
export async function retryMail(services: Services, mailId: string): Promise<OutboxMail> {
	const { db } = services.database;
	const [row] = await db
		.update(mails)
		.set({ status: 'queued', attempts: 0, nextAttemptAt: services.clock.now(), lastError: '' })
		.where(and(eq(mails.id, mailId), ne(mails.status, 'sent'), ne(mails.status, 'sending')))
		.returning();
	if (row) return presentMail(row);
	const [existing] = await db.select().from(mails).where(eq(mails.id, mailId));
	if (!existing) throw notFound('Mail');
	if (existing.status === 'sending') return presentMail(existing);
	throw ruleViolation('mail-sent', message`This email was already sent.`);
}
