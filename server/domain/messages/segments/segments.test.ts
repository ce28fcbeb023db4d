import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { newId } from '#shared/lib/ids.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import { messageableStates, orderSources, type Segment, segment } from '#shared/rules/messages/segments.ts';
import { groupFilters } from '#shared/rules/report-query.ts';
import { spellingsOf } from '#shared/rules/search-spellings.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import {
	choiceIds,
	type GuestWorld,
	makeGuestWorld,
	questionsOfDates,
	type WorldDate,
	type WorldTicket,
} from '#tests/support/guest-world.ts';
import { createChance, faultSeed, rounds } from '#tests/support/seed.ts';
import type { MessagePlace } from '../place.ts';
import { type Address, everyAddress } from './addresses.ts';
import { previewCounts } from './preview-counts.ts';
import { readAddress } from './read-address.ts';

/*
 * Random guests and random segments: what the database finds is what a loop over plain objects finds, for an event and for a series, as
 * addresses, as counts and one by one.
 */
const database = useTestDatabase();
let world: GuestWorld;
const blocked = new Set(['bob@example.org', emailKey('zoe@bücher.example')]);
const optedOut = new Set(['ada@example.org', 'bob@example.org', 'änne@example.org']);
const followers = new Set([
	'ada@example.org',
	emailKey('zoe@bücher.example'),
	"o'brien@example.org",
	'i@example.org',
]);
const hashOf = (key: string) => createHash('sha256').update(key).digest();

beforeAll(async () => {
	world = await makeGuestWorld(database(), createChance('segments'), 120);
	const { db } = database();
	const { organisationId } = world;
	for (const key of blocked)
		await db.execute(
			sql`INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason) VALUES (${newId()}, ${hashOf(key)}, NULL, 'bounced')`,
		);
	// One that is over, and one of another organisation.
	await db.execute(sql`INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason, until) VALUES
		(${newId()}, ${hashOf('ada@example.org')}, ${organisationId}, 'bounced', now() - interval '1 second'),
		(${newId()}, ${hashOf('ada@example.org')}, ${newId()}, 'complained', NULL)`);
	for (const key of optedOut)
		await db.execute(sql`INSERT INTO mail_opt_outs (email_hash, template, organisation_id) VALUES
			(${hashOf(key)}, 'messages/service', ${organisationId}), (${hashOf(key)}, 'events/reminder', DEFAULT)`);
	for (const key of followers)
		await db.execute(sql`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at, confirmed_at)
			VALUES (${newId()}, ${organisationId}, ${key}, ${key}, 'confirmed', 'Yes', now(), now())`);
});

const eventPlace = (): MessagePlace => ({
	...{ organisationId: world.organisationId, eventId: world.single.id, seriesId: null },
});
const seriesPlace = (): MessagePlace => ({
	...{ organisationId: world.organisationId, eventId: null, seriesId: world.seriesId },
});

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const dateOf = (id: string) => [...world.dates, world.single].find((date) => date.id === id) as WorldDate;
const isAhead = (date: WorldDate) => date.endsAt.getTime() > Date.now() && date.status !== 'cancelled';
const dayOf = (at: Date, timeZone: string) => at.toLocaleDateString('en-CA', { timeZone });

function answerHolds(ticket: WorldTicket, questionId: string, values: readonly string[]): boolean {
	const asked = (['meal', 'days', 'diet', 'age', 'photos'] as const).find((name) =>
		[...world.dates, world.single].some(({ questions }) => questions[name] === questionId),
	);
	const isSingle = Object.values(world.single.questions).includes(questionId);
	const date = dateOf(ticket.order.eventId);
	if (!asked || isSingle !== (date === world.single)) return false;
	const { scope, kind } = questionsOfDates[asked];
	const value = (scope === 'order' ? ticket.order.answers : ticket.answers)[date.questions[asked]];
	if (value === undefined) return false;
	if (Array.isArray(value)) return value.some((one) => values.includes(one));
	if (typeof value === 'number')
		return values.some((one) => /^[\d.]+$/.test(one.trim()) && Number(one) === value);
	if (typeof value === 'boolean' || kind === 'single_choice') return values.includes(String(value));
	return values.some((one) => fold(one).trim() === fold(String(value)).trim());
}

type Condition = Segment['conditions'][number];

