import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockOrganisation } from '#server/domain/admin/organisations.ts';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { toSingleLine } from '#shared/lib/typed-text.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { insertSellingEvent, insertTicketType, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestApi, createTestServices, sendingMailer, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
/** Another process on the same database: nothing is shared between them but it. */
let second: TestApi;
beforeAll(async () => {
	services = { ...(await createTestServices({ ...database() })), mailer: sendingMailer };
	api = createTestApi(services);
	second = createTestApi({ ...(await createTestServices({ ...database() })), mailer: sendingMailer });
});

const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
const bodyOf = (event: SellingEvent, quantity = 1, more: object = {}) => ({
	event: event.eventId,
	buyer,
	items: [{ ticketTypeId: event.ticketTypeId, quantity }],
	...more,
});
const place = (body: object, key: string = randomUUID(), by: TestApi = api) =>
	by.post('/api/embed/orders', body, {
		headers: { 'Idempotency-Key': key, Origin: 'https://choir.example' },
	});
const ordersOf = async (eventId: string) =>
	(
		await database().pool.query(
			'SELECT id, code, status, came_by, locale, idempotency_key FROM orders WHERE event_id = $1 ORDER BY id',
			[eventId],
		)
	).rows;
/** The rule that refuses an order, or its code where no rule does. */
const refusalOf = async (body: object) => {
	const answer = await place(body);
	expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
	expect(answer.status).toBeLessThan(500);
	return answer.body.metadata?.rule ?? answer.body.code;
};

test('a guest is registered, and the page around learns nothing that opens the order', async () => {
	const event = await insertSellingEvent(database(), 10);
	const placed = await place(bodyOf(event, 2, { site: 'www.Choir.example:8443', locale: 'de' }));
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	const [order] = await ordersOf(event.eventId);
	expect(placed.body).toEqual({ code: order.code, status: 'confirmed', tickets: 2 });
	expect([...placed.headers].join()).not.toMatch(/set-cookie|location/i);
	expect(order).toMatchObject({ came_by: 'choir.example:8443|embed||', locale: 'de' });
	const { signal } = new AbortController();
	while ((await factPoller.run(services, signal)) > 0);
	const { rows } = await database().pool.query('SELECT template, recipient FROM mails WHERE event_id = $1', [
		event.eventId,
	]);
	expect(rows).toEqual([{ template: 'orders/confirmation', recipient: buyer.email }]);
	for (const guess of [order.code, order.id, `${order.id}${order.id}`])
		expect([400, 404]).toContain((await api.get(`/api/orders/${guess}`)).status);
});

test.each([
	['', '|embed||'],
	['a.example|boss|campaign|abcd', '|embed||'],
	['https://a.example/path?x=1#y', 'a.example|embed||'],
	['user:pw@a.example', 'a.example|embed||'],
	['javascript:alert(1)', '|embed||'],
	['<script>', '|embed||'],
	['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example|embed||'],
	[`${'a'.repeat(60)}.${'b'.repeat(60)}.example`, `${'a'.repeat(40)}|embed||`],
])('a site named %j is stored as %j', async (site, cameBy) => {
	const event = await insertSellingEvent(database(), 10);
	expect((await place(bodyOf(event, 1, { site }))).status).toBe(201);
	expect((await ordersOf(event.eventId))[0].came_by).toBe(cameBy);
});

