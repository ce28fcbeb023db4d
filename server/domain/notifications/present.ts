import type { mails } from '#server/db/tables/notifications.ts';
import type { OutboxMail } from '#shared/contracts/notifications.ts';

type MailRow = typeof mails.$inferSelect;

export function presentMail(mail: MailRow): OutboxMail {
	return {
		id: mail.id,
		template: mail.template,
		recipient: mail.recipient,
		subject: mail.subject,
		status: mail.status,
		attempts: mail.attempts,
		lastError: mail.lastError,
		nextAttemptAt: mail.nextAttemptAt.toISOString(),
		createdAt: mail.createdAt.toISOString(),
		sentAt: mail.sentAt?.toISOString() ?? null,
	};
}