function holds(ticket: WorldTicket, condition: Condition): boolean {
	const { order } = ticket;
	const date = dateOf(order.eventId);
	switch (condition.kind) {
		case 'ticket_types':
			return condition.ids.some((id) => {
				const of = [...world.dates, world.single].find(({ types }) => types.includes(id));
				if (!of || (of === world.single) !== (date === world.single)) return false;
				return of.types.indexOf(id) === ticket.type;
			});
		case 'order_states':
			return (condition.states as string[]).includes(order.status);
		case 'checked_in':
			return condition.listId ? ticket.entries.includes(condition.listId) : ticket.entries.length > 0;
		case 'answer':
			return answerHolds(ticket, condition.questionId, condition.values);
		case 'ordered': {
			const day = dayOf(order.createdAt, date.timeZone);
			return day >= (condition.from ?? '') && day <= (condition.until ?? '9999-99-99');
		}
		case 'sources':
			return (condition.sources as string[]).includes(order.source);
		case 'links':
			return condition.codes.includes(order.link);
		case 'languages':
			return condition.languages.includes(order.locale.split('-')[0] as string);
		case 'dates':
			return condition.eventIds.includes(order.eventId);
	}
}

function ticketsOf(place: MessagePlace, { conditions }: Segment): WorldTicket[] {
	const hasStates = conditions.some(({ kind }) => kind === 'order_states');
	return world.tickets.filter((ticket) => {
		const { order, status } = ticket;
		const isOfPlace = place.eventId
			? order.eventId === place.eventId
			: world.dates.some(({ id, status: now }) => id === order.eventId && now !== 'archived');
		const isValid = hasStates
			? (messageableStates as readonly string[]).includes(order.status) && status !== 'cancelled'
			: order.status === 'confirmed' && status === 'active';
		return (
			isOfPlace &&
			isValid &&
			groupFilters(conditions).every((group) =>
				group.some((condition) => holds(ticket, condition) !== (condition.not ?? false)),
			)
		);
	});
}

type Row = Address & { rank: number; texts: string[] };
const asciiLower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Addresses with all names that they go by, in the order of their bytes; spellings of one domain apart. */
function addressesOf(tickets: WorldTicket[]): Row[] {
	const ranked = world.dates.toSorted(
		(one, other) =>
			Number(isAhead(other)) - Number(isAhead(one)) ||
			(isAhead(one) ? 1 : -1) * (one.startsAt.getTime() - other.startsAt.getTime()),
	);
	const rows = new Map<string, Row>();
	const add = (ticket: WorldTicket, attendeeId: string | null) => {
		const { order } = ticket;
		const { email, name } = attendeeId ? ticket : order;
		if (email === '') return;
		const { eventId, id: orderId, locale } = order;
		const rank = ranked.findIndex(({ id }) => id === eventId);
		const row = { email, name, eventId, orderId, attendeeId, locale, rank, texts: [`${name} ${email}`] };
		const old = rows.get(asciiLower(email));
		const key = (one: Row) => [String(one.rank + 1), one.attendeeId ?? '', one.orderId].join(' ');
		const first = old && key(old) <= key(row) ? old : row;
		rows.set(asciiLower(email), { ...first, texts: [...(old?.texts ?? []), ...row.texts] });
	};
	for (const ticket of tickets) {
		add(ticket, ticket.id);
		if (!ticket.isTransferred) add(ticket, null);
	}
	return [...rows]
		.toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
		.map(([, row]) => row);
}

const bare = ({ email, name, eventId, orderId, attendeeId, locale }: Address): Address => ({
	...{ email, name, eventId, orderId, attendeeId, locale },
});

function distinct(rows: Row[]): Row[] {
	const seen = new Set<string>();
	return rows.filter(({ email }) => !seen.has(emailKey(email)) && seen.add(emailKey(email)));
}

function countsOf(tickets: WorldTicket[], category: MessageCategory) {
	const counts = { addresses: 0, bounced: 0, optedOut: 0, notFollowing: 0, withoutAddress: 0 };
	for (const { email } of distinct(addressesOf(tickets))) {
		const key = emailKey(email);
		if (blocked.has(key)) counts.bounced += 1;
		else if (category === 'service' && optedOut.has(key)) counts.optedOut += 1;
		else if (category === 'marketing' && !followers.has(key)) counts.notFollowing += 1;
		else counts.addresses += 1;
	}
	counts.withoutAddress = tickets.filter(
		({ email, order, isTransferred }) => email === '' && (isTransferred || order.email === ''),
	).length;
	return counts;
}