describe('a key', () => {
	test('answers the same order again, however the event is named, and another body is refused', async () => {
		const event = await insertSellingEvent(database(), 1);
		const key = randomUUID();
		const first = await place(bodyOf(event), key);
		const { slug } = (await database().pool.query('SELECT slug FROM events WHERE id = $1', [event.eventId]))
			.rows[0];
		for (const [body, by] of [
			[bodyOf(event), api],
			[bodyOf(event, 1, { event: slug, site: 'other.example', locale: 'fr' }), api],
			[bodyOf(event), second],
		] as const) {
			const again = await place(body, key, by);
			expect([again.status, again.body]).toEqual([201, first.body]);
		}
		const other = { ...bodyOf(event), buyer: { ...buyer, name: 'Grace' } };
		for (const by of [api, second]) expect((await place(other, key, by)).status).toBe(422);
		expect(await ordersOf(event.eventId)).toHaveLength(1);
	});

	test('is required', async () => {
		const event = await insertSellingEvent(database(), 1);
		const answer = await api.post('/api/embed/orders', bodyOf(event));
		expect([answer.status, answer.body.metadata.rule]).toEqual([400, 'idempotency-key-required']);
	});

	test('sent to two processes at once makes one order', async () => {
		const event = await insertSellingEvent(database(), 50);
		for (let round = 0; round < 8; round++) {
			const key = randomUUID();
			const answers = await Promise.all(
				[api, second, api, second].map((by) => place(bodyOf(event), key, by)),
			);
			for (const answer of answers) expect([answer.status, answer.body]).toEqual([201, answers[0]?.body]);
		}
		expect(await ordersOf(event.eventId)).toHaveLength(8);
	});

	test('is never answered with the manage link by the endpoint that answers one, nor the other way round', async () => {
		const event = await insertSellingEvent(database(), 50);
		const key = randomUUID();
		const embedded = await place(bodyOf(event), key);
		const { items } = bodyOf(event);
		const path = `/api/events/${event.eventId}/orders`;
		const ordinary = (value: string, by = api) =>
			by.post(path, { buyer, items }, { headers: { 'Idempotency-Key': value } });
		for (const by of [api, second]) {
			const taken = await ordinary(key, by);
			expect(taken.status).toBe(201);
			expect(taken.body.code).not.toBe(embedded.body.code);
		}
		// All ways of writing what is stored: none can be sent, or it is another key.
		for (const value of [
			...[`embed ${key}`, `embed\t${key}`, `embed\u00a0${key}`, ` embed ${key} `, `embed  ${key}`],
			...[`embed%20${key}`, `embed+${key}`, `embed_${key}`],
		]) {
			const taken = await ordinary(value);
			expect([value, [400, 201].includes(taken.status)]).toEqual([value, true]);
			expect(taken.body.code).not.toBe(embedded.body.code);
			if (/\s/.test(value)) expect([value, taken.status]).toEqual([value, 400]);
		}
		// The other way round.
		const mine = randomUUID();
		const bought = await ordinary(mine);
		const requested = await place(bodyOf(event), mine, second);
		expect(requested.status).toBe(201);
		expect(requested.body.code).not.toBe(bought.body.code);
		const twice = await place(bodyOf(event), `embed ${mine}`);
		expect(twice.status).toBe(400);
		const keys = (await ordersOf(event.eventId)).map((order) => order.idempotency_key);
		expect(keys.filter((one) => one.startsWith('embed ')).toSorted()).toEqual(
			[`embed ${key}`, `embed ${mine}`].toSorted(),
		);
	});
});

describe('what has a price is refused', () => {
	test('paid tickets, add-ons and gifts with a minimum; a donation without one is had for nothing', async () => {
		const owner = await makeUser(services);
		const priced = await makePricedEvent(services, api, owner);
		const add = async (type: object) => {
			const made = await api.post(`/api/events/${priced.id}/ticket-types`, type, { token: owner.token });
			expect(made.status, JSON.stringify(made.body)).toBe(201);
			return made.body.id as string;
		};
		const gift = await add({ name: 'Gift', kind: 'donation', priceMinor: 500 });
		const open = await add({ name: 'As you like', kind: 'donation', priceMinor: 0, suggestedMinor: 1_000 });
		const badge = await add({ name: 'Badge', kind: 'add_on', priceMinor: 300 });
		const song = await add({ name: 'Song sheet', kind: 'add_on', priceMinor: 0 });
		const order = (...ids: string[]) => ({
			event: priced.id,
			buyer,
			items: ids.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 })),
		});
		expect(await refusalOf(order(priced.ticketTypeId))).toBe('price-changed');
		expect(await refusalOf(order(gift))).toBe('price-changed');
		expect(await refusalOf(order(open, badge))).toBe('price-changed');
		expect(await refusalOf(order(badge))).toBe('add-on-alone');
		expect(await refusalOf(order(song))).toBe('add-on-alone');
		const placed = await place(order(open, song));
		expect(placed.body).toMatchObject({ status: 'confirmed' });
		const chosen = { ...order(open), items: [{ ticketTypeId: open, quantity: 1, chosenMinor: 1_000 }] };
		expect(await refusalOf(chosen)).toBe('VALIDATION_FAILED');
		expect(await refusalOf({ ...order(open), quoteHash: 'x' })).toBe('VALIDATION_FAILED');
	});

	test('also when it gets its price at another process after the terms were read', async () => {
		const owner = await makeUser(services);
		const priced = await makePricedEvent(services, api, owner);
		const types = `/api/events/${priced.id}/ticket-types`;
		const made = await api.post(types, { name: 'Early', kind: 'free', capacity: 5 }, { token: owner.token });
		const early = { ...priced, eventId: priced.id, ticketTypeId: made.body.id, poolId: '' };
		expect((await api.get(`/api/embed/events/${priced.id}`)).body.tickets).toContainEqual(
			expect.objectContaining({ id: made.body.id, totalMinor: 0, state: 'on_sale' }),
		);
		const risen = await second.patch(
			`${types}/${made.body.id}`,
			{ kind: 'paid', priceMinor: 900 },
			{ token: owner.token },
		);
		expect(risen.status, JSON.stringify(risen.body)).toBe(200);
		expect(await refusalOf(bodyOf(early))).toBe('price-changed');
		expect(await ordersOf(priced.id)).toEqual([]);
	});
});

