import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { messageRules } from '#server/db/tables/messages.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import { lockSeries } from '#server/domain/series/series-record.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { type MessageRuleKind, messageLimits } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import { isOfPlace, type MessagePlace } from '../place.ts';
import { checkSegment } from '../segments/check-segment.ts';
import { checkRule } from './check-rule.ts';
import { getRuleRow, type RuleRow, removeWaiting } from './rule-rows.ts';
import { type RuleContent, usualRule } from './usual-rules.ts';

type RuleChanges = { [K in keyof RuleContent]?: RuleContent[K] | undefined };

/** A content with what is changed of it. */
const changed = (before: RuleContent, { segment, ...rest }: RuleChanges): RuleContent => ({
	...before,
	...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
	...(segment && { segment: segment as Segment }),
});

/**
 * Stores a rule: words for the confirmation or the reminder, of which a place has one each, or a further message. What is left out is as usual.
 * @throws RESOURCE_ALREADY_EXISTS; BUSINESS_RULE_VIOLATION `too-many-rules`, `segment-unknown`; what `checkRule` refuses
 */
export async function createRule(
	services: Services,
	place: MessagePlace,
	{ kind, ...changes }: { kind: MessageRuleKind } & RuleChanges,
	translate: Translator,
): Promise<RuleRow> {
	// Whoever adds a message wants it sent, thanks too, unless they say otherwise.
	const rule = changed({ ...usualRule(kind, translate), isOn: true }, changes);
	checkRule(kind, rule);
	return services.database.transaction(async (tx) => {
		await lockPlace(tx, place);
		await checkSegment(tx, place, rule.segment);
		const known = await tx
			.select({ kind: messageRules.kind })
			.from(messageRules)
			.where(isOfPlace(messageRules, place));
		const isSingle = kind === 'confirmation' || kind === 'reminder';
		if (isSingle && known.some((one) => one.kind === kind)) throw alreadyThere();
		if (known.length >= messageLimits.rules)
			throw ruleViolation(
				'too-many-rules',
				message`There can be up to ${messageLimits.rules} of these messages. Remove one first.`,
			);
		const { text: body, ...rest } = rule;
		const [row] = await tx
			.insert(messageRules)
			.values({ id: newId(), ...place, kind, ...rest, body })
			.returning();
		return row as RuleRow;
	});
}

/**
 * Changes a rule. Switched on again or with another time, it holds from now on: what was due before is not made up for.
 * @throws not-found; version conflict (412); BUSINESS_RULE_VIOLATION `segment-unknown`; what `checkRule` refuses
 */
export async function updateRule(
	services: Services,
	place: MessagePlace,
	how: { ruleId: string; ifMatch: number | undefined; changes: RuleChanges },
): Promise<RuleRow> {
	return services.database.transaction(async (tx) => {
		const row = await getRuleRow(tx, place, how.ruleId, { isLocked: true });
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		const rule = changed({ ...row, text: row.body }, how.changes);
		checkRule(row.kind, rule);
		if (how.changes.segment) await checkSegment(tx, place, rule.segment);
		await removeWaiting(tx, place.organisationId, row.id);
		const now = services.clock.now();
		const isNew = rule.isOn && (!row.isOn || rule.offsetMinutes !== row.offsetMinutes);
		const { offsetMinutes, subject, text: body, segment, isOn } = rule;
		const [updated] = await tx
			.update(messageRules)
			.set({
				...{ offsetMinutes, subject, body, segment, isOn, version: row.version + 1, updatedAt: now },
				...(isNew && { isOnSince: sql`now()` }),
			})
			.where(and(eq(messageRules.organisationId, place.organisationId), eq(messageRules.id, row.id)))
			.returning();
		return updated as RuleRow;
	});
}

/**
 * Deletes a rule; the confirmation and the reminder return to their default. Emails already queued are still sent.
 * @throws not-found
 */
export async function removeRule(services: Services, place: MessagePlace, ruleId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await getRuleRow(tx, place, ruleId, { isLocked: true });
		await removeWaiting(tx, place.organisationId, row.id);
		await tx
			.delete(messageRules)
			.where(and(eq(messageRules.organisationId, place.organisationId), eq(messageRules.id, row.id)));
	});
}

/** Lets one rule after the other be made for a place. @throws not-found where the place is gone */
async function lockPlace(tx: Tx, { organisationId, eventId, seriesId }: MessagePlace): Promise<void> {
	if (eventId === null) await lockSeries(tx, { organisationId, seriesId });
	else await lockEvent(tx, { organisationId, eventId });
}

function alreadyThere(): AppError {
	const text = message`It was already customised. Update that rule.`;
	return new AppError('RESOURCE_ALREADY_EXISTS', {
		message: text,
		userMessage: text,
		details: [{ field: 'kind', message: text, code: 'RESOURCE_ALREADY_EXISTS' }],
	});
}
