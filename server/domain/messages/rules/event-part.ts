import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { messageRules } from '#server/db/tables/messages.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { EventPart } from '#server/domain/events/plan/event-part.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import { isOfPlace } from '../place.ts';
import { type RuleRow, readRules } from './rule-rows.ts';

/** Conditions that say the same of every event; the others name ticket types, questions, lists, links or days of the one they are of. */
const generalConditions: readonly Segment['conditions'][number]['kind'][] = [
	'order_states',
	'sources',
	'languages',
];

/**
 * The automatic messages to copy with an event: its own rules and, for a date of a series, those of the series. Rules for guests that
 * only exist at that event are left out. Dates of a series get no copies, since they follow the rules of the series. Templates have
 * none.
 */
export const rulesPart: EventPart<Services> = {
	name: 'messages',
	capture: async () => ({}),
	apply: async () => {},
	async copy(tx, from, to) {
		const single = await tx
			.select({ id: events.id })
			.from(events)
			.where(
				and(
					eq(events.organisationId, from.organisationId),
					sql`${events.id} = ANY(${sql.param(to)}::uuid[])`,
					isNull(events.seriesId),
				),
			);
		if (single.length === 0) return;
		const [source] = await tx
			.select({ seriesId: events.seriesId })
			.from(events)
			.where(and(eq(events.organisationId, from.organisationId), eq(events.id, from.eventId)));
		const place = { ...from, seriesId: null };
		const all = await readRules(tx, place, source?.seriesId ?? null);
		const rules = all
			.filter(({ segment }) => segment.conditions.every(({ kind }) => generalConditions.includes(kind)))
			.toSorted((a, b) => Number(a.eventId === null) - Number(b.eventId === null));
		for (const { id } of single) await insertRules(tx, { ...from, eventId: id }, rules);
	},
	/** The rules of a series go on for the dates ahead that become events of their own. */
	async dissolve(tx, { organisationId, seriesId }, eventIds) {
		const rules = await tx
			.select()
			.from(messageRules)
			.where(isOfPlace(messageRules, { organisationId, eventId: null, seriesId }));
		if (rules.length === 0) return;
		const ahead = await tx
			.select({ id: events.id })
			.from(events)
			.where(
				and(
					eq(events.organisationId, organisationId),
					sql`${events.id} = ANY(${sql.param(eventIds)}::uuid[])`,
					sql`NOT ${events.isOver}`,
				),
			)
			.orderBy(events.id);
		for (const { id } of ahead) {
			const own = await tx
				.select()
				.from(messageRules)
				.where(and(eq(messageRules.organisationId, organisationId), eq(messageRules.eventId, id)));
			await insertRules(tx, { organisationId, eventId: id }, [...own, ...rules], own.length);
		}
	},
};

/** Gives an event copies of rules, of confirmation and reminder the first each, which hold from now on. @param have of them it has already */
async function insertRules(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	rules: readonly RuleRow[],
	have = 0,
): Promise<void> {
	const seen = new Set<string>();
	const missing = rules.filter(({ kind }, at) => {
		const isTwice = (kind === 'confirmation' || kind === 'reminder') && seen.has(kind);
		seen.add(kind);
		return !isTwice && at >= have;
	});
	if (missing.length === 0) return;
	await tx.insert(messageRules).values(
		missing.map(({ kind, offsetMinutes, subject, body, segment, isOn }) => ({
			...{ id: newId(), organisationId, eventId, kind, offsetMinutes, subject, body, segment, isOn },
		})),
	);
}
