import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newId } from '#shared/lib/ids.ts';
import { insertEvent, insertOrganisation, insertTicketType } from '#tests/factories/tickets.ts';
import type { Chance } from './seed.ts';

/*
 * Guests of a series and of an event beside it as plain objects and, the same, as rows: for comparing what the database finds with what a
 * loop finds.
 */

export interface WorldDate {
	id: string;
	timeZone: string;
	startsAt: Date;
	endsAt: Date;
	status: 'published' | 'cancelled' | 'archived';
	/** Ticket types and questions, by what they are in all dates. */
	types: string[];
	questions: Record<keyof typeof questionsOfDates, string>;
}
export interface WorldOrder {
	id: string;
	eventId: string;
	status: string;
	source: string;
	name: string;
	email: string;
	link: string;
	locale: string;
	createdAt: Date;
	answers: Record<string, unknown>;
}
export interface WorldTicket {
	id: string;
	order: WorldOrder;
	/** Place of its type among those of the date. */
	type: number;
	name: string;
	email: string;
	status: string;
	isTransferred: boolean;
	/** Lists at which it was let in, and those at which this was annulled or refused. */
	entries: string[];
	answers: Record<string, unknown>;
}
export interface GuestWorld {
	organisationId: string;
	seriesId: string;
	dates: WorldDate[];
	/** An event that is no date of the series. */
	single: WorldDate;
	tickets: WorldTicket[];
}

export const choiceIds = ['a1b2c3d4e5', 'f6a7b8c9d0'] as const;
const choices = choiceIds.map((id) => ({ id, label: `Choice ${id}` }));
/** Kind and scope of the questions that each date asks. */
export const questionsOfDates = {
	meal: { kind: 'single_choice', scope: 'attendee' },
	days: { kind: 'multiple_choice', scope: 'attendee' },
	diet: { kind: 'text', scope: 'order' },
	age: { kind: 'number', scope: 'attendee' },
	photos: { kind: 'consent', scope: 'order' },
} as const;

const emails = [
	...['ada@example.org', 'ADA@example.org', 'Ada@Example.ORG', 'bob@example.org', 'bob+1@example.org', ''],
	...['zoe@bücher.example', 'zoe@xn--bcher-kva.example', 'ÄNNE@example.org', 'änne@example.org'],
	...[
		"o'brien@example.org",
		'100%_@example.org',
		`"a b"@example.org`,
		"x');DROP TABLE orders;--@example.org",
	],
	...['İ@example.org', 'i@example.org', 'ｗide@example.org', '=cmd@example.org', '👩‍🚀@example.org'],
];
const names = ['Ada Lovelace', 'Zoë Müller', 'Renée 100%', 'Bob_Dylan', 'ÅSE', ''];
const hourMs = 3_600_000;

function pickValue(chance: Chance, question: keyof typeof questionsOfDates): unknown {
	switch (question) {
		case 'meal':
			return chance.pick(choiceIds);
		case 'days':
			return choiceIds.filter(() => chance.next() < 0.5);
		case 'diet':
			return chance.pick(['Vegan', 'végan ', 'None', "'; DROP TABLE answers; --", '%']);
		case 'age':
			return chance.pick([3, 4.5, 1_000_000]);
		case 'photos':
			return chance.next() < 0.5;
	}
}

