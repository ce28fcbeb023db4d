import { beforeAll, describe, expect, test } from 'vitest';
import { newTicketCode } from '#server/domain/orders/sale/sale-statement.ts';
import { newId } from '#shared/lib/ids.ts';
import { type DoorList, type DoorTicket, objectionTo } from '#shared/rules/door-verdict.ts';
import { insertSellingEvent, insertTicketType, type SellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { admitTogether } from './admit-scans.ts';

const { database, services } = useTestApi();
let event: SellingEvent;
let otherTypeId: string;
beforeAll(async () => {
	event = await insertSellingEvent(database(), null);
	otherTypeId = (await insertTicketType(database(), event)).ticketTypeId;
});

const hour = 3_600_000;
const statusOf = { active: 'active', unpaid: 'held', cancelled: 'cancelled' } as const;
const types = {
	'every type': () => null,
	'this type': () => [event.ticketTypeId],
	'another type': () => [otherTypeId],
};
const edges = { none: null, past: -hour, future: hour };
const cases = (Object.keys(statusOf) as DoorTicket['status'][]).flatMap((status) =>
	(Object.keys(types) as (keyof typeof types)[]).flatMap((type) =>
		(Object.keys(edges) as (keyof typeof edges)[]).flatMap((opens) =>
			(Object.keys(edges) as (keyof typeof edges)[]).map((closes) => ({ status, type, opens, closes })),
		),
	),
);

async function insertGuest(status: DoorTicket['status']): Promise<{ id: string; code: string }> {
	const guest = { id: newId(), code: newTicketCode() };
	await database().pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, ticket_code, status)
		VALUES ($1, $2, $3, gen_random_uuid(), $4, 'Ada', $5, $6)`,
		[guest.id, event.organisationId, event.eventId, event.ticketTypeId, guest.code, statusOf[status]],
	);
	return guest;
}

async function insertList(rules: Partial<DoorList>): Promise<string> {
	const id = newId();
	const instant = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms) : null);
	await database().pool.query(
		`INSERT INTO check_in_lists (id, organisation_id, event_id, name, ticket_type_ids, opens_at, closes_at, counts_exits, allows_reentry)
		VALUES ($1, $2, $3, 'List', $4, $5, $6, $7, $8)`,
		[
			id,
			event.organisationId,
			event.eventId,
			rules.ticketTypeIds ?? null,
			instant(rules.opensAtMs),
			instant(rules.closesAtMs),
			rules.countsExits ?? false,
			rules.allowsReentry ?? false,
		],
	);
	return id;
}

const admit = (listId: string, guest: { ticketCode: string } | { attendeeId: string }) =>
	admitTogether(services, {
		organisationId: event.organisationId,
		eventId: event.eventId,
		listId,
		guest,
		staffLinkId: null,
		userId: null,
		gateId: null,
		deviceId: null,
		device: 'North',
		nonce: newId(),
		scannedAt: new Date().toISOString(),
	});

describe('the statement admits whom the rule admits', () => {
	test.each(cases)('ticket $status, list for $type, opens $opens, closes $closes', async (one) => {
		const nowMs = Date.now();
		const at = (edge: keyof typeof edges) => (edges[edge] === null ? null : nowMs + edges[edge]);
		const list = {
			ticketTypeIds: types[one.type](),
			opensAtMs: at(one.opens),
			closesAtMs: at(one.closes),
			countsExits: false,
			allowsReentry: false,
		};
		const [guest, listId] = await Promise.all([insertGuest(one.status), insertList(list)]);
		const rule = objectionTo({ status: one.status, ticketTypeId: event.ticketTypeId }, list, nowMs);
		expect((await admit(listId, { ticketCode: guest.code })) !== null).toBe(rule === null);
		const other = await insertGuest(one.status);
		expect((await admit(listId, { attendeeId: other.id })) !== null).toBe(rule === null);
	});
});

test('what needs the log of the guest is not admitted: exits, re-entry, an unknown list, a second entry', async () => {
	const { id, code } = await insertGuest('active');
	expect(await admit(await insertList({ countsExits: true }), { ticketCode: code })).toBeNull();
	expect(
		await admit(await insertList({ countsExits: true, allowsReentry: true }), { attendeeId: id }),
	).toBeNull();
	expect(await admit(newId(), { ticketCode: code })).toBeNull();
	expect(await admit(event.eventId, { ticketCode: code })).toMatchObject({ guest_id: id, guest_name: 'Ada' });
	expect(await admit(event.eventId, { ticketCode: code })).toBeNull();
	expect(await admit(await insertList({}), { attendeeId: id })).toMatchObject({ guest_id: id });
	const { rowCount } = await database().pool.query('SELECT FROM check_ins WHERE attendee_id = $1', [id]);
	expect(rowCount).toBe(2);
});
