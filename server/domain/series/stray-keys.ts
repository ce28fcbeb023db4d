import { readKey } from '#shared/rules/series/date-times.ts';
import { keysOfRule } from './rule.ts';
import { type Segment, segmentOf } from './series-record.ts';

/** More dates than any segment has. */
const mostKeys = 20_000;

/** Keys of a rule, among these, that no segment makes. Keys of manually added dates are never among them. */
export function strayKeys(keys: readonly string[], segments: readonly Segment[]): string[] {
	const ofRule = keys.filter((key) => !readKey(key).isByHand);
	return [...Map.groupBy(ofRule, (key) => segmentOf(key, segments))].flatMap(([segment, own]) => {
		const untilDay = own
			.map((key) => readKey(key).day)
			.sort()
			.at(-1);
		const made = new Set(keysOfRule(segment, { ...(untilDay && { untilDay }), most: mostKeys }));
		return own.filter((key) => !made.has(key));
	});
}
