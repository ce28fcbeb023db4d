import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import { guestMessages } from '#server/db/tables/messages.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { eventMessages } from '#shared/contracts/guest-messages.ts';
import type {
	GuestMessage,
	MessageCounts,
	MessagePreview,
	MessageRecipient,
} from '#shared/contracts/messages.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { RecipientState, SkipReason } from '#shared/rules/messages/messages.ts';
import { maskEmail } from '#shared/rules/staff-abilities.ts';
import { findMessageReplyTo } from '../notifications/reply-to.ts';
import { countRecipients, joinMails, noCounts, recipientState } from './counts.ts';
import { getMessageRow, type MessageRow } from './message-rows.ts';
import { isOfPlace, type MessagePlace } from './place.ts';
import { translateReason } from './review/review-reason.ts';
import { hideFew } from './segments/few-addresses.ts';
import { previewCounts } from './segments/preview-counts.ts';

/** What is read for messages at once. */
interface Known {
	authors: Map<string, string>;
	replyTo: Map<string | null, string>;
	counts: Map<string, MessageCounts>;
}

function present(row: MessageRow, { authors, replyTo, counts }: Known, t: Translator): GuestMessage {
	return {
		id: row.id,
		eventId: row.eventId,
		seriesId: row.seriesId,
		subject: row.subject,
		text: row.body,
		segment: row.segment,
		category: row.category,
		state: row.state,
		sendAt: row.sendAt?.toISOString() ?? null,
		sentAt: row.sentAt?.toISOString() ?? null,
		author: (row.createdBy !== null && authors.get(row.createdBy)) || '',
		ruleId: row.ruleId,
		reviewReason: translateReason(row.reviewReason, t),
		replyTo: replyTo.get(row.createdBy) ?? '',
		counts: counts.get(row.id) ?? row.counts ?? { ...noCounts(), addresses: row.startedAt ? row.total : 0 },
		version: row.version,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

async function findNames(db: DbOrTx, ids: string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
		.from(users)
		.where(inArray(users.id, ids));
	return new Map(rows.map((row) => [row.id, `${row.firstName} ${row.lastName}`.trim()]));
}

/** Recipients that are looked at for one list: those of more are counted when their message is opened. */
const mostCounted = 200_000;

/** Messages whose emails are counted now: one alone always, in a list those without counts that were written down, newest first. */
function countable(rows: readonly MessageRow[]): string[] {
	const started = rows.filter(
		({ startedAt, counts }) => startedAt !== null && (counts === null || rows.length === 1),
	);
	let recipients = 0;
	return started
		.filter((row) => {
			recipients += row.total;
			return recipients <= mostCounted || rows.length === 1;
		})
		.map(({ id }) => id);
}

async function presentMany(db: DbOrTx, rows: MessageRow[], t: Translator): Promise<GuestMessage[]> {
	const [first] = rows;
	if (!first) return [];
	const authorIds = [...new Set(rows.map(({ createdBy }) => createdBy))];
	const replyTo = new Map<string | null, string>();
	for (const id of authorIds)
		replyTo.set(id, (await findMessageReplyTo(db, first.organisationId, id))?.address ?? '');
	const known: Known = {
		authors: await findNames(
			db,
			authorIds.filter((id) => id !== null),
		),
		replyTo,
		counts: await countRecipients(db, first.organisationId, countable(rows)),
	};
	return rows.map((row) => present(row, known, t));
}

/**
 * A message with what became of its emails; before it is sent, how many addresses it would go to.
 * @param how.isMasked guests are not for this reader: few are not counted
 * @throws not-found; BUSINESS_RULE_VIOLATION `segment-too-large`; SERVER_OVERLOADED
 */
export async function getMessage(
	services: Services,
	place: MessagePlace,
	{ messageId, isMasked, t }: { messageId: string; isMasked: boolean; t: Translator },
): Promise<GuestMessage> {
	const { db } = services.database;
	const row = await getMessageRow(db, place, messageId);
	const [message] = (await presentMany(db, [row], t)) as [GuestMessage];
	if (row.startedAt !== null || row.state === 'cancelled' || row.state === 'refused') return message;
	const now = await previewCounts(services, place, row.segment, row.category);
	return withCounts(message, isMasked ? hideFew(now) : now);
}

/** A message that was just written. That its guests cannot be counted now is no reason to refuse what was done: then they are 0. */
export async function getWritten(
	...[services, place, how]: Parameters<typeof getMessage>
): Promise<GuestMessage> {
	try {
		return await getMessage(services, place, how);
	} catch (error) {
		if (!(error instanceof AppError) || error.code === 'RESOURCE_NOT_FOUND') throw error;
		const row = await getMessageRow(services.database.db, place, how.messageId);
		const [message] = await presentMany(services.database.db, [row], how.t);
		return message as GuestMessage;
	}
}

function withCounts(message: GuestMessage, now: MessagePreview['counts']): GuestMessage {
	const { addresses, bounced, optedOut, notFollowing, isFewer } = now;
	const { skipped } = message.counts;
	return {
		...message,
		counts: {
			...message.counts,
			...{ addresses, waiting: addresses, ...(isFewer && { isFewer }) },
			skipped: { ...skipped, bounced, opted_out: optedOut, not_following: notFollowing },
		},
	};
}

/** Messages of a place, newest first. */
export async function listMessages(
	{ database: { db } }: Services,
	place: MessagePlace,
	{ state, limit, cursor }: QueryOf<typeof eventMessages.list>,
	t: Translator,
) {
	const [after] = cursor === undefined ? [] : decodeCursor(cursor, 1);
	const rows = await db
		.select()
		.from(guestMessages)
		.where(
			and(
				isOfPlace(guestMessages, place),
				state && eq(guestMessages.state, state),
				after === undefined ? undefined : lt(guestMessages.id, sql`${uuidOf(after)}::uuid`),
			),
		)
		.orderBy(desc(guestMessages.id))
		.limit(limit + 1);
	const page = pageOf(
		rows,
		limit,
		(row) => row,
		({ id }) => [id],
	);
	return { data: await presentMany(db, page.data, t), nextCursor: page.nextCursor };
}

/** Cursors are ours, but what stands in them may have been typed: what is no id finds nothing. */
const uuidOf = (typed: string) => (isUuid(typed) ? typed : '00000000-0000-0000-0000-000000000000');

/**
 * Recipients of a message in sending order.
 * @param how.isMasked hide email addresses from this caller
 */
export async function listRecipients(
	{ database: { db } }: Services,
	place: MessagePlace,
	how: { messageId: string; query: QueryOf<typeof eventMessages.recipients>; isMasked: boolean },
) {
	const row = await getMessageRow(db, place, how.messageId);
	const { state, limit, cursor } = how.query;
	const typed = Number(cursor === undefined ? 0 : decodeCursor(cursor, 1)[0]);
	const after = Number.isInteger(typed) && typed >= 0 && typed < 2 ** 31 ? typed : 2 ** 31 - 1;
	const { rows } = await db.execute<{
		position: number;
		name: string;
		email: string;
		state: RecipientState;
		reason: SkipReason | null;
		detail: string;
		sentAt: Date | string | null;
	}>(sql`
		SELECT r.position, coalesce(nullif(a.name, ''), b.buyer_name, '') AS name, r.email, ${recipientState} AS state, r.skipped AS reason,
			coalesce(CASE WHEN e.is_bounced OR e.is_complained THEN (SELECT v.text FROM mail_events v
				WHERE v.mail_id = m.id AND v.kind IN ('bounced', 'complained') ORDER BY v.at DESC LIMIT 1)
				WHEN m.status IN ('failed', 'withheld', 'obsolete', 'queued') THEN m.last_error END, '') AS detail, m.sent_at AS "sentAt"
		FROM guest_message_recipients r ${joinMails}
		LEFT JOIN attendees a ON a.organisation_id = r.organisation_id AND a.event_id = r.event_id AND a.id = r.attendee_id
		LEFT JOIN orders b ON r.attendee_id IS NULL AND b.organisation_id = r.organisation_id AND b.event_id = r.event_id AND b.id = r.order_id
		WHERE r.organisation_id = ${row.organisationId} AND r.message_id = ${row.id} AND r.position > ${after}
			${state === undefined ? sql`` : sql`AND ${recipientState} = ${state}`}
		ORDER BY r.position LIMIT ${limit + 1}`);
	return pageOf(
		rows,
		limit,
		(one): MessageRecipient => ({
			...one,
			email: how.isMasked ? maskEmail(one.email) : one.email,
			// A mail server names the address in its answer.
			detail: how.isMasked ? '' : one.detail,
			sentAt: one.sentAt === null ? null : new Date(one.sentAt).toISOString(),
		}),
		({ position }) => [String(position)],
	);
}