async function insertDate(
	database: Database,
	organisationId: string,
	of: { seriesId: string | null; first: WorldDate | null; place: number },
): Promise<WorldDate> {
	const zones = [
		'Europe/Berlin',
		'Pacific/Auckland',
		'America/New_York',
		'UTC',
		'Asia/Kolkata',
		'Europe/Berlin',
	];
	// In the past, soon, later, cancelled ahead, archived.
	const days = [-20, -3, 5, 9, 2, 4][of.place] ?? 30;
	const startsAt = new Date(Date.now() + days * 24 * hourMs);
	const status = of.place === 4 ? 'cancelled' : of.place === 5 ? 'archived' : 'published';
	const date: WorldDate = {
		...{
			id: newId(),
			timeZone: zones[of.place] ?? 'UTC',
			startsAt,
			endsAt: new Date(startsAt.getTime() + hourMs),
		},
		...{ status, types: [], questions: { meal: '', days: '', diet: '', age: '', photos: '' } },
	};
	const scope = { organisationId, eventId: date.id };
	const series = of.seriesId ? { seriesId: of.seriesId, seriesKey: `2030-01-0${of.place + 1}/1` } : {};
	const { startsAt: starts, endsAt: ends, timeZone } = date;
	await insertEvent(database, {
		...{ id: date.id, organisationId, startsAt: starts, endsAt: ends, timeZone, status },
		...(status === 'archived' && { archivedFrom: 'published' as const }),
		...series,
	});
	for (const index of [0, 1]) {
		const lineageId = of.first?.types[index] ?? null;
		date.types.push((await insertTicketType(database, scope, { lineageId })).ticketTypeId);
	}
	for (const [index, [name, { kind, scope: asked }]] of Object.entries(questionsOfDates).entries()) {
		const question = name as keyof typeof questionsOfDates;
		date.questions[question] = newId();
		await database.db.execute(sql`
			INSERT INTO questions (id, organisation_id, event_id, position, label, kind, scope, choices, lineage_id)
			VALUES (${date.questions[question]}, ${organisationId}, ${date.id}, ${index}, ${name}, ${kind}, ${asked},
				${JSON.stringify(kind.endsWith('choice') ? choices : [])}, ${of.first?.questions[question] ?? null})`);
	}
	return date;
}

/** Six dates of a series, of which one is archived, and an event; orders in all states, of one to three tickets. */
export async function makeGuestWorld(
	database: Database,
	chance: Chance,
	orders: number,
): Promise<GuestWorld> {
	const organisationId = await insertOrganisation(database);
	const seriesId = newId();
	await database.db.execute(sql`INSERT INTO event_series (id, organisation_id, slug, title)
		VALUES (${seriesId}, ${organisationId}, ${`series-${seriesId}`}, 'Evenings')`);
	const dates: WorldDate[] = [];
	for (let place = 0; place < 6; place += 1)
		dates.push(await insertDate(database, organisationId, { seriesId, first: dates[0] ?? null, place }));
	const single = await insertDate(database, organisationId, { seriesId: null, first: null, place: 6 });
	const tickets: WorldTicket[] = [];
	for (let n = 0; n < orders; n += 1)
		tickets.push(...makeOrder(chance, chance.pick([...dates, single, single])));
	const world = { organisationId, seriesId, dates, single, tickets };
	await writeRows(database, world);
	return world;
}

function answersOf(chance: Chance, date: WorldDate, scope: 'order' | 'attendee'): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(questionsOfDates).flatMap(([name, question]) => {
			if (question.scope !== scope || chance.next() < 0.4) return [];
			const key = name as keyof typeof questionsOfDates;
			return [[date.questions[key], pickValue(chance, key)]];
		}),
	);
}

function makeOrder(chance: Chance, date: WorldDate): WorldTicket[] {
	const status = chance.pick([
		...['confirmed', 'confirmed', 'confirmed', 'pending', 'awaiting_approval'],
		...['cancelled', 'expired'],
	]);
	const order: WorldOrder = {
		...{ id: newId(), eventId: date.id, status, source: chance.pick(['web', 'manual', 'import', 'door']) },
		...{ name: chance.pick(names), email: chance.pick(emails), link: chance.pick(['', 'abcd', 'spring25']) },
		locale: chance.pick(['en', 'de', 'de-AT', 'pt-BR']),
		// Around midnight in several zones.
		createdAt: new Date(Date.UTC(2026, 2, 28, chance.between(0, 71), chance.pick([0, 59]))),
		answers: answersOf(chance, date, 'order'),
	};
	return Array.from({ length: chance.between(1, 3) }, () => ({
		...{
			id: newId(),
			order,
			type: chance.between(0, 1),
			name: chance.pick(names),
			email: chance.pick(emails),
		},
		status: chance.next() < 0.15 ? 'cancelled' : ticketStatus(status),
		isTransferred: chance.next() < 0.2,
		entries: [date.id, date.types[0] as string].filter(() => chance.next() < 0.3),
		answers: answersOf(chance, date, 'attendee'),
	}));
}

