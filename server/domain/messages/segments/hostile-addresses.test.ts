import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { emailKey, normaliseEmail } from '#server/domain/accounts/email-identity.ts';
import { newId } from '#shared/lib/ids.ts';
import { everyone, type SegmentCondition } from '#shared/rules/messages/segments.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type GuestWorld, makeGuestWorld } from '#tests/support/guest-world.ts';
import { createChance } from '#tests/support/seed.ts';
import type { MessagePlace } from '../place.ts';
import { everyAddress } from './addresses.ts';
import { checkSegment } from './check-segment.ts';
import { previewCounts } from './preview-counts.ts';

const database = useTestDatabase();

/** Parts of addresses that mean something elsewhere: to SQL, LIKE, mail servers, spreadsheets, HTML, Unicode. */
const locals = [
	...[
		"o'brien",
		'%',
		'_',
		'\\',
		'$1',
		'"a b"',
		'=1+1',
		'+49',
		'@',
		'-',
		'--',
		';',
		"');drop table orders;--",
	],
	...[
		'<script>',
		'{first_name}',
		'%00',
		'\u202eoof',
		'\u200b',
		'İ',
		'ı',
		'ß',
		'ẞ',
		'ſ',
		'K',
		'ﬁ',
		'👩‍🚀',
		'é',
		'e\u0301',
	],
	'a'.repeat(64),
];
const domains = [
	...['example.org', 'EXAMPLE.org', 'bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'],
	...['例え.example', 'faß.example', 'fass.example', 'sub.sub.example.org', '[192.0.2.1]', 'localhost'],
];
const hostile = locals
	.flatMap((local) => domains.map((domain) => normaliseEmail(`${local}@${domain}`)))
	.slice(0, 300);
const guests = 10_000;

test('ten thousand guests that the database has not counted yet, of them three hundred with hostile addresses, are each read once and counted alike', async () => {
	const event: SellingEvent = await insertSellingEvent(database());
	const { organisationId, eventId, ticketTypeId } = event;
	const addresses = [
		...hostile,
		...Array.from({ length: guests - hostile.length }, (_, n) => `Guest${n % 8_000}@Example.org`),
	];
	await database().db.execute(sql`
		WITH g AS (SELECT email, n, gen_random_uuid() AS order_id FROM unnest(${sql.param(addresses)}::text[]) WITH ORDINALITY AS u(email, n)),
		o AS (INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency)
			SELECT order_id, ${organisationId}, ${eventId}, 'C' || n, 'confirmed', 'Buyer', CASE WHEN n % 3 = 0 THEN upper(email) ELSE '' END, 'EUR' FROM g)
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT gen_random_uuid(), ${organisationId}, ${eventId}, order_id, ${ticketTypeId}, 'Guest', email, 'T' || n, 'active' FROM g`);
	const place: MessagePlace = { organisationId, eventId, seriesId: null };
	const read: string[] = [];
	await database().transaction(async (tx) => {
		for await (const page of everyAddress(tx, place, everyone)) {
			expect(page.length).toBeLessThanOrEqual(1_000);
			read.push(...page.map(({ email }) => email));
		}
	});
	const { rows } = await database().pool.query<{ email: string }>(
		"SELECT email FROM attendees WHERE event_id = $1 UNION SELECT buyer_email FROM orders WHERE event_id = $1 AND buyer_email <> ''",
		[eventId],
	);
	const keys = new Set(read.map(emailKey));
	expect(keys.size).toBe(read.length);
	expect(keys).toEqual(new Set(rows.map(({ email }) => emailKey(email))));
	const counts = await previewCounts({ database: database() }, place, everyone, 'service');
	expect(counts).toEqual({
		addresses: read.length,
		bounced: 0,
		optedOut: 0,
		notFollowing: 0,
		withoutAddress: 0,
	});
});

describe('what a segment names', () => {
	let world: GuestWorld;
	beforeAll(async () => {
		world = await makeGuestWorld(database(), createChance('named'), 0);
	});
	const unknownOf = async (isSeries: boolean, condition: SegmentCondition) => {
		const { organisationId, seriesId, single } = world;
		const place: MessagePlace = isSeries
			? { organisationId, eventId: null, seriesId }
			: { organisationId, eventId: single.id, seriesId: null };
		return checkSegment(database().db, place, {
			conditions: [{ kind: 'languages', languages: ['de'] }, condition],
		}).then(
			() => [],
			(error) => {
				expect(error).toMatchObject({
					code: 'BUSINESS_RULE_VIOLATION',
					metadata: { rule: 'segment-unknown', condition: 1 },
				});
				return error.metadata.unknown;
			},
		);
	};

	test('is of its event or series', async () => {
		const { dates, single } = world;
		const [first, second] = dates;
		const strange = newId();
		if (!first || !second) throw new Error('There are no dates.');
		const types = (ids: string[]): SegmentCondition => ({ kind: 'ticket_types', ids });
		const answer = (questionId: string, values: string[]): SegmentCondition => ({
			kind: 'answer',
			questionId,
			values,
		});
		const list = (listId: string): SegmentCondition => ({ kind: 'checked_in', listId });
		expect(await unknownOf(true, types([...first.types, ...second.types]))).toEqual([]);
		expect(await unknownOf(true, types([...first.types, ...single.types, strange]))).toEqual([
			...single.types,
			strange,
		]);
		expect(await unknownOf(false, types([...single.types]))).toEqual([]);
		expect(await unknownOf(false, types([strange]))).toEqual([strange]);
		expect(await unknownOf(true, answer(second.questions.meal, ['a1b2c3d4e5']))).toEqual([]);
		expect(await unknownOf(true, answer(second.questions.meal, ['a1b2c3d4e5', "'; --"]))).toEqual(["'; --"]);
		expect(await unknownOf(true, answer(first.questions.photos, ['true', 'yes']))).toEqual(['yes']);
		expect(await unknownOf(false, answer(first.questions.diet, ['x']))).toEqual([first.questions.diet]);
		expect(await unknownOf(false, list(single.id))).toEqual([]);
		expect(await unknownOf(false, list(first.id))).toEqual([first.id]);
		expect(await unknownOf(false, { kind: 'links', codes: ['abcd'] })).toEqual(['abcd']);
		expect(await unknownOf(true, { kind: 'dates', eventIds: [first.id, single.id] })).toEqual([single.id]);
	});
});
