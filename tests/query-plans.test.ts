import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Dataset, makeDataset } from '#bench/support/dataset.ts';
import { endDueGroups, noticeDeadlines } from '#server/domain/groups/deadline.ts';
import { invitationTokenOf } from '#server/domain/groups/tokens.ts';
import { readGuestData } from '#server/domain/integrations/guest-data.ts';
import { everyAddress } from '#server/domain/messages/segments/addresses.ts';
import { checkSegment } from '#server/domain/messages/segments/check-segment.ts';
import { previewCounts } from '#server/domain/messages/segments/preview-counts.ts';
import { readAddress } from '#server/domain/messages/segments/read-address.ts';
import { invariantChecks, pollers, routes, versionedPages } from '#server/domain/modules.ts';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { transferLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { offerDuePlaces } from '#server/domain/waitlist/jobs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { adminPlanFilters } from '#shared/contracts/admin-money.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { newId } from '#shared/lib/ids.ts';
import { declarationStates } from '#shared/rules/gift-aid.ts';
import { everyone, type SegmentCondition } from '#shared/rules/messages/segments.ts';
import { orderFilters } from '#shared/rules/order-money-state.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { groupOf, insertInvitation, shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent } from '#tests/factories/money.ts';
import { insertListings } from '#tests/factories/resale.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/*
 * No query of the product reads a whole table that grows with its users. Every GET endpoint is called on a filled database, with
 * the filters that people use; each statement that it sends is explained with sequential scans switched off. A plan that still
 * has one has no index to go by: harmless on a hundred rows, minutes on a million.
 */
const { database, services, api } = useTestApi();
let dataset: Dataset;
let admin: { token: string };
let explainer: pg.Client;
beforeAll(async () => {
	explainer = new pg.Client(services.database.address);
	await explainer.connect();
	await explainer.query('SET default_transaction_read_only = on; SET enable_seqscan = off');
	dataset = await makeDataset(services, { attendees: 600, events: 200, largest: 200 });
	admin = await makeUser(services, { isAdmin: true });
	const { rows } = await database().pool.query<{ name: string }>(
		`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
	);
	const all = rows.map(({ name }) => name);
	expect([...small, ...hashed].filter((name) => !all.includes(name))).toEqual([]);
	growing = all.filter((name) => !small.includes(name) && !hashed.includes(name));
});
afterAll(() => explainer.end());

/** Tables that do not grow with users and time: a few rows of the installation, or a queue that is empty when all is well. */
const small = [
	...['bounce_reader', 'check_in_feed', 'figure_feed', 'instance_secrets'],
	...['operator_settings', 'plan_settings', 'sign_up_settings'],
	// What the operator writes, and 90 days of five components.
	...['content_items', 'content_revisions', 'incidents', 'incident_updates', 'status_days'],
	...['answer_file_removals', 'delayed_work', 'error_reports'],
];
/** Looked into by EXISTS, and almost empty here: PostgreSQL then reads them whole and hashes them, whatever index they have. */
const hashed = ['event_change_sets', 'gift_cards', 'two_factors'];
/** All other tables. */
let growing: string[];

/** Statements that read whole tables on purpose, each with its reason. The list only shrinks. */
const wholeReads: [statement: RegExp, why: string][] = [
	[/GROUPING SETS/, 'counts all events that can be found, once a minute for everybody'],
	[/ceil\(count\(\*\)/, 'counts the site maps, once in ten minutes for everybody'],
	[
		/^DELETE FROM invitations WHERE accepted_by/,
		'once for an account that is erased, of the few invitations',
	],
	[
		/FROM events WHERE visibility = 'public' .* ORDER BY id LIMIT/s,
		'one site map, once in ten minutes for everybody',
	],
];

interface Sent {
	text: string;
	values: unknown[];
}

/** What is sent to the database from now until the test ends. */
function recordStatements(): Sent[] {
	const sent: Sent[] = [];
	const { query } = pg.Client.prototype;
	onTestFinished(() => {
		pg.Client.prototype.query = query;
	});
	pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
		const [first, second] = args;
		const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
		const values = (Array.isArray(second) ? second : (first as { values?: unknown[] } | null)?.values) ?? [];
		const statement = text?.replace(/^\s*DECLARE \S+ NO SCROLL CURSOR FOR\s/, '');
		if (statement && /^\s*\(?(?:SELECT|WITH|UPDATE|DELETE)\b/i.test(statement))
			sent.push({ text: statement, values });
		return (query as (...all: unknown[]) => unknown).apply(this, args);
	} as typeof query;
	return sent;
}

interface Plan {
	'Node Type': string;
	'Relation Name'?: string;
	Filter?: string;
	Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What was found already: most endpoints begin with the same statements. */
const explained = new Map<string, string[]>();

/** Growing tables that a statement can only read whole. */
async function wholeScans({ text, values }: Sent): Promise<string[]> {
	const key = JSON.stringify([text, values], (_, value) =>
		typeof value === 'bigint' ? value.toString() : value,
	);
	const known = explained.get(key);
	if (known) return known;
	const { rows } = await explainer.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
	const found = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
		.filter((node) => node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? ''))
		.map((node) => node['Relation Name'] as string);
	explained.set(key, found);
	return found;
}

async function expectIndexes(sent: Sent[]): Promise<void> {
	const different = [...new Map(sent.map((one) => [one.text, one])).values()];
	const found: string[] = [];
	for (const one of different) {
		if (wholeReads.some(([statement]) => statement.test(one.text))) continue;
		for (const table of await wholeScans(one))
			found.push(`${table}: ${one.text.replaceAll(/\s+/g, ' ').trim()}`);
	}
	expect(found).toEqual([]);
}

const range = { from: '2026-01-01', to: '2026-12-31' };

/** Filters of lists that take other ways through the tables. */
const filters: Record<string, Record<string, string>[]> = {
	'checkIn.listAttendees': [
		{ q: 'anna' },
		{ q: 'AB3X' },
		{ q: 'mueller' },
		{ q: 'AB3X7K' },
		{ sort: 'name', q: 'rossi silva' },
		{ status: 'held' },
		{ status: 'cancelled', sort: 'name' },
		{ checkedIn: 'true' },
		{ checkedIn: 'false', sort: 'name' },
		{ ids: '01900000-0000-7000-8000-000000000000,01900000-0000-7000-8000-000000000001' },
	],
	'checkIn.exportAttendees': [{ q: 'anna' }, { sort: 'name' }, { format: 'xlsx' }],
	'events.listEvents': [
		{ q: 'jazz night' },
		{ q: 'jezz' },
		{ city: 'Berlin' },
		{ country: 'DE', category: 'music' },
		{ past: 'true' },
		{ sort: 'newest' },
		{ organiser: 'organiser-1' },
		{ free: 'true', online: 'true' },
		{ from: '2026-01-01', to: '2026-02-01' },
	],
	'events.listOrganisationEvents': [
		{ view: 'live' },
		{ view: 'draft' },
		{ view: 'past' },
		{ q: 'jazz' },
		{ ids: '01900000-0000-7000-8000-000000000000,01900000-0000-7000-8000-000000000001' },
	],
	'orders.listOrders': [
		{ status: 'pending' },
		{ q: 'anna rossi' },
		{ q: 'mueller' },
		{ q: 'AB3X7K' },
		...orderFilters.map((state) => ({ state })),
		{ q: 'anna', state: 'refunded' },
	],
	'analytics.getAudience': [{ days: '90' }],
	'analytics.getFigures': [
		{ ...range, compare: 'year' },
		{ ...range, format: 'csv' },
	],
	'analytics.getFunnel': [range],
	'analytics.getSources': (['source', 'campaign', 'link'] as const).map((by) => ({ ...range, by })),
	'analytics.getNoShows': [range],
	'analytics.getLeadTimes': [range],
	'analytics.getHours': [range],
	'analytics.getArrivals': [range],
	'payments.listAll': (['open', 'late', 'failed'] as const).map((filter) => ({ filter })),
	'payments.listProviderEvents': [{ filter: 'unmatched' }, { filter: 'all' }],
	'subscriptions.listPlans': adminPlanFilters.map((filter) => ({ filter, q: 'anna' })),
	'codes.listCodes': [{ search: 'early' }, { batch: '01900000-0000-7000-8000-000000000000' }],
	'doorSales.list': [{ drawer: '01900000-0000-7000-8000-000000000000' }],
	'fundraisers.listGiftAidDeclarations': [
		{ q: 'ada king' },
		{ event: '01900000-0000-7000-8000-000000000000' },
		...declarationStates.map((state) => ({ state })),
	],
	'ledger.getTaxReport': [{ period: '2026-05' }],
	'orders.listFigureRows': [{ figure: 'net' }],
	'ledger.exportJournal': [{ period: '2026-05' }],
	'ledger.exportDatev': [{ period: '2026-05', currency: 'EUR' }],
	'documents.listDocuments': [{ kind: 'invoice' }, { from: '2026-01-01', to: '2026-02-01' }],
	'documents.exportDocuments': [{ from: '2026-01-01', to: '2026-02-01' }],
	'notifications.listMails': [{ status: 'failed' }, { q: 'guest' }],
};

const isStream = ({ output }: AnyEndpoint) => output?.contentType === 'text/event-stream';
const readable = routes
	.map(({ endpoint }) => endpoint)
	.filter((one) => one.method === 'GET' && !isStream(one));

function pathOf(endpoint: AnyEndpoint): string {
	return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		if (name === 'event') return dataset.eventId;
		if (name === 'organisation') return dataset.organisationId;
		if (name === 'token') return dataset.staffToken;
		return newId();
	});
}

describe('every GET endpoint finds its rows by an index', () => {
	test.each(readable.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
		const sent = recordStatements();
		const token = endpoint.access.kind === 'admin' ? admin.token : dataset.token;
		for (const query of [{}, ...(filters[id] ?? [])]) {
			const answer = await api.get(pathOf(endpoint), { token, query: query as Record<string, string> });
			expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
			expect([401, 429], JSON.stringify(query)).not.toContain(answer.status);
		}
		await expectIndexes(sent);
	});
});

test('what other sites show of a series, and register for, is found by an index', async () => {
	const owner = await makeUser(services);
	const { id, dates } = await makeSeries(services, api, owner, { count: 3 });
	const { rows } = await database().pool.query('SELECT slug FROM event_series WHERE id = $1', [id]);
	const sending = createTestApi({ ...services, mailer: sendingMailer });
	const sent = recordStatements();
	for (const reference of [rows[0].slug, dates[1]?.slug, dates[2]?.code]) {
		const { body } = await sending.get(`/api/embed/events/${reference}`);
		expect([body.state, body.dates?.length]).toEqual(['open', 3]);
		const placed = await sending.post(
			'/api/embed/orders',
			{
				event: body.id,
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ ticketTypeId: body.tickets[0].id, quantity: 1 }],
			},
			{ headers: { 'Idempotency-Key': newId() } },
		);
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	}
	await expectIndexes(sent);
});

test('what workers look for again and again has an index', async () => {
	const sent = recordStatements();
	for (const poller of [...pollers, factPoller]) await poller.run(services, new AbortController().signal);
	expect(sent.length).toBeGreaterThan(2);
	await expectIndexes(sent);
});

test('erasing a person, and what they take along, find their rows by an index', async () => {
	const one = await makeUser(services, { email: 'guest-1@example.org' });
	const { email, userId } = one;
	const sent = recordStatements();
	for (const source of services.facts.personalData)
		await source.collect(services, { userId, email, isEmailVerified: true });
	const answer = await api.post('/api/account/deletion', { email }, { token: one.token });
	expect(answer.status).toBe(204);
	for (const table of ['orders', 'attendees', 'feedback_reports', 'contact_messages', 'mails'])
		expect([table, sent.some(({ text }) => new RegExp(`(UPDATE|FROM) ${table}\\b`).test(text))]).toEqual([
			table,
			true,
		]);
	await expectIndexes(sent);
});

test('whom a webhook names is read by an index', async () => {
	const { organisationId, eventId } = dataset;
	const ids = { orderId: newId(), attendeeId: newId(), entryId: newId(), consentId: newId() };
	const sent = recordStatements();
	await readGuestData(
		services,
		[
			{ orderId: ids.orderId },
			{ orderId: ids.orderId, attendeeId: ids.attendeeId },
			{ entryId: ids.entryId },
			{ consentId: ids.consentId },
		].map((payload) => ({
			id: newId(),
			message: {
				...{ id: newId(), organisationId, sequence: 1, type: 'any', eventId, occurredAt: new Date() },
				...{ isLive: true, payload: { ids: payload, object: {} } },
			},
		})),
	);
	expect(sent).toHaveLength(5);
	await expectIndexes(sent);
});

test('guests of a message are counted and read by an index', async () => {
	const { organisationId, eventId, ticketTypeId } = dataset;
	const conditions: SegmentCondition[] = [
		{ kind: 'ticket_types', ids: [ticketTypeId] },
		{ kind: 'order_states', states: ['confirmed'], or: true },
		{ kind: 'checked_in' },
		{ kind: 'checked_in', listId: eventId, not: true, or: true },
		{ kind: 'answer', questionId: newId(), values: ['yes'], not: true },
		{ kind: 'ordered', from: '2026-01-01', until: '2030-01-01' },
		{ kind: 'links', codes: ['abcd'], not: true },
		{ kind: 'dates', eventIds: [eventId], not: true, or: true },
	];
	const sent = recordStatements();
	for (const place of [
		{ organisationId, eventId, seriesId: null },
		{ organisationId, eventId: null, seriesId: newId() },
	])
		for (const segment of [{ conditions }, ...conditions.map((one) => ({ conditions: [one] })), everyone]) {
			await previewCounts(services, place, segment, 'marketing');
			await readAddress(services, place, segment, { at: 1, q: 'anna' });
			await checkSegment(services.database.db, place, segment).catch(() => {});
			// A cursor is explained as the statement that it runs.
			await services.database.transaction(async (tx) => {
				for await (const _ of everyAddress(tx, place, segment));
			});
		}
	expect(sent.length).toBeGreaterThan(40);
	await expectIndexes(sent);
});

test('a ticket is transferred, shown and let in by an index', async () => {
	const door = await makeDoor({ services, api, owner: await makeUser(services) }, { guests: 0 });
	const placed = await api.post(`/api/events/${door.event}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: door.type, quantity: 1 }],
	});
	const sent = recordStatements();
	const order = `/api/orders/${placed.body.manageToken}`;
	const ticket = placed.body.attendees[0].id as string;
	await api.post(`${order}/attendees/${ticket}/transfer`, { name: 'Grace', email: 'grace@example.org' });
	const { rows } = await services.database.pool.query(
		'SELECT id FROM ticket_transfers WHERE attendee_id = $1',
		[ticket],
	);
	const link = transferLinkOf(services, { eventId: door.event, transferId: rows[0].id });
	const transfer = `/api/transfers/${link.split('/').at(-1)}`;
	const { body } = await api.post(`${transfer}/accept`, {});
	const held = `/api/tickets/${body.ticketToken}`;
	for (const path of [order, transfer, held, `${held}/calendar.ics`])
		expect([path, (await api.get(path)).status]).toEqual([path, 200]);
	expect((await api.patch(held, { name: 'Grace Hopper' })).status).toBe(200);
	expect((await api.post(`${held}/transfer`, { name: 'Mary', email: 'mary@example.org' })).status).toBe(201);
	expect((await api.delete(`${held}/transfer`)).status).toBe(200);
	const { ticketCode } = (await api.get(held)).body.ticket;
	await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: ticketCode });
	const page = versionedPages.find(({ path }) => path.test(`/my-ticket/${placed.body.manageToken}`));
	expect(await page?.findVersion(services, placed.body.manageToken)).not.toBeNull();
	await expectIndexes(sent);
});