const ticketStatus = (order: string) =>
	order === 'confirmed'
		? 'active'
		: order === 'pending' || order === 'awaiting_approval'
			? 'held'
			: 'cancelled';

const rowsOf = <T extends object>(rows: T[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;

async function writeRows(
	{ db }: Database,
	{ organisationId, dates, single, tickets }: GuestWorld,
): Promise<void> {
	const orders = [...new Set(tickets.map(({ order }) => order))];
	await db.execute(sql`
		INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, came_by, locale, expires_at, created_at)
		SELECT r.id, ${organisationId}, r."eventId", right(r.id::text, 12), r.status, r.source, r.name, r.email, 'EUR',
			CASE WHEN r.link <> '' THEN 'a|b|c|' || r.link END, r.locale, CASE WHEN r.status = 'pending' THEN now() + interval '1 day' END, r."createdAt"
		FROM ${rowsOf(orders)} AS r(id uuid, "eventId" uuid, status text, source text, name text, email text, link text, locale text, "createdAt" timestamptz)`);
	const all = [...dates, single];
	const typeOf = (ticket: WorldTicket) =>
		all.find(({ id }) => id === ticket.order.eventId)?.types[ticket.type] as string;
	const flat = tickets.map((ticket) => ({
		...{ id: ticket.id, eventId: ticket.order.eventId, orderId: ticket.order.id, typeId: typeOf(ticket) },
		...{
			name: ticket.name,
			email: ticket.email,
			status: ticket.status,
			version: ticket.isTransferred ? 1 : null,
		},
	}));
	await db.execute(sql`
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status, holder_version)
		SELECT r.id, ${organisationId}, r."eventId", r."orderId", r."typeId", r.name, r.email, r.id::text, r.status, r.version
		FROM ${rowsOf(flat)} AS r(id uuid, "eventId" uuid, "orderId" uuid, "typeId" uuid, name text, email text, status text, version int)`);
	const scans = tickets.flatMap(({ id, order, entries }) =>
		[order.eventId, ...all.map(({ types }) => types[0] as string)]
			.map((listId) => ({ listId, isIn: entries.includes(listId) }))
			.map(({ listId, isIn }) => ({ id: newId(), eventId: order.eventId, attendeeId: id, listId, isIn })),
	);
	// Beside the entries: scans that were refused, and entries that were annulled.
	await db.execute(sql`
		INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at, annulled_at)
		SELECT r.id, ${organisationId}, r."eventId", r."listId", r."attendeeId", CASE WHEN r."isIn" OR n % 2 = 0 THEN 'accepted' ELSE 'cancelled' END,
			'scan', now(), CASE WHEN NOT r."isIn" THEN now() END
		FROM (SELECT *, row_number() OVER () AS n FROM ${rowsOf(scans)} AS s(id uuid, "eventId" uuid, "listId" uuid, "attendeeId" uuid, "isIn" bool)) r`);
	const given = [
		...orders.map(({ id, eventId, answers }) => ({ orderId: id, eventId, attendeeId: null, answers })),
		...tickets.map(({ id, order, answers }) => ({
			...{ orderId: order.id, eventId: order.eventId, attendeeId: id, answers },
		})),
	].flatMap(({ answers, ...who }) =>
		Object.entries(answers).map(([questionId, value]) => ({ id: newId(), ...who, questionId, value })),
	);
	await db.execute(sql`
		INSERT INTO answers (id, organisation_id, event_id, question_id, order_id, attendee_id, value, answered_by)
		SELECT r.id, ${organisationId}, r."eventId", r."questionId", r."orderId", r."attendeeId", r.value, 'buyer'
		FROM ${rowsOf(given)} AS r(id uuid, "eventId" uuid, "questionId" uuid, "orderId" uuid, "attendeeId" uuid, value jsonb)`);
}
