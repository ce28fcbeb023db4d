import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { receiptPoller } from '../documents/due-receipts.ts';

const { services, clock, api, query } = useTestApi({ isFresh: true, hasClock: true });
let owner: TestUser;

beforeEach(async () => {
	owner = await makeUser(services, { email: 'host@example.org', firstName: 'Hanna', lastName: 'Host' });
});

const signal = new AbortController().signal;
const hear = async () => {
	while ((await factPoller.run(services, signal)) > 0);
};

interface Place {
	buyer: { name: string; email: string };
	attendees?: { name?: string; email?: string }[];
	quantity?: number;
}
/** Somebody registers at a free event. */
async function register(event: { id: string }, { buyer, attendees, quantity = 1 }: Place) {
	const [type] = await query('SELECT id FROM ticket_types WHERE event_id = $1', [event.id]);
	const { status, body } = await api.post(
		`/api/events/${event.id}/orders`,
		{ buyer, items: [{ ticketTypeId: type.id, quantity }], ...(attendees && { attendees }) },
		{ headers: { 'Idempotency-Key': newId() } },
	);
	expect(status).toBe(201);
	return body as { id: string; manageToken: string; attendees: { id: string; name: string }[] };
}
const pathOf = (event: { id: string }, attendee: string) =>
	`/api/events/${event.id}/attendees/${attendee}/erasure`;
const erase = (
	event: { id: string },
	attendee: string,
	{
		token = owner.token,
		key = randomUUID(),
		...body
	}: { token?: string; key?: string; withBuyer?: boolean } = {},
) => api.post(pathOf(event, attendee), body, { token, headers: { 'Idempotency-Key': key } });
const preview = async (event: { id: string }, attendee: string, filters: Record<string, string> = {}) =>
	(await api.get(pathOf(event, attendee), { token: owner.token, query: filters })).body;
const guests = (event: { id: string }) =>
	query('SELECT name, email, status FROM attendees WHERE event_id = $1 ORDER BY created_at, id', [event.id]);
const buyers = (event: { id: string }) =>
	query('SELECT buyer_name, buyer_email FROM orders WHERE event_id = $1 ORDER BY id', [event.id]);
const gone = { name: 'Erased person', email: '', status: 'active' };

/** What everybody in this file looks for, as name and in the address. */
const mark = 'Quillfeather';
const person = { name: `Quentin ${mark}`, email: 'Quillfeather@example.org' };

/**
 * Where rows of a guest are found: by the ticket $1, the order $2 or the email $3. Texts are filled with the mark, but for those
 * that nobody types.
 */
