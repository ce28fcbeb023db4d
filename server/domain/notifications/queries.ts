import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { rawHasWords } from '#server/db/search-words.ts';
import { mails } from '#server/db/tables/notifications.ts';
import type { WrittenMail } from '#server/emails/kit/content.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { errorText } from '#server/platform/error-text.ts';
import type { Services } from '#server/services.ts';
import type { OutboxMail } from '#shared/contracts/notifications.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { composeMail } from './compose-mail.ts';
import { presentMail } from './present.ts';
import { isObsolete } from './sources/source.ts';

export interface MailFilters {
	status?: OutboxMail['status'] | undefined;
	/** Of this organisation alone; absent: of everybody. */
	organisationId?: string | undefined;
	/** Part of the address or the subject. */
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** The outbox, newest first. */
export async function listMails(services: Services, filters: MailFilters) {
	const conditions: (SQL | undefined)[] = [];
	if (filters.organisationId) conditions.push(eq(mails.organisationId, filters.organisationId));
	if (filters.status) conditions.push(eq(mails.status, filters.status));
	if (filters.q?.trim())
		conditions.push(rawHasWords([sql`${mails.recipient}`, sql`${mails.subject}`], filters.q));
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(sql`(${mails.createdAt}, ${mails.id}) < (${at}::timestamptz, ${id}::uuid)`);
	}
	const rows = await services.database.db
		.select()
		.from(mails)
		.where(and(...conditions))
		.orderBy(desc(mails.createdAt), desc(mails.id))
		.limit(filters.limit + 1);
	return {
		...pageOf(rows, filters.limit, presentMail, (row) => [row.createdAt, row.id]),
		isSending: services.mailer.canSend,
	};
}

/**
 * An email rendered from current data. Links that act for the recipient are included only if the email was never delivered, since an
 * administrator must then pass them on; password links never.
 * @param organisationId the organisation it must belong to; absent: any
 * @throws not-found
 */
export async function getMail(services: Services, mailId: string, organisationId?: string) {
	const [row] = await services.database.db.select().from(mails).where(eq(mails.id, mailId));
	if (!row || (organisationId !== undefined && row.organisationId !== organisationId)) throw notFound('Mail');
	const showsSecrets = ['stored', 'failed', 'withheld', 'kept'].includes(row.status);
	try {
		const written = await composeMail(services, row, { showsSecrets, isForSending: false });
		if (isObsolete(written)) return { ...presentMail(row), text: written.obsolete, html: '' };
		return {
			...presentMail(row),
			subject: row.subject || written.subject,
			text: written.text,
			html: asPage(written),
		};
	} catch (error) {
		// Its order or event is gone, or another version wrote it: the row is still worth reading.
		services.log.warn({ error, mail: mailId }, 'notifications.mail-unreadable');
		return { ...presentMail(row), text: errorText(error), html: '' };
	}
}

/**
 * The HTML as a page can show it: attached pictures as part of it, and without its style sheet (the dark colours), which the
 * page's policy would report.
 */
export function asPage(mail: WrittenMail): string {
	return mail.attachments.reduce(
		(html, { contentId, contentType, content }) => {
			if (!contentId) return html;
			const data = Buffer.from(content as Uint8Array).toString('base64');
			return html.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${data}`);
		},
		mail.html.replace(/<style>.*?<\/style>/s, ''),
	);
}