test('the tickets of an order are shared, claimed and released by an index', async () => {
	const door = await makeDoor({ services, api, owner: await makeUser(services) }, { guests: 0 });
	const placed = await api.post(`/api/events/${door.event}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: door.type, quantity: 4 }],
	});
	const order = `/api/orders/${placed.body.manageToken}`;
	const sent = recordStatements();
	const group = await shareOrder(api, { path: order });
	const invitation = await insertInvitation(services, group, { email: 'grace@example.org' });
	const invited = `/api/claims/${invitationTokenOf(services, invitation)}`;
	const claimed = await api.post(invited, { name: 'Grace', email: 'grace@example.org' });
	expect(claimed.status).toBe(201);
	expect((await group.claim()).status).toBe(201);
	const ticket = placed.body.attendees[0].id as string;
	const held = `/api/tickets/${claimed.body.ticketToken}`;
	for (const path of [order, group.path, invited, await group.claimPath(), held, `${held}/questions`])
		expect([path, (await api.get(path)).status]).toEqual([path, 200]);
	expect((await api.patch(group.path, { name: 'Table 8' })).status).toBe(200);
	expect((await api.post(`${group.path}/places`, {})).status).toBe(200);
	expect((await api.delete(`${group.path}/claims/${ticket}`)).status).toBe(200);
	expect((await api.post(`${group.path}/link`, {})).status).toBe(200);
	await expectIndexes(sent);
});

test('places are held for a group, ordered by its guests and given back by an index', async () => {
	const owner = await makeUser(services);
	const { id, organisationId } = await makeEvent(services, owner, { isPublished: true });
	const [type] = (await api.get(`/api/events/${id}/ticket-types`, { token: owner.token })).body.data;
	const deadlineAt = new Date(Date.now() + 86_400_000).toISOString();
	const named = { name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org' };
	const sent = recordStatements();
	const path = `/api/events/${id}/groups`;
	const body = { pays: 'each', ...named, ticketTypeId: type.id, places: 4, deadlineAt };
	const made = await api.post(path, body, { token: owner.token });
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const group = await groupOf(api, made.body.groupToken);
	const claimed = [await group.claim(), await group.claim()];
	for (const { status } of claimed) expect(status).toBe(201);
	const order = await api.get(`/api/orders/${claimed[0]?.body.manageToken}`);
	const orderId = order.body.id as string;
	await cancelOrder(services, { organisationId, eventId: id, orderId }, { notify: false });
	expect((await api.get(path, { token: owner.token, query: { limit: '2' } })).body.data).toHaveLength(1);
	const own = `${path}/${made.body.id}`;
	expect((await api.patch(own, { places: 3, deadlineAt }, { token: owner.token })).status).toBe(200);
	await noticeDeadlines(services);
	await endDueGroups(services);
	expect((await api.post(`${own}/end`, undefined, { token: owner.token })).status).toBe(200);
	await expectIndexes(sent);
});

test('somebody waits, is offered a ticket and buys it by an index', async () => {
	const owner = await makeUser(services);
	const { id, organisationId } = await makeEvent(services, owner, { isPublished: true });
	const path = `/api/events/${id}`;
	const [type] = (await api.get(`${path}/ticket-types`)).body.data;
	await api.patch(`${path}/ticket-types/${type.id}`, { capacity: 1 }, { token: owner.token });
	const order = (more: object = {}) =>
		api.post(`${path}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: type.id, quantity: 1 }],
			...more,
		});
	const sold = await order();
	const sent = recordStatements();
	const join = (email: string) =>
		api.post(`${path}/waitlist`, { party: 1, ticketTypeIds: [type.id], name: 'Grace', email });
	const { token } = (await join('grace@example.org')).body;
	await join('mary@example.org');
	await cancelOrder(services, { organisationId, eventId: id, orderId: sold.body.id }, { notify: false });
	await offerDuePlaces(services);
	expect((await api.get(`${path}/waitlist`, { token: owner.token })).body.data).toHaveLength(2);
	expect((await order({ offerToken: token })).status).toBe(201);
	expect((await api.get(`/api/waitlist/${token}`)).body.state).toBe('bought');
	await expectIndexes(sent);
});

