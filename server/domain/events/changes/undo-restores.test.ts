import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeEvent } from '#tests/factories/events.ts';
import { faultSeed } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { readRows } from './parts.ts';

const { services, api, owner } = useTestOwner();

const word = fc.constantFrom('Jazz', 'Chess', 'Café', '', 'Harbour Hall', '“Quoted”', 'Line\nbreak');
const eventFields = fc.record(
	{
		title: fc.constantFrom('Night', 'Day', 'Evening of machines'),
		summary: word,
		description: word,
		tags: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
		venueName: word,
		city: word,
		latitude: fc.constantFrom(null, 52.5),
		timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'),
		startsAtLocal: fc.constantFrom('2030-03-12T19:30', '2030-03-31T02:30', '2030-10-27T02:30'),
		isAllDay: fc.boolean(),
		visibility: fc.constantFrom('public', 'unlisted', 'invite_only'),
		refundPolicy: word,
		changeRules: fc.constantFrom(null, { until: null, allowsLower: true }),
		allowsTransfers: fc.boolean(),
		waitlistMode: fc.constantFrom('auto', 'manual', 'off'),
		waitlistOfferHours: fc.integer({ min: 1, max: 168 }),
		currency: fc.constantFrom('EUR', 'USD', 'JPY'),
		onlineUrl: fc.constantFrom('', 'https://meet.example.org/a'),
	},
	{ requiredKeys: [] },
);
const typeFields = fc.record(
	{
		name: fc.constantFrom('Standard', 'Early', 'Late'),
		description: word,
		capacity: fc.constantFrom(null, 10, 20),
		maxPerOrder: fc.constantFrom(4, 5),
		isHidden: fc.boolean(),
		salesEndAt: fc.constantFrom(null, '2030-03-01T10:00:00.000Z'),
		priceMinor: fc.constantFrom(0, 1500),
	},
	{ requiredKeys: ['name'] },
);
const questionFields = fc.record(
	{
		label: fc.constantFrom('Diet?', 'Size?'),
		isRequired: fc.boolean(),
		kind: fc.constantFrom('text', 'consent'),
	},
	{ requiredKeys: ['label', 'kind'] },
);
type Step =
	| { do: 'event' | 'type' | 'add type' | 'question' | 'add question'; with: object; place: number }
	| { do: 'delete type' | 'delete question'; place: number };
const place = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ do: fc.constant('event' as const), with: eventFields, place }),
	fc.record({ do: fc.constant('type' as const), with: typeFields, place }),
	fc.record({ do: fc.constant('add type' as const), with: typeFields, place }),
	fc.record({ do: fc.constant('question' as const), with: questionFields, place }),
	fc.record({ do: fc.constant('add question' as const), with: questionFields, place }),
	fc.record({ do: fc.constantFrom('delete type' as const, 'delete question' as const), place }),
);

test('undoing random edits, the newest first, restores every row after each', async () => {
	let undoneEdits = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
			const event = await makeEvent(services, owner, { isPublished: true, currency: 'EUR' });
			const scope = { organisationId: owner.organisationId, eventId: event.id };
			const at = `/api/events/${event.id}`;
			const as = { token: owner.token };
			const rows = () =>
				services.database.transaction(async (tx) => {
					const all = await readRows(services, tx, scope);
					return [...all].flatMap(([, part]) => [...part]).toSorted(([a], [b]) => a.localeCompare(b));
				});
			const newest = async () =>
				(await api.get(`${at}/changes`, { ...as, query: { limit: '1' } })).body.data[0];
			const done: { id: string; before: unknown }[] = [];
			for (const one of steps) {
				const before = await rows();
				const last = await newest();
				await take(at, as, one);
				const made = await newest();
				if (made.id === last.id) expect(await rows()).toEqual(before);
				else done.push({ id: made.id, before });
			}
			for (const { id, before } of done.toReversed()) {
				const undone = await api.post(`${at}/changes/${id}/undo`, {}, as);
				expect([undone.status, undone.body.userMessage]).toEqual([200, undefined]);
				expect(await rows()).toEqual(before);
				undoneEdits += 1;
			}
		}),
		{ numRuns: 15, seed: faultSeed },
	);
	// Edits that change nothing, or are refused, prove nothing.
	expect(undoneEdits).toBeGreaterThan(15);
});

async function take(at: string, as: { token: string }, one: Step): Promise<void> {
	const idOf = async (list: string) => {
		const { data } = (await api.get(`${at}/${list}`, as)).body;
		return data[one.place % Math.max(1, data.length)]?.id as string | undefined;
	};
	const list = one.do.endsWith('type') ? 'ticket-types' : 'questions';
	if (one.do === 'event') await api.post(`${at}/changes`, { parts: { event: one.with } }, as);
	else if (one.do === 'add type' || one.do === 'add question') await api.post(`${at}/${list}`, one.with, as);
	else {
		const id = await idOf(list);
		if (!id) return;
		if ('with' in one) await api.patch(`${at}/${list}/${id}`, one.with, as);
		else await api.delete(`${at}/${list}/${id}`, as);
	}
}