const rowsOf: Record<string, { where: string; untyped?: string[] }> = {
	attendees: { where: 'id = $1', untyped: ['email', 'ticket_code'] },
	orders: {
		where: 'id = $2',
		untyped: ['buyer_email', 'code', 'currency', 'quote_hash', 'idempotency_key', 'came_by', 'locale'],
	},
	order_lines: { where: 'order_id = $2 AND details IS NOT NULL', untyped: ['tier_name'] },
	answers: { where: 'order_id = $2' },
	answer_files: { where: 'order_id = $2', untyped: ['file_name'] },
	guest_message_recipients: { where: 'order_id = $2' },
	bank_lines: { where: 'order_id = $2', untyped: ['currency', 'source'] },
	refund_accounts: { where: 'order_id = $2' },
	refund_requests: { where: 'order_id = $2' },
	ticket_transfers: { where: 'attendee_id = $1', untyped: ['from_email', 'to_email'] },
	gift_aid_declarations: { where: 'order_id = $2', untyped: ['email'] },
	payments: {
		where: 'subject_id = $2',
		untyped: ['currency', 'provider_id', 'failure', 'action_url'],
	},
	refunds: { where: 'subject_id = $2', untyped: ['reason', 'provider_id', 'failure'] },
	balance_items: {
		where: 'subject_id = $2',
		untyped: ['provider_id', 'currency', 'exchange_rate', 'source_id', 'payment_provider_id'],
	},
	donations: { where: 'order_id = $2', untyped: ['donor_email', 'currency'] },
	fundraiser_pages: {
		where: 'lower(owner_email) = lower($3)',
		untyped: ['owner_email', 'locale', 'picture_file'],
	},
	check_ins: { where: 'attendee_id = $1', untyped: ['device_id', 'device', 'nonce'] },
	check_in_undos: { where: 'attendee_id = $1', untyped: ['nonce', 'target', 'device', 'device_id'] },
	documents: { where: 'subject_id = $2' },
	mails: { where: 'recipient = $3' },
	followers: { where: 'email_key = lower($3)', untyped: ['email', 'email_key', 'locale'] },
	waitlist_entries: { where: 'lower(email) = lower($3)', untyped: ['email', 'locale'] },
	waitlist_offers: { where: 'order_id = $2' },
	group_bookings: { where: 'order_id = $2', untyped: ['leader_email', 'locale'] },
	group_invitations: { where: 'lower(email) = lower($3)', untyped: ['email'] },
	gift_card_purchases: {
		where: 'lower(buyer_email) = lower($3)',
		untyped: ['buyer_email', 'currency', 'locale'],
	},
	gift_cards: {
		where: 'lower(recipient_email) = lower($3)',
		untyped: ['recipient_email', 'currency', 'locale', 'last4'],
	},
	withdrawals: { where: 'lower(email) = lower($3)', untyped: ['email', 'locale', 'currency'] },
	organiser_messages: { where: 'email_key = lower($3)', untyped: ['email', 'email_key'] },
};

/** What hangs on a ticket, an order or an email, and holds no word of a guest. */
const withoutWords: Record<string, string> = {
	bulk_run_orders: 'a rule or code of a refusal',
	code_uses: 'a hash of the buyer’s address, which is emptied (codes.test.ts)',
	contact_messages: 'written to the operator',
	disputes: 'what the provider says',
	door_changes: 'ids',
	door_sales: 'ids, amounts and devices',
	due_receipts: 'ids',
	feedback_reports: 'written to the operator',
	gift_card_uses: 'ids and amounts',
	gift_receipt_parts: 'ids',
	moved_tickets: 'ids',
	series_order_dates: 'ids',
	agreements: 'what is paid for',
	invitations: 'members',
	ledger_subjects: 'sums',
	order_changes: 'ids and amounts',
	resale_listings: 'ids and amounts',
	ledger_transfers: 'sums',
	mail_opt_outs: 'a hash: whoever wanted no mail gets none afterwards',
	mail_suppressions: 'a hash, with its hint emptied: whose emails bounce gets none afterwards',
	plan_notices: 'members',
	operator_settings: 'the operator',
	order_items: 'ticket types',
	refund_file_items: 'ids',
	refunded_tickets: 'ids',
	retired_ticket_codes: 'codes',
	transfer_accounts: 'the organisation’s own bank details',
};
/** Tables of accounts: erased with the account, by its owner. */
const ofAccounts =
	/^(?:users|user_identities|email_changes|mail_tokens|sign_in_attempts|oidc_sign_ins|admin_acts|sessions)$/;
const leadsToGuest =
	/^(?:attendee_id|order_id|subject_id|buyer_email|email|email_key|email_hash|donor_email|owner_email|recipient|recipient_email)$/;

const root = join(import.meta.dirname, '../../../..');
async function allTables(): Promise<PgTable[]> {
	const found: PgTable[] = [];
	for (const file of globSync('server/db/tables/*.ts', { cwd: root }))
		for (const value of Object.values(await import(join(root, file))))
			if (is(value, PgTable)) found.push(value);
	return found;
}

