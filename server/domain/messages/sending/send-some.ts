import { and, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { guestMessages } from '#server/db/tables/messages.ts';
import { enqueueMails } from '#server/domain/notifications/commands/enqueue-mail.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { SkipReason } from '#shared/rules/messages/messages.ts';
import { save } from '../commands/write-message.ts';
import type { MessageRow } from '../message-rows.ts';
import { findSkipReasons } from '../skip-reasons.ts';

export interface DueMessage {
	organisationId: string;
	messageId: string;
	state: 'scheduled' | 'sending';
}

/** Emails that are put into the outbox at a time. */
export const chunkSize = 500;
/** With so many of its messages waiting there, an organisation adds no more: its confirmations come before long. */
export const mostWaiting = 250;
/** Pause until it is looked at again whether they have gone. */
const pauseSeconds = 2;
/** Emails that are tried again only later than this do not hold up the others: their mail server takes none for hours, perhaps. */
const soon = `interval '15 minutes'`;

/**
 * Locks a message that is still due, for one worker: of one organisation, one message at a time, so that two never pass the count of what
 * waits, or of what was sent today, together.
 * @returns null: it is not due any more, or another worker has it
 */
export async function takeMessage(tx: Tx, due: DueMessage): Promise<MessageRow | null> {
	const { rows } = await tx.execute<{ isOurs: boolean }>(
		sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`messages of ${due.organisationId}`}, 0)) AS "isOurs"`,
	);
	if (!rows[0]?.isOurs) return null;
	const at = due.state === 'scheduled' ? guestMessages.sendAt : guestMessages.nextAt;
	const [row] = await tx
		.select()
		.from(guestMessages)
		.where(
			and(
				eq(guestMessages.organisationId, due.organisationId),
				eq(guestMessages.id, due.messageId),
				eq(guestMessages.state, due.state),
				lte(at, sql`now() + interval '1 ms'`),
			),
		)
		.for('no key update', { skipLocked: true });
	return row ?? null;
}

/**
 * Puts the next emails of a message into the outbox, unless enough of its organisation wait there. With the last ones it is sent.
 * @returns how many messages were moved on: 0 where it waits, or another worker has it
 */
export async function sendSome(services: Services, due: DueMessage): Promise<number> {
	return services.database.transaction(async (tx) => {
		const row = await takeMessage(tx, due);
		if (!row) return 0;
		if ((await countWaiting(tx, row.organisationId)) >= mostWaiting) {
			await tx
				.update(guestMessages)
				.set({ nextAt: sql`now() + make_interval(secs => ${pauseSeconds})` })
				.where(and(eq(guestMessages.organisationId, row.organisationId), eq(guestMessages.id, row.id)));
			return 0;
		}
		const found = await enqueueSome(tx, row);
		if (found < chunkSize) await finish(services, tx, row);
		return 1;
	});
}

/** Emails of messages of an organisation that go out soon, counted as far as it matters. */
async function countWaiting(tx: Tx, organisationId: string): Promise<number> {
	const { rows } = await tx.execute<{ waiting: number }>(sql`
		SELECT count(*)::int AS waiting FROM (
			SELECT FROM mails WHERE organisation_id = ${organisationId} AND status IN ('queued', 'sending')
				AND template IN ('messages/service', 'messages/marketing') AND next_attempt_at <= now() + ${sql.raw(soon)} LIMIT ${mostWaiting}
		) AS found`);
	return rows[0]?.waiting ?? 0;
}

interface Unsent {
	position: number;
	email: string;
	emailKey: string;
	locale: string;
	eventId: string;
}

/** @returns how many recipients were looked at: fewer than a chunk, and there are no more */
async function enqueueSome(tx: Tx, row: MessageRow): Promise<number> {
	const { organisationId, id: messageId, category } = row;
	const { rows } = await tx.execute<Unsent & Record<string, unknown>>(sql`
		SELECT position, email, email_key AS "emailKey", locale, event_id AS "eventId" FROM guest_message_recipients
		WHERE organisation_id = ${organisationId} AND message_id = ${messageId} AND mail_id IS NULL AND skipped IS NULL
		ORDER BY position LIMIT ${chunkSize} FOR UPDATE`);
	if (rows.length === 0) return 0;
	// Who opted out since, or whose address bounced, is left out.
	const reasons = await findSkipReasons(
		tx,
		{ organisationId, category },
		rows.map((one) => one.emailKey),
	);
	const settled = rows.map((one) => {
		const skipped: SkipReason | null = reasons.get(one.emailKey) ?? null;
		return { ...one, skipped, mailId: skipped === null ? newId() : null };
	});
	await enqueueMails(
		tx,
		settled.flatMap(({ mailId, position, email, locale, eventId }) =>
			mailId === null
				? []
				: {
						id: mailId,
						template: `messages/${category}` as const,
						ref: { organisationId, messageId, position },
						recipient: email,
						locale,
						organisationId,
						eventId,
						dedupeKey: `messages:${messageId}:${position}`,
					},
		),
	);
	const changes = settled.map(({ position, mailId, skipped }) => ({ position, mailId, skipped }));
	await tx.execute(sql`
		UPDATE guest_message_recipients r SET mail_id = s."mailId", skipped = s.skipped
		FROM json_to_recordset(${JSON.stringify(changes)}::json) AS s(position int, "mailId" uuid, skipped text)
		WHERE r.organisation_id = ${organisationId} AND r.message_id = ${messageId} AND r.position = s.position`);
	return rows.length;
}

async function finish(services: Services, tx: Tx, row: MessageRow): Promise<void> {
	await save(services, tx, row, { state: 'sent', sentAt: sql`now()`, nextAt: null });
	await services.facts.publish(
		tx,
		{
			name: 'messages.message-sent',
			organisationId: row.organisationId,
			eventId: row.eventId,
			payload: { messageId: row.id },
		},
		services,
	);
}
