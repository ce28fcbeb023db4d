import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { guestMessages, messageRules } from '#server/db/tables/messages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isOfPlace, type MessagePlace } from '../place.ts';

export type RuleRow = typeof messageRules.$inferSelect;

/** A rule of a place. @throws not-found, also for one of the series where the place is its date */
export async function getRuleRow(
	db: DbOrTx,
	place: MessagePlace,
	ruleId: string,
	{ isLocked = false } = {},
): Promise<RuleRow> {
	const query = db
		.select()
		.from(messageRules)
		.where(and(isOfPlace(messageRules, place), eq(messageRules.id, ruleId)));
	const [row] = await (isLocked ? query.for('no key update') : query);
	if (!row) throw notFound('Rule');
	return row;
}

/** Rules of a place, and for a date those of its series, oldest first: at most `messageLimits.rules` of each. */
export async function readRules(
	db: DbOrTx,
	place: MessagePlace,
	seriesId: string | null,
): Promise<RuleRow[]> {
	const ofSeries =
		seriesId === null
			? undefined
			: isOfPlace(messageRules, { organisationId: place.organisationId, eventId: null, seriesId });
	return db
		.select()
		.from(messageRules)
		.where(or(isOfPlace(messageRules, place), ofSeries))
		.orderBy(asc(messageRules.createdAt), asc(messageRules.id));
}

/** Removes the messages that a rule made and that have not begun: they are made anew as the rule is now, where it still holds. */
export async function removeWaiting(tx: Tx, organisationId: string, ruleId: string): Promise<void> {
	await tx
		.delete(guestMessages)
		.where(
			and(
				eq(guestMessages.organisationId, organisationId),
				eq(guestMessages.ruleId, ruleId),
				sql`${guestMessages.ruleId} IS NOT NULL`,
				inArray(guestMessages.state, ['scheduled', 'in_review']),
			),
		);
}
