import { expect, test } from 'vitest';
import { z } from '../lib/z.ts';
import { feedFormat, feedGuest, feedPresence } from './door-sync.ts';

interface Item {
	type?: string;
	items?: Item;
	anyOf?: { const?: unknown }[];
}

function kindOf({ type, items, anyOf }: Item): string {
	if (items) return `${kindOf(items)}[]`;
	return type ?? (anyOf ?? []).map((one) => one.const).join('|');
}

test('the tuples of the feed are those of its version', () => {
	const shapeOf = (schema: z.core.$ZodType) =>
		((z.toJSONSchema(schema).prefixItems ?? []) as Item[]).map(kindOf).join(' ');
	// Raise FEED_VERSION with every change here: devices that hold another list have to fetch it anew.
	expect([Number.parseInt(feedFormat, 10), shapeOf(feedGuest), shapeOf(feedPresence)]).toEqual([
		3,
		'string string string integer 0|1|2 string integer[] string[]',
		'string integer integer integer string string',
	]);
});
