import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { MessageRule } from '#shared/contracts/messages.ts';
import type { MessageRuleKind } from '#shared/rules/messages/messages.ts';
import type { MessagePlace } from '../place.ts';
import { findDue, findSeriesOf } from './due-times.ts';
import { type RuleRow, readRules } from './rule-rows.ts';
import { usualRule } from './usual-rules.ts';

/** A stored rule; `isOfSeries` when it is read for a date of its series. */
const presentRow = (row: RuleRow, place: MessagePlace): Omit<MessageRule, 'dueAt'> => ({
	id: row.id,
	kind: row.kind,
	offsetMinutes: row.offsetMinutes,
	subject: row.subject,
	text: row.body,
	segment: row.segment,
	isOn: row.isOn,
	isOfSeries: place.eventId !== null && row.seriesId !== null,
	version: row.version,
});

/**
 * The automatic messages of an event or series: confirmation, reminder and further messages; for a date also those of its series. A
 * default that was not customised has id null; the thank-you message is listed like that until there is a message after the end.
 * @throws not-found
 */
export async function listRules(
	services: Services,
	place: MessagePlace,
	translate: Translator,
): Promise<MessageRule[]> {
	const { db } = services.database;
	const seriesId = place.eventId === null ? null : await findSeriesOf(db, place);
	const rows = await readRules(db, place, seriesId);
	const own = (row: RuleRow) => row.seriesId === place.seriesId;
	const usual = (kind: MessageRuleKind) => ({
		...{ id: null, kind, ...usualRule(kind, translate), isOfSeries: false, version: 0 },
	});
	const single = (kind: 'confirmation' | 'reminder') => {
		const ofKind = rows.filter((row) => row.kind === kind);
		const row = ofKind.find(own) ?? ofKind[0];
		return row ? presentRow(row, place) : usual(kind);
	};
	const further = (kind: 'before_start' | 'after_end') =>
		rows
			.filter((row) => row.kind === kind)
			.toSorted((a, b) => Number(own(b)) - Number(own(a)))
			.map((row) => presentRow(row, place));
	const after = further('after_end');
	const rules = [
		single('confirmation'),
		single('reminder'),
		...further('before_start'),
		...(after.length > 0 ? after : [usual('after_end')]),
	];
	const dueAt = await findDue(db, place, rules);
	return rules.map((rule, at) => ({ ...rule, dueAt: dueAt.get(at) ?? null }));
}

/** One stored rule, as it is listed. */
export async function presentRule(
	services: Services,
	place: MessagePlace,
	row: RuleRow,
): Promise<MessageRule> {
	const rule = presentRow(row, place);
	const dueAt = await findDue(services.database.db, place, [rule]);
	return { ...rule, dueAt: dueAt.get(0) ?? null };
}