test('a ticket that a guest resells is offered and bought by an index', async () => {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, { capacity: 1 });
	await api.patch(`/api/events/${event.id}`, { resaleRules: {} }, { token: owner.token });
	const seller = await buyTickets(api, event);
	await insertListings(database(), seller.id);
	const path = `/api/events/${event.id}`;
	const sent = recordStatements();
	expect((await api.get(`${path}/resale`)).body.ticketTypes).toHaveLength(1);
	const types = [event.ticketTypeId];
	const waiting = { party: 1, ticketTypeIds: types, name: 'Grace', email: 'grace@example.org' };
	const { token } = (await api.post(`${path}/waitlist`, waiting)).body;
	expect((await api.get(`/api/waitlist/${token}`)).body.offer.resale.pricesMinor).toHaveLength(1);
	const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
	const bought = await api.post(`${path}/orders`, {
		...{ buyer: { name: 'Grace', email: 'grace@example.org' }, items, offerToken: token },
	});
	expect(bought.status).toBe(201);
	const ended = `UPDATE orders SET expires_at = '2020-01-01' WHERE organisation_id = $2 AND event_id = $3 AND id = $1`;
	await database().pool.query(ended, [bought.body.id, owner.organisationId, event.id]);
	await expireHolds(services);
	await offerDuePlaces(services);
	expect((await api.get(`${path}/resale`)).body.ticketTypes).toHaveLength(1);
	await expectIndexes(sent);
});

test('the test finds a query without an index', async () => {
	const scans = await wholeScans({ text: 'SELECT id FROM attendees WHERE notes = $1', values: ['x'] });
	expect(scans).toEqual(['attendees']);
});

test('a made database is consistent', async () => {
	for (const check of invariantChecks)
		expect([check.name, ...(await check.run(services))]).toEqual([check.name]);
});