/** The tables that hold the mark, with their rows. */
async function traces(): Promise<Record<string, string[]>> {
	const found: Record<string, string[]> = {};
	for (const { name } of await query(
		`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
	)) {
		const lines = await query(`SELECT t::text AS line FROM ${name} t WHERE t::text ILIKE $1`, [`%${mark}%`]);
		if (lines.length > 0) found[name] = lines.map(({ line }) => line);
	}
	return found;
}

const detailOf = async (event: { id: string }, order: { id: string }) =>
	(await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: owner.token })).body;

/** A paid order with a gift and two tickets, the second of another person, and all that can hang on it. */
async function makeEverything() {
	const event = await makeFundraiser(services, api, owner, { type: { taxBasisPoints: 700 } });
	await enterSellerDetails(services, owner.organisationId);
	const order = await holdGift(
		api,
		event,
		{ amountMinor: 1_000, message: `From ${mark}`, honour: { kind: 'memory', name: `Aunt ${mark}` } },
		2,
	);
	const [own, other] = order.attendees.map(({ id }) => id) as [string, string];
	await query(`UPDATE orders SET buyer_name = $2, buyer_email = $3 WHERE id = $1`, [
		order.id,
		person.name,
		person.email,
	]);
	await query(`UPDATE attendees SET name = $2, email = $3 WHERE id = $1`, [own, person.name, person.email]);
	await query(`UPDATE attendees SET name = 'Ben Guest', email = $2 WHERE id = $1`, [
		other,
		person.email.toUpperCase(),
	]);
	expect((await markPaid(api, event, order, { token: owner.token, note: `Cash of ${mark}` })).status).toBe(
		200,
	);
	const checkedIn = await api.post(
		`/api/events/${event.id}/check-ins`,
		{ guestId: own, nonce: newId() },
		{ token: owner.token },
	);
	expect(checkedIn.status).toBe(200);
	await hear();
	await receiptPoller.run(services, signal);
	const refunded = await refundOrder(api, event, order, {
		token: owner.token,
		amountMinor: 100,
		reason: `For ${mark}`,
	});
	expect(refunded.status).toBe(201);
	const scope = [owner.organisationId, event.id];
	const question = newId();
	await query(
		`INSERT INTO questions (id, organisation_id, event_id, position, label, kind, scope) VALUES ($3, $1, $2, 0, 'Diet', 'short_text', 'order')`,
		[...scope, question],
	);
	await query(
		`INSERT INTO answers (id, organisation_id, event_id, question_id, order_id, attendee_id, value, answered_by)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, '"Quillfeather"', 'buyer'), (gen_random_uuid(), $1, $2, $3, $4, NULL, '"Quillfeather"', 'door')`,
		[...scope, question, order.id, own],
	);
	await query(
		`INSERT INTO answer_files (id, organisation_id, event_id, question_id, order_id, attendee_id, file_name, name, type, bytes, uploaded_by,
			expires_at)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, 'one', 'one.pdf', 'pdf', 9, 'buyer', now() + interval '1 day'),
			(gen_random_uuid(), $1, $2, $3, $4, NULL, 'two', 'two.pdf', 'pdf', 9, 'buyer', now() + interval '1 day')`,
		[...scope, question, order.id, own],
	);
	const purchase = newId();
	await query(
		`INSERT INTO gift_card_purchases (id, organisation_id, buyer_name, buyer_email, locale, currency, total_minor)
		VALUES ($2, $1, '', upper($3), 'en', 'EUR', 2500)`,
		[owner.organisationId, purchase, person.email],
	);
	await query(
		`INSERT INTO gift_cards (id, organisation_id, purchase_id, origin, code_hash, last4, currency, issued_minor, locale, sender_name,
			message, recipient_email)
		VALUES (gen_random_uuid(), $1, $2, 'bought', '\\x01', '7XK2', 'EUR', 2500, 'en', $3, $3, 'grace@example.org')`,
		[owner.organisationId, purchase, mark],
	);
	await issueCard(services, owner, { recipientEmail: person.email });
	await query(
		`INSERT INTO withdrawals (id, organisation_id, reference, name, email, locale)
		VALUES (gen_random_uuid(), $1, $2, $2, upper($3), 'en')`,
		[owner.organisationId, mark, person.email],
	);
	const line = newId();
	await query(
		`INSERT INTO bank_lines (id, organisation_id, event_id, hash, booked_on, amount_minor, currency, payer, text, order_id, maybe_same_as)
		VALUES ($3, $1, $2, '\\x01', '2026-11-27', 100, 'EUR', '', '', $4, NULL),
			(gen_random_uuid(), $1, NULL, '\\x02', '2026-11-27', 100, 'EUR', 'Quillfeather', 'Quillfeather', NULL, $3)`,
		[...scope, line, order.id],
	);
	await query(
		`INSERT INTO refund_requests (id, organisation_id, event_id, order_id, attendee_ids, wanted_minor, state, decided_at)
		VALUES (gen_random_uuid(), $1, $2, $3, ARRAY[$4::uuid], 100, 'declined', now())`,
		[...scope, order.id, own],
	);
	await query(
		`INSERT INTO ticket_transfers (id, organisation_id, event_id, order_id, attendee_id, from_name, from_email, to_name, to_email, expires_at)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, '', lower($5), '', 'mary@example.org', now())`,
		[...scope, order.id, own, person.email],
	);
	await query(
		`INSERT INTO gift_aid_declarations (id, organisation_id, event_id, order_id, email, scope, first_name, last_name, house, postcode, wording, statement)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, 'all', '', '', '', '', 'uk-2026-11', '')`,
		[...scope, order.id, person.email],
	);
	await query(
		`INSERT INTO gift_aid_declarations (id, organisation_id, event_id, donation_id, made_on, email, scope, first_name, last_name, house, postcode,
			wording, statement)
		VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), '2026-11-27', upper($3), 'all', 'Paper', '', '', '', 'uk-2026-11', '')`,
		[...scope, person.email],
	);
	await query(
		`INSERT INTO balance_items (id, organisation_id, account_id, provider_id, kind, amount_minor, application_fee_minor, provider_fee_minor,
			net_minor, currency, available_at, occurred_at, matched_id, subject_id, state)
		SELECT gen_random_uuid(), organisation_id, gen_random_uuid(), 'txn', 'charge', 0, 0, 0, 0, 'EUR', now(), now(), id, subject_id, 'matched'
		FROM payments WHERE subject_id = $1`,
		[order.id],
	);
	await query(
		`INSERT INTO fundraiser_pages (id, organisation_id, event_id, kind, slug, name, story, goal_minor, owner_email, state)
		VALUES (gen_random_uuid(), $1, $2, 'page', '', '', '', 500, $3, 'shown')`,
		[...scope, person.email],
	);
	await query(
		`INSERT INTO check_in_undos (organisation_id, event_id, nonce, list_id, attendee_id, scanned_at, occurred_at)
		VALUES ($1, $2, 'n', gen_random_uuid(), $3, now(), now())`,
		[...scope, own],
	);
	await query(
		`INSERT INTO refund_accounts (organisation_id, event_id, order_id, holder, iban) VALUES ($1, $2, $3, '', '')`,
		[...scope, order.id],
	);
	const entry = newId();
	await query(
		`INSERT INTO waitlist_entries (id, organisation_id, event_id, ticket_type_ids, party, name, email, state, ended_at)
		VALUES ($3, $1, $2, ARRAY[gen_random_uuid()], 1, '', upper($4), 'bought', now())`,
		[...scope, entry, person.email],
	);
	await query(
		`INSERT INTO waitlist_offers (id, organisation_id, event_id, entry_id, ticket_type_id, quantity, state, expires_at, order_id, ended_at)
		VALUES (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 1, 'taken', now(), $4, now())`,
		[...scope, entry, order.id],
	);
	const group = newId();
	await query(
		`INSERT INTO group_bookings (id, organisation_id, event_id, name, pays, leader_name, leader_email, order_id)
		VALUES ($3, $1, $2, '', 'leader', '', upper($5), $4)`,
		[...scope, group, order.id, person.email],
	);
	await query(
		`INSERT INTO group_invitations (id, organisation_id, event_id, group_id, email) VALUES (gen_random_uuid(), $1, $2, $3, lower($4))`,
		[...scope, group, person.email],
	);
	await query(
		`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at)
		VALUES (gen_random_uuid(), $1, $2, lower($2), 'pending', '', now())`,
		[owner.organisationId, person.email],
	);
	await query(
		`INSERT INTO organiser_messages (id, organisation_id, name, email, email_key, message)
		VALUES (gen_random_uuid(), $1, '', $2, lower($2), '')`,
		[owner.organisationId, person.email],
	);
	await query(
		`WITH message AS (
			INSERT INTO guest_messages (id, organisation_id, event_id, subject, body, segment, category, state, started_at, sent_at, total)
			VALUES (gen_random_uuid(), $1, $2, 'Doors', 'At seven', '{"conditions":[]}', 'service', 'sent', now(), now(), 1) RETURNING id
		)
		INSERT INTO guest_message_recipients (organisation_id, message_id, email_key, position, email, event_id, order_id, skipped)
		SELECT $1, id, lower($3), 1, $3, $2, $4, 'example' FROM message`,
		[...scope, person.email, order.id],
	);
	await query(
		`INSERT INTO reports (id, organisation_id, name, owner_id, query)
		VALUES (gen_random_uuid(), $1, 'Guests', $2, $3)`,
		[
			owner.organisationId,
			owner.userId,
			{
				dataset: 'tickets',
				filters: [
					{ column: 'name', is: 'is', values: [mark.toUpperCase(), 'Ben Guest'] },
					{ column: 'email', is: 'contains', values: [`to ${person.email}`] },
				],
			},
		],
	);
	return { event, order, own, other };
}

/** Writes the mark into every text of the rows of a guest, and looks that there are such rows. */
async function fillTexts(ids: [ticket: string, order: string]) {
	const empty: string[] = [];
	for (const table of await allTables()) {
		const rows = rowsOf[getTableName(table)];
		if (!rows) continue;
		const { name, columns } = getTableConfig(table);
		const used = [ids[0], ids[1], person.email].filter((_, index) => rows.where.includes(`$${index + 1}`));
		const where = rows.where.replace(/\$\d/, '$1');
		const [{ count }] = await query(`SELECT count(*)::int AS count FROM ${name} WHERE ${where}`, used);
		if (count === 0) empty.push(name);
		if (name === 'documents' || name === 'mails') continue;
		const texts = columns.filter(
			(column) =>
				column.columnType === 'PgText' &&
				!column.enumValues?.length &&
				!column.generated &&
				!rows.untyped?.includes(column.name),
		);
		if (texts.length > 0)
			await query(
				`UPDATE ${name} SET ${texts.map((column) => `${column.name} = '${mark}'`).join(', ')} WHERE ${where}`,
				used,
			);
	}
	expect(empty).toEqual([]);
}

describe('erasing a guest', () => {
	test('every table that leads to a guest is looked through', async () => {
		const tables = (await allTables())
			.map(getTableConfig)
			.filter(
				({ name, columns }) =>
					!ofAccounts.test(name) && columns.some((column) => leadsToGuest.test(column.name)),
			)
			.map(({ name }) => name);
		expect(tables.filter((name) => !(name in rowsOf) && !(name in withoutWords)).sort()).toEqual([]);
	});

	test('leaves no trace of a buyer but what the law wants retained; money, tickets and check-ins stay', async () => {
		const { event, order, own, other } = await makeEverything();
		const before = await detailOf(event, order);
		const figures = await api.get(`/api/events/${event.id}/figures`, { token: owner.token });
		await fillTexts([own, order.id]);
		expect(await preview(event, own)).toMatchObject({
			tickets: 1,
			orders: 1,
			buyerName: null,
			documentsKeptUntil: expect.stringMatching(/^\d{4}-12-31$/),
			declarationsKeptUntil: expect.stringMatching(/^\d{4}-01-01$/),
			keepsRefundAccount: true,
			blocker: null,
		});
		expect(Object.keys(await traces()).length).toBeGreaterThan(15);

		const erased = await erase(event, own);
		expect([erased.status, erased.body.name, erased.body.email]).toEqual([200, 'Erased person', '']);
		await hear();
		const left = await traces();
		// Whom documents were issued to, in their time; bank details while a refund is owed; declarations that may be claimed with.
		expect(Object.keys(left).sort()).toEqual(['documents', 'gift_aid_declarations', 'refund_accounts']);
		expect(left.documents?.join()).toContain(person.name);
		expect(left.gift_aid_declarations?.join()).not.toContain('@');

		// Filters of saved reports keep what is about others.
		expect(await query(`SELECT query->'filters' AS filters FROM reports`)).toMatchObject([
			{ filters: [{ values: ['', 'Ben Guest'] }, { values: ['to '] }] },
		]);

		const after = await detailOf(event, order);
		const { name: _, email: __, ...ticket } = before.attendees[0];
		expect(after.attendees[0]).toMatchObject(ticket);
		expect(after).toMatchObject({
			code: before.code,
			status: before.status,
			totalMinor: before.totalMinor,
			paidMinor: before.paidMinor,
			lines: before.lines,
			buyer: { name: 'Erased person', email: '' },
		});
		expect(await query('SELECT name, email FROM attendees WHERE id = $1', [other])).toEqual([
			{ name: 'Ben Guest', email: '' },
		]);
		expect((await api.get(`/api/events/${event.id}/figures`, { token: owner.token })).body).toEqual({
			...figures.body,
			recentCheckIns: [{ ...figures.body.recentCheckIns[0], guestName: 'Erased person' }],
		});
		// Devices at the door read the ticket anew.
		expect(await query('SELECT is_gone FROM door_changes WHERE attendee_id = $1 LIMIT 1', [own])).toEqual([
			{ is_gone: false },
		]);
		await expectInvariants(services);
	});

	test('of a guest for whom somebody else booked leaves the buyer alone, also with the same email', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
		const order = await register(event, {
			buyer,
			quantity: 3,
			attendees: [{}, { name: 'Ben Lovelace' }, { name: person.name, email: person.email }],
		});
		await hear();
		const [, ben, guest] = order.attendees.map(({ id }) => id) as [string, string, string];
		const mails = () => query('SELECT recipient FROM mails ORDER BY recipient');
		const sent = await mails();
		expect(await preview(event, ben)).toMatchObject({ tickets: 1, orders: 0, buyerName: 'Ada Lovelace' });
		expect((await erase(event, ben)).status).toBe(200);
		expect((await erase(event, guest)).status).toBe(200);
		expect(await guests(event)).toEqual([{ ...buyer, status: 'active' }, gone, gone]);
		expect(await buyers(event)).toEqual([{ buyer_name: 'Ada Lovelace', buyer_email: 'ada@example.org' }]);
		expect(await mails()).toEqual(sent.filter(({ recipient }) => recipient !== person.email));
		expect(await traces()).toEqual({});
	});

	test('with the buyer erases both, and nobody else', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const order = await register(event, {
			buyer: person,
			quantity: 2,
			attendees: [{ name: 'Ben' }, { name: 'Cleo', email: 'cleo@example.org' }],
		});
		const ben = order.attendees[0]?.id as string;
		expect(await preview(event, ben, { withBuyer: 'true' })).toMatchObject({ tickets: 1, orders: 1 });
		expect((await erase(event, ben, { withBuyer: true })).status).toBe(200);
		expect(await guests(event)).toEqual([
			gone,
			{ name: 'Cleo', email: 'cleo@example.org', status: 'active' },
		]);
		expect(await buyers(event)).toEqual([{ buyer_name: 'Erased person', buyer_email: '' }]);
	});

	test('finds the other orders of the person at the event, and none of another event', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const elsewhere = await makeEvent(services, owner, { isPublished: true });
		const first = await register(event, { buyer: person });
		await register(event, { buyer: { name: person.name.toUpperCase(), email: person.email.toLowerCase() } });
		await register(event, { buyer: { name: 'Namesake', email: person.email } });
		await register(elsewhere, { buyer: person });
		expect((await erase(event, first.attendees[0]?.id as string)).status).toBe(200);
		expect((await guests(event)).map(({ name }) => name)).toEqual([gone.name, gone.name, 'Namesake']);
		expect(await guests(elsewhere)).toEqual([{ ...person, status: 'active' }]);
	});

	test('is done once by its key, and doing it again changes nothing', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const id = (await register(event, { buyer: person })).attendees[0]?.id as string;
		expect((await api.post(pathOf(event, id), {}, { token: owner.token })).body.code).toBe(
			'VALIDATION_FAILED',
		);
		const key = randomUUID();
		const first = await erase(event, id, { key });
		const again = await erase(event, id, { key });
		expect([again.status, again.body]).toEqual([first.status, first.body]);
		expect((await erase(event, id)).status).toBe(200);
		expect(await guests(event)).toEqual([gone]);
	});

	test('needs a recent sign-in and the right to it', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const id = (await register(event, { buyer: person })).attendees[0]?.id as string;
		const finance = await makeMember(services, owner.organisationId, 'finance');
		expect((await erase(event, id, { token: finance.token })).status).toBe(403);
		clock.advance(16 * 60_000);
		const stale = await erase(event, id);
		expect([stale.status, stale.body.metadata.rule]).toEqual([403, 'confirm-sign-in']);
		expect(await guests(event)).toEqual([{ ...person, status: 'active' }]);
	});

	test('is not undone by an edit that was begun before, nor by undoing the import', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const order = await register(event, { buyer: person });
		const id = order.attendees[0]?.id as string;
		const [{ version }] = await query('SELECT version FROM attendees WHERE id = $1', [id]);
		await erase(event, id);
		const edited = await api.call('PATCH', `/api/events/${event.id}/attendees/${id}`, person, {
			token: owner.token,
			headers: { 'If-Match': `"${version}"` },
		});
		expect(edited.status).toBe(412);
		expect(await traces()).toEqual({});
		// The ticket is valid: its link shows it, and the door lets it in.
		expect((await api.get(`/api/orders/${order.manageToken}`)).body.attendees).toMatchObject([
			{ name: 'Erased person', status: 'active' },
		]);
		const scanned = await api.post(
			`/api/events/${event.id}/check-ins`,
			{ guestId: id, nonce: newId() },
			{ token: owner.token },
		);
		expect(scanned.body.verdict).toBe('accepted');
	});
});

describe('a guest is not erased', () => {
	const refusal = async (event: { id: string }, id: string) => {
		const { status, body } = await erase(event, id);
		const { blocker } = await preview(event, id);
		expect(blocker).toBe(body.userMessage ?? body.message);
		return [status, body.metadata?.rule];
	};
	const attendeeOf = async (order: { id: string }) =>
		(await query('SELECT id FROM attendees WHERE order_id = $1', [order.id]))[0].id as string;
	let event: PricedEvent;
	beforeEach(async () => {
		event = await makePricedEvent(services, api, owner);
	});

	test('while their order waits for its payment', async () => {
		const order = await holdTickets(api, event);
		expect(await refusal(event, await attendeeOf(order))).toEqual([422, 'order-open']);
	});

	test('while they wait for an answer about their money', async () => {
		const order = await holdTickets(api, event);
		await markPaid(api, event, order, { token: owner.token });
		const asked = await api.post(`/api/orders/${order.manageToken}/refund-requests`, { reason: 'I am ill.' });
		expect(asked.status).toBe(201);
		expect(await refusal(event, await attendeeOf(order))).toEqual([422, 'refund-request-open']);
	});
});
