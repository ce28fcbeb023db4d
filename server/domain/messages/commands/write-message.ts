import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { guestMessages } from '#server/db/tables/messages.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { eventMessages } from '#shared/contracts/guest-messages.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { getMessageRow, type MessageRow } from '../message-rows.ts';
import { isOfPlace, type MessagePlace } from '../place.ts';
import { checkReview } from '../review/check-review.ts';
import { checkSegment } from '../segments/check-segment.ts';

const farthestYears = 2;
const farthestMs = farthestYears * 366 * 24 * 3_600_000;

type Content = Pick<MessageRow, 'subject' | 'body' | 'segment' | 'category' | 'releasedAt'>;

/** Those of one place that are made at once pass the count one after the other. @throws `too-many-messages` */
async function requireRoom(tx: Tx, place: MessagePlace): Promise<void> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`messages of ${place.eventId ?? place.seriesId}`}, 0))`,
	);
	const [open] = await tx
		.select({ count: count() })
		.from(guestMessages)
		.where(
			and(isOfPlace(guestMessages, place), inArray(guestMessages.state, ['draft', 'scheduled', 'in_review'])),
		);
	if ((open?.count ?? 0) < messageLimits.open) return;
	throw ruleViolation(
		'too-many-messages',
		message`At most ${messageLimits.open} messages can be drafts or scheduled. Delete or cancel some first.`,
	);
}

/** An organisation that an administrator locked sends nothing (docs/decisions/163-administration.md). @throws `organisation-locked` */
async function refuseLocked(tx: Tx, organisationId: string): Promise<void> {
	await tx.execute(sql`SELECT FROM organisations WHERE id = ${organisationId} FOR KEY SHARE`);
	const { rows } = await tx.execute<{ reason: string }>(
		sql`SELECT reason FROM organisation_marks WHERE organisation_id = ${organisationId} AND suspended_at IS NOT NULL`,
	);
	if (!rows[0]) return;
	throw ruleViolation(
		'organisation-locked',
		message`An administrator has locked your organisation: ${rows[0].reason} Contact them to send messages again.`,
	);
}

/**
 * A message that is to go out: at its time, or after review. A time that has passed is now, by the clock of the database.
 * @throws `too-far-ahead`
 */
async function planned(
	services: Services,
	tx: Tx,
	place: MessagePlace,
	content: Content,
	sendAt: Date | null,
) {
	const now = services.clock.now().getTime();
	if (sendAt && sendAt.getTime() > now + farthestMs)
		throw ruleViolation(
			'too-far-ahead',
			message`Messages can be scheduled up to ${farthestYears} years ahead. Choose an earlier time.`,
		);
	const review = await checkReview(services, tx, place, content, sendAt);
	return {
		state: review ? ('in_review' as const) : ('scheduled' as const),
		reviewReason: review?.reviewReason ?? '',
		total: review?.total ?? 0,
		sendAt: sendAt ? sql`greatest(${sendAt.toISOString()}::timestamptz, now())` : sql`now()`,
	};
}

const dateOf = (instant: string | null | undefined) => (instant ? new Date(instant) : null);

/**
 * Writes a message: a draft, or one that is sent at its time.
 * @throws `segment-unknown`, `too-many-messages`, `too-far-ahead`, `organisation-locked`
 */
export async function createMessage(
	services: Services,
	place: MessagePlace,
	{ userId, input }: { userId: string; input: BodyOf<typeof eventMessages.create> },
): Promise<MessageRow> {
	return services.database.transaction(async (tx) => {
		if (!input.isDraft) await refuseLocked(tx, place.organisationId);
		await checkSegment(tx, place, input.segment);
		await requireRoom(tx, place);
		const { subject, text: body, segment, category } = input;
		const content = { subject, body, segment, category, releasedAt: null };
		const sendAt = dateOf(input.sendAt);
		const plan = input.isDraft
			? { state: 'draft' as const, sendAt }
			: await planned(services, tx, place, content, sendAt);
		const [row] = await tx
			.insert(guestMessages)
			.values({
				...{ id: newId(), ...place, ...content, ...plan },
				...{ createdBy: userId, updatedAt: services.clock.now() },
			})
			.returning();
		return row as MessageRow;
	});
}

/**
 * Changes a draft or a scheduled message. What an administrator has let pass is looked at again once it is changed.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), `segment-unknown`, `too-far-ahead`, `cannot-update-message`
 */
export async function updateMessage(
	services: Services,
	place: MessagePlace,
	how: {
		messageId: string;
		input: BodyOf<typeof eventMessages.update>;
		ifMatch: number | undefined;
	},
): Promise<MessageRow> {
	const { text, sendAt, ...rest } = how.input;
	return services.database.transaction(async (tx) => {
		const row = await getMessageRow(tx, place, how.messageId, { isLocked: true });
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		if (row.state !== 'draft' && row.state !== 'scheduled')
			throw ruleViolation(
				'cannot-update-message',
				message`Only drafts and scheduled messages can be changed. Write a new message instead.`,
				{ state: row.state },
			);
		const hasContent = Object.keys(how.input).some((name) => name !== 'sendAt');
		const content = {
			...{ subject: row.subject, body: row.body, segment: row.segment, category: row.category },
			...rest,
			...(text !== undefined && { body: text }),
			releasedAt: hasContent ? null : row.releasedAt,
		};
		if (rest.segment) await checkSegment(tx, place, rest.segment);
		if (sendAt === null && row.state === 'scheduled')
			throw ruleViolation(
				'cannot-update-message',
				message`A scheduled message needs a time. Choose one, or send it now.`,
				{ state: row.state },
			);
		const at = sendAt === undefined ? row.sendAt : dateOf(sendAt);
		return save(services, tx, row, {
			...content,
			...(row.state === 'draft' ? { sendAt: at } : await planned(services, tx, place, content, at)),
		});
	});
}

/**
 * Sends a draft, now or at a time; a scheduled one gets another time.
 * @throws `too-far-ahead`, `organisation-locked`, `segment-unknown`, `cannot-send-message`
 */
export async function sendMessage(
	services: Services,
	place: MessagePlace,
	{ messageId, sendAt }: { messageId: string; sendAt: string | null | undefined },
): Promise<MessageRow> {
	return services.database.transaction(async (tx) => {
		await refuseLocked(tx, place.organisationId);
		const row = await getMessageRow(tx, place, messageId, { isLocked: true });
		if (row.state !== 'draft' && row.state !== 'scheduled')
			throw ruleViolation(
				'cannot-send-message',
				message`Only drafts and scheduled messages can be sent. Write a new message instead.`,
				{ state: row.state },
			);
		// What it names may be gone since it was written.
		await checkSegment(tx, place, row.segment);
		return save(services, tx, row, await planned(services, tx, place, row, dateOf(sendAt)));
	});
}

/** Writes the columns of a locked row. */
export async function save(
	services: Services,
	tx: Tx,
	row: MessageRow,
	changes: Parameters<ReturnType<typeof tx.update<typeof guestMessages>>['set']>[0],
): Promise<MessageRow> {
	const [changed] = await tx
		.update(guestMessages)
		.set({ updatedAt: services.clock.now(), ...changes, version: row.version + 1 })
		.where(and(eq(guestMessages.organisationId, row.organisationId), eq(guestMessages.id, row.id)))
		.returning();
	return changed as MessageRow;
}