const some = <T>(from: readonly T[]) =>
	fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 3 });
const hostile = ["'; DROP TABLE attendees; --", '$1', '%', '{"a":1}', '\\', '🦄', 'x'.repeat(200)];

function anySegment(): fc.Arbitrary<Segment> {
	const dates = [...world.dates, world.single];
	const days = fc.option(
		fc.constantFrom('2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '0000-01-01'),
		{
			nil: undefined,
		},
	);
	const values = some([
		'Vegan',
		'VÉGAN',
		'none',
		'3',
		'4.50',
		' 3',
		'1e6',
		'true',
		'false',
		...choiceIds,
		...hostile,
	]);
	const condition = fc.oneof(
		fc.record({
			kind: fc.constant('ticket_types'),
			ids: some([...dates.flatMap(({ types }) => types), newId()]),
		}),
		fc.record({ kind: fc.constant('order_states'), states: some(messageableStates) }),
		fc.record({
			kind: fc.constant('checked_in'),
			listId: fc.constantFrom(undefined, ...dates.flatMap(({ id, types }) => [id, types[0]])),
		}),
		fc.record({
			kind: fc.constant('answer'),
			questionId: fc.constantFrom(...dates.flatMap(({ questions }) => Object.values(questions))),
			values,
		}),
		fc.record({ kind: fc.constant('ordered'), from: days, until: days }),
		fc.record({ kind: fc.constant('sources'), sources: some(orderSources) }),
		fc.record({ kind: fc.constant('links'), codes: some(['abcd', 'spring25', 'none']) }),
		fc.record({ kind: fc.constant('languages'), languages: some(['en', 'de', 'pt', 'fr']) }),
		fc.record({ kind: fc.constant('dates'), eventIds: some(dates.map(({ id }) => id)) }),
	);
	const flag = fc.constantFrom(undefined, undefined, true);
	return fc.array(fc.record({ condition, not: flag, or: flag }), { maxLength: 10 }).map((all) =>
		segment.parse({
			conditions: all.map(({ condition: one, not, or }) =>
				Object.fromEntries(Object.entries({ ...one, not, or }).filter(([, value]) => value !== undefined)),
			),
		}),
	);
}

const readAll = (place: MessagePlace, of: Segment) =>
	database().transaction(async (tx) => {
		const all: Address[] = [];
		for await (const page of everyAddress(tx, place, of)) all.push(...page);
		return all;
	});

const folds = (text: string, word: string) => spellingsOf(word).some((one) => fold(text).includes(fold(one)));

test('random segments find what a loop over all guests finds', async () => {
	const inputs = fc.record({
		of: anySegment(),
		isSeries: fc.boolean(),
		category: fc.constantFrom('service' as const, 'marketing' as const),
		at: fc.nat(20),
		q: fc.constantFrom('', '', 'ada', 'EXAMPLE lovelace', 'Mueller', '%', '_', 'ase', 'drop table', 'nobody'),
	});
	let found = 0;
	await fc.assert(
		fc.asyncProperty(inputs, async ({ of, isSeries, category, at, q }) => {
			const place = isSeries ? seriesPlace() : eventPlace();
			const tickets = ticketsOf(place, of);
			const rows = addressesOf(tickets);
			found += rows.length;
			expect(await readAll(place, of)).toEqual(distinct(rows).map(bare));
			const services = { database: database() };
			expect(await previewCounts(services, place, of, category)).toEqual(countsOf(tickets, category));
			const words = q.split(' ').filter(Boolean);
			const named = rows.filter(({ texts }) =>
				texts.some((text) => words.every((word) => folds(text, word))),
			);
			const expected = named[Math.min(at, named.length - 1)];
			const one = await readAddress(services, place, of, { at, q });
			expect(one).toEqual(expected ? { address: bare(expected), at: named.indexOf(expected) } : null);
		}),
		{ seed: faultSeed, numRuns: rounds(60, 2_000) },
	);
	expect(found).toBeGreaterThan(100);
});

test('ten conditions at most', () => {
	const one = { kind: 'languages', languages: ['de'] };
	expect(segment.safeParse({ conditions: Array(10).fill(one) }).success).toBe(true);
	expect(segment.safeParse({ conditions: Array(11).fill(one) }).success).toBe(false);
});