test('what needs approval waits for it', async () => {
	const event = await insertSellingEvent(database(), 10, { type: { needsApproval: true } });
	const key = randomUUID();
	const placed = await place(bodyOf(event, 2), key);
	expect(placed.body).toEqual({ code: expect.any(String), status: 'awaiting_approval', tickets: 2 });
	expect((await place(bodyOf(event, 2), key, second)).body).toEqual(placed.body);
});

test('where no email can be sent, guests are sent to the event page', async () => {
	const event = await insertSellingEvent(database(), 10);
	const sending = services.mailer;
	onTestFinished(() => {
		services.mailer = sending;
	});
	services.mailer = { ...sending, canSend: false };
	expect(await refusalOf(bodyOf(event))).toBe('email-needed');
	expect(await refusalOf({ ...bodyOf(event), event: newId() })).toBe('RESOURCE_NOT_FOUND');
	expect(await ordersOf(event.eventId)).toEqual([]);
});

describe('strangers', () => {
	const only = (event: SellingEvent, values: string) =>
		database().pool.query(`UPDATE events SET ${values} WHERE id = $1`, [event.eventId]);

	test('register for nothing that the public does not see', async () => {
		const event = await insertSellingEvent(database(), 10);
		for (const [values, rule] of [
			[`visibility = 'invite_only'`, 'RESOURCE_NOT_FOUND'],
			[`visibility = 'password', password_hash = 'x'`, 'password-needed'],
			[`visibility = 'public', status = 'draft', published_at = NULL`, 'RESOURCE_NOT_FOUND'],
			[`status = 'archived'`, 'RESOURCE_NOT_FOUND'],
			[`published_at = now()`, 'event-archived'],
			[`status = 'cancelled'`, 'event-cancelled'],
			[`status = 'published', external_url = 'https://tickets.example/'`, 'registers-elsewhere'],
		] as const) {
			await only(event, values);
			stockStore(services).forget(event.eventId);
			expect([values, await refusalOf(bodyOf(event))]).toEqual([values, rule]);
		}
		const shown = await insertSellingEvent(database(), 10);
		const hidden = await insertTicketType(database(), shown, { isHidden: true });
		const other = await insertSellingEvent(database(), 10);
		for (const ticketTypeId of [hidden.ticketTypeId, other.ticketTypeId, newId()])
			expect(await refusalOf(bodyOf({ ...shown, ticketTypeId }))).toBe('VALIDATION_FAILED');
		for (const reference of [newId(), 'nothing', 'x'.repeat(200), '\u202e', "'; DROP TABLE orders; --"])
			expect(await refusalOf({ ...bodyOf(shown), event: reference })).toBe('RESOURCE_NOT_FOUND');
		expect(await ordersOf(shown.eventId)).toEqual([]);
	});

	test('gain nothing by a token: members register there for what everyone sees', async () => {
		const owner = await makeUser(services);
		const event = await makeEvent(services, owner, { isPublished: true });
		const [type] = (await api.get(`/api/embed/events/${event.id}`)).body.tickets;
		const body = bodyOf({ ...owner, eventId: event.id, ticketTypeId: type.id, poolId: '' });
		const headers = () => ({ 'Idempotency-Key': randomUUID(), 'X-Event-Access': 'x' });
		for (const [visibility, status] of [
			['unlisted', 201],
			['invite_only', 404],
		] as const) {
			await database().pool.query('UPDATE events SET visibility = $2 WHERE id = $1', [event.id, visibility]);
			stockStore(services).forget(event.id);
			const placed = await api.post('/api/embed/orders', body, { token: owner.token, headers: headers() });
			expect([visibility, placed.status]).toEqual([visibility, status]);
		}
	});

	test('register for no date of a course alone, for no series by its slug, and for nothing of a locked organisation', async () => {
		const owner = await makeUser(services);
		const { id, dates } = await makeSeries(services, api, owner, { count: 2, booking: 'all' });
		const [type] = (await api.get(`/api/embed/events/${dates[0]?.id}`)).body.tickets;
		const order = (event: string) => ({ event, buyer, items: [{ ticketTypeId: type.id, quantity: 1 }] });
		expect(await refusalOf(order(dates[0]!.id))).toBe('series-whole-only');
		const { slug } = (await database().pool.query('SELECT slug FROM event_series WHERE id = $1', [id]))
			.rows[0];
		expect(await refusalOf(order(slug))).toBe('RESOURCE_NOT_FOUND');
		const event = await makeEvent(services, owner, { isPublished: true });
		const [seat] = (await api.get(`/api/embed/events/${event.id}`)).body.tickets;
		const selling = { ...owner, eventId: event.id, ticketTypeId: seat.id, poolId: '' };
		expect((await place(bodyOf(selling))).status).toBe(201);
		await lockOrganisation(services, owner.organisationId, 'Fraud');
		stockStore(services).forget(event.id);
		expect(await refusalOf(bodyOf(selling))).toBe('RESOURCE_NOT_FOUND');
	});

	test('try a sandbox, where everything works and nothing is real', async () => {
		const owner = await makeUser(services);
		await makeSandbox(services, owner);
		const { rows } = await database().pool.query<{ eventId: string; ticketTypeId: string }>(
			`SELECT e.id AS "eventId", t.id AS "ticketTypeId" FROM events e JOIN organisations o ON o.id = e.organisation_id
				JOIN ticket_types t ON t.organisation_id = o.id AND t.event_id = e.id
			WHERE o.sandbox_of = $1 AND e.status = 'published' AND e.ends_at > now() AND t.kind = 'free' AND NOT t.is_hidden
				AND NOT t.is_closed AND t.sales_start_at IS NULL LIMIT 1`,
			[owner.organisationId],
		);
		if (!rows[0]) throw new Error('the sandbox has no free tickets');
		const placed = await place(bodyOf({ ...rows[0], organisationId: '', poolId: '' }));
		expect([placed.status, Object.keys(placed.body)]).toEqual([201, ['code', 'status', 'tickets']]);
	});

	test('send what is no order', async () => {
		const event = await insertSellingEvent(database(), 10);
		const body = bodyOf(event);
		const item = body.items[0];
		for (const [name, wrong] of Object.entries({
			'no items': { ...body, items: [] },
			'a thousand items': { ...body, items: Array.from({ length: 1_000 }, () => item) },
			'more than an order takes': { ...body, items: [{ ...item, quantity: 1_000 }] },
			'the most of twenty lines': {
				...body,
				items: Array.from({ length: 20 }, () => ({ ...item, quantity: 1_000 })),
			},
			'half a ticket': { ...body, items: [{ ...item, quantity: 0.5 }] },
			'fewer than none': { ...body, items: [{ ...item, quantity: -1 }] },
			'a hold': { ...body, hold: true },
			'a code': { ...body, code: 'EARLY' },
			'names of others': { ...body, attendees: [buyer] },
			'where they came from': { ...body, cameBy: 'a|b|c|d' },
			'a mode': { ...body, mode: 'organiser' },
			'no name': { ...body, buyer: { ...buyer, name: ' ' } },
			'no address': { ...body, buyer: { ...buyer, email: 'ada@' } },
			'two addresses': { ...body, buyer: { ...buyer, email: 'a@example.org,b@example.org' } },
			'a header in the address': {
				...body,
				buyer: { ...buyer, email: 'a@example.org\r\nBcc: b@example.org' },
			},
			'a list': [body],
		})) {
			const answer = await place(wrong);
			expect([name, answer.status >= 400 && answer.status < 500], JSON.stringify(answer.body)).toEqual([
				name,
				true,
			]);
		}
		expect((await place({ ...body, site: 'x'.repeat(120_000) })).status).toBe(413);
		// What a page sends without asking first; the key is nothing that it could send so.
		for (const type of [
			'text/plain',
			'application/x-www-form-urlencoded',
			'multipart/form-data; boundary=x',
			'',
		])
			for (const key of [undefined, randomUUID()]) {
				const headers = new Headers({ 'Content-Type': type, Origin: 'null' });
				if (key) headers.set('Idempotency-Key', key);
				const simple = { method: 'POST', body: JSON.stringify(body), headers };
				expect((await api.app.request('http://foyer.test/api/embed/orders', simple)).status).toBe(415);
			}
		expect((await api.post('/api/embed/orders', undefined, { headers: { Origin: 'null' } })).status).toBe(
			400,
		);
		expect(await ordersOf(event.eventId)).toEqual([]);
	});

	test('have hostile names, which are stored as they are or refused', async () => {
		const file = join(import.meta.dirname, '../../../tests/fixtures/naughty-strings.json');
		const names: string[] = JSON.parse(readFileSync(file, 'utf8'));
		const event = await insertSellingEvent(database());
		for (const name of names) {
			const placed = await place({ ...bodyOf(event), buyer: { ...buyer, name }, site: name.slice(0, 300) });
			expect([name, placed.status === 201 || placed.status === 400]).toEqual([name, true]);
			if (placed.status !== 201) continue;
			const { rows } = await database().pool.query(
				'SELECT buyer_name, came_by FROM orders WHERE event_id = $1 AND code = $2',
				[event.eventId, placed.body.code],
			);
			expect(rows[0].buyer_name).toBe(toSingleLine(name).trim());
			expect(rows[0].came_by).toMatch(/^[^|]{0,40}\|embed\|\|$/);
		}
		await expectInvariants(services);
	});
});
