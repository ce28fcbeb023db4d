import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { mostGuestsOfMessage } from '#shared/rules/webhook-guests.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { buyTickets, makePricedEvent, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestLog, type TestLog } from '#tests/support/log.ts';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { verifyWebhook } from '#tests/support/verify-webhook.ts';
import { integrationChecks } from './checks.ts';
import { createDeliveryPoller } from './deliver.ts';
import { findCheckIns } from './find-check-ins.ts';
import { readGuestData } from './guest-data.ts';
import { sendPast } from './send-past.ts';

const { services, api, clock, owner, query } = useTestOwner({
	...{ isFresh: true, hasClock: true },
	environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' },
});
const receiver = useReceiver();
const { signal } = new AbortController();
const poller = createDeliveryPoller();
let log: TestLog;
let base: string;
let path = '';
let paths = 0;

beforeEach(async () => {
	log = createTestLog();
	services.log = log.log;
	base = `/api/organisations/${owner.organisationId}`;
	paths += 1;
	path = `/switch/${paths}`;
	await receiver().answer('ok');
});

const listen = async (types: string[], more: object = {}, { token } = owner) => {
	const body = { kind: 'webhook', target: receiver().url + path, types, withGuests: true, ...more };
	const made = await api.post(`${base}/connections`, body, { token });
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body;
};
async function work(): Promise<void> {
	for (let round = 0; round < 200; round += 1) {
		await settleAll(services);
		const done =
			(await factPoller.run(services, signal)) +
			(await sendPast.run(services, signal)) +
			(await poller.run(services, signal));
		if (done === 0) return;
	}
	throw new Error('there was ever more to do');
}
const calls = () => receiver().received(path);
const bodies = async () => (await calls()).map(({ body }) => JSON.parse(body));
const detailOf = async (connection: { id: string }, token = owner.token) => {
	const { body } = await api.get(`${base}/connections/${connection.id}/deliveries`, { token: owner.token });
	return (await api.get(`${base}/deliveries/${body.data[0].id}`, { token })).body;
};
const guest = (event: { id: string }, name: string) =>
	api.post(
		`/api/events/${event.id}/attendees`,
		{ name, email: `${name.toLowerCase()}@people.example`, notes: '', sendMail: false },
		{ token: owner.token },
	);
const rename = (event: { id: string }, id: string, name: string) =>
	api.patch(`/api/events/${event.id}/attendees/${id}`, { name }, { token: owner.token });
const erase = async (event: { id: string }, attendee: string, body = {}) => {
	const erased = await api.post(`/api/events/${event.id}/attendees/${attendee}/erasure`, body, {
		token: owner.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});
	expect(erased.status, JSON.stringify(erased.body)).toBe(200);
};
/** What is stored of messages, and what was logged, names nobody. */
async function expectNoNames(): Promise<void> {
	const tables = ['outbound_messages', 'outbound_deliveries', 'outbound_attempts', 'connections'];
	for (const table of tables)
		expect(JSON.stringify(await query(`SELECT t::text AS row FROM ${table} t`))).not.toMatch(
			/lovelace|ada@|people\.example/i,
		);
	expect(log.text()).not.toMatch(/lovelace|ada@example|people\.example/i);
}

test('a sale and its refund arrive with buyer and guests, signed, and full and thin alike; nothing is stored of them', async () => {
	const types = ['registration.created', 'order.paid', 'order.refunded', 'event.published'];
	const full = await listen(types);
	const event = await makePricedEvent(services, api, owner);
	const order = await buyTickets(api, event, 2);
	await work();
	const refunded = await refundOrder(api, event, order, { token: owner.token });
	expect(refunded.status).toBeLessThan(300);
	await work();
	const got = new Map<string, { data: Record<string, unknown> }>();
	for (const call of await calls()) {
		const body = await verifyWebhook(full.secret, call);
		got.set(body.type, body);
	}
	const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
	const guests = order.ids.toSorted().map((attendeeId) => ({ attendeeId, ...buyer, ticketType: 'Seat' }));
	const dataOf = (type: string) => got.get(type)?.data ?? {};
	for (const type of ['registration.created', 'order.paid'])
		expect(dataOf(type)).toMatchObject({ order: { id: order.id }, guests, guestsLeftOut: 0, buyer });
	expect(dataOf('order.refunded')).toMatchObject({ guests: [], buyer });
	expect(Object.keys(dataOf('event.published'))).toEqual(['event']);
	const tries = await query('SELECT DISTINCT guests FROM outbound_attempts ORDER BY guests');
	expect(tries).toEqual([{ guests: 'included' }, { guests: null }]);
	const thin = await api.patch(`${base}/connections/${full.id}`, { detail: 'thin' }, owner);
	expect(thin.status).toBe(200);
	const { id } = (await api.get(`${base}/connections/${full.id}/deliveries`, owner)).body.data.find(
		(one: { type: string }) => one.type === 'order.refunded',
	);
	await api.post(`${base}/deliveries/${id}/replay`, {}, owner);
	await work();
	expect(Object.keys((await bodies()).at(-1).data).sort()).toEqual(
		['buyer', 'eventId', 'guests', 'guestsLeftOut', 'orderId', 'refundId'].sort(),
	);
	await expectNoNames();
	await expectInvariants(services);
});

test('a check-in names the guest alone, and past messages name people like new ones', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	const connection = await listen(['ticket.checked_in', 'registration.created']);
	await findCheckIns.run(services, signal);
	const [first] = door.guests;
	const scanned = await api.post(`/api/staff-access/checkin/${door.token}`, {
		guestQrData: first?.code,
		nonce: randomUUID(),
	});
	expect(scanned.status).toBe(200);
	await findCheckIns.run(services, signal);
	await work();
	const [entered] = (await bodies()).filter(({ type }) => type === 'ticket.checked_in');
	const [{ name }] = await query('SELECT name FROM attendees WHERE id = $1', [first?.id]);
	expect(entered.data.guests).toMatchObject([{ attendeeId: first?.id, name }]);
	expect(entered.data.buyer).toBeNull();
	const before = (await calls()).length;
	const since = new Date(clock.now().getTime() - 86_400_000).toISOString();
	const requested = await api.post(
		`${base}/connections/${connection.id}/backfill`,
		{ types: ['registration.created'], since },
		owner,
	);
	expect(requested.status, JSON.stringify(requested.body)).toBe(202);
	await work();
	const past = (await bodies()).slice(before).filter(({ type }) => type === 'registration.created');
	for (const { data } of past) expect(data.guests.length).toBeGreaterThan(0);
	expect((await bodies()).flatMap(({ data }) => data.guests).map((one) => one.attendeeId)).toEqual(
		expect.arrayContaining(door.guests.map(({ id }) => id)),
	);
});

test('a retry has the same body, unless the person changed; who was erased meanwhile is in none', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	const { body: ada } = await guest(event, 'Lovelace');
	const connection = await listen(['guest.updated']);
	await receiver().answer('error');
	await rename(event, ada.id, 'Ada Lovelace');
	await work();
	const again = async () => {
		await query(`UPDATE outbound_deliveries SET next_at = now() - interval '1 hour' WHERE state = 'due'`);
		await query('UPDATE connections SET not_before = NULL');
		await work();
	};
	await again();
	const [one, two] = await calls();
	expect(one?.body).toContain('Ada Lovelace');
	expect(two?.body).toBe(one?.body);
	await erase(event, ada.id, { withBuyer: true });
	await receiver().answer('ok');
	await again();
	const last = (await calls()).find(
		({ body }) => JSON.parse(body).id === JSON.parse(one?.body ?? '').id && body !== one?.body,
	);
	expect(JSON.parse(last?.body ?? '').data).toMatchObject({ attendeeIds: [ada.id], guests: [], buyer: null });
	await verifyWebhook(connection.secret, last);
	expect((await detailOf(connection)).body).not.toContain('Lovelace');
	await expectNoNames();
});

test('they are sent while the maker may see attendees of the event, and the log says when they were withheld', async () => {
	const maker = await makeMember(services, owner.organisationId, 'admin');
	const set = (change: string) =>
		query(`UPDATE memberships SET ${change} WHERE user_id = $1 AND organisation_id = $2`, [
			...[maker.userId, owner.organisationId],
		]);
	const [here, there] = [
		await makeEvent(services, owner, { isPublished: true }),
		await makeEvent(services, owner, { isPublished: true }),
	];
	const connection = await listen(['registration.created'], {}, maker);
	await set(`event_ids = '{${here.id}}'`);
	await guest(here, 'Lovelace');
	await guest(there, 'Lovelace');
	await work();
	const reached = await bodies();
	expect(reached.map(({ eventId }) => eventId)).toEqual([here.id]);
	expect(reached[0].data.guests).toMatchObject([{ name: 'Lovelace', email: 'lovelace@people.example' }]);
	expect(await detailOf(connection)).toMatchObject({ guests: 'included' });
	await set(`event_ids = NULL, denied_actions = '{attendees.view}'`);
	await guest(here, 'Lovelace');
	await work();
	const { data } = (await bodies()).at(-1);
	expect([Object.keys(data), JSON.stringify(data).includes('Lovelace')]).toEqual([['event', 'order'], false]);
	const detail = await detailOf(connection);
	expect(detail).toMatchObject({ guests: 'withheld', attemptLog: [{ guests: 'withheld' }] });
	expect(detail.body).not.toContain('Lovelace');
	await set(`denied_actions = '{}'`);
	const shown = await detailOf(connection);
	expect(shown).toMatchObject({ guests: 'included', attemptLog: [{ guests: 'withheld' }] });
	expect(shown.body).toContain('Lovelace');
});

test('nobody who may not see attendees sends them to another address', async () => {
	const connection = await listen(['registration.created']);
	const event = await makeEvent(services, owner, { isPublished: true });
	const editor = await makeMember(services, owner.organisationId, 'admin');
	await query(
		`UPDATE memberships SET denied_actions = '{attendees.view}' WHERE user_id = $1 AND role = 'admin'`,
		[editor.userId],
	);
	const program = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'orders:read'] });
	const before = path;
	const target = `${receiver().url}/switch/elsewhere-${paths}`;
	// Waiting when the address changes.
	await guest(event, 'Lovelace');
	await settleAll(services);
	const change = (body: object, { token }: { token: string }) =>
		api.patch(`${base}/connections/${connection.id}`, body, { token });
	for (const who of [editor, program])
		for (const body of [{ target }, { target, withGuests: true }, { name: 'Mine' }, { eventIds: [event.id] }])
			expect((await change(body, who)).body.metadata).toMatchObject({ rule: 'beyond-own-rights' });
	expect((await change({ target, withGuests: false }, editor)).status).toBe(200);
	expect((await change({ withGuests: true }, editor)).body.metadata).toMatchObject({
		rule: 'beyond-own-rights',
	});
	await work();
	path = `/switch/elsewhere-${paths}`;
	const [sent] = await calls();
	expect(JSON.parse(sent?.body ?? '{}').type).toBe('registration.created');
	expect(sent?.body).not.toContain('Lovelace');
	path = before;
	expect(await calls()).toEqual([]);
});

test('the log and samples show them to who may see attendees, and to no administrator who views', async () => {
	const connection = await listen(['registration.created']);
	const sample = async (token: string, withGuests = 'true') =>
		(await api.get(`${base}/webhook-samples/registration.created`, { token, query: { withGuests } })).body
			.data[0];
	expect((await sample(owner.token)).data.guests).toMatchObject([{ name: 'Ada Lovelace' }]);
	const event = await makeEvent(services, owner, { isPublished: true });
	await guest(event, 'Lovelace');
	await work();
	const reader = await makeMember(services, owner.organisationId, 'admin');
	await query(
		`UPDATE memberships SET denied_actions = '{attendees.view}' WHERE user_id = $1 AND role = 'admin'`,
		[reader.userId],
	);
	const admin = await makeUser(services, { isAdmin: true });
	const { body: view } = await api.post(`/api/admin/users/${owner.userId}/view`, undefined, admin);
	const program = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'orders:read'] });
	expect(await detailOf(connection)).toMatchObject({ guests: 'included', body: (await calls())[0]?.body });
	expect((await sample(owner.token)).data.guests).toMatchObject([{ name: 'Lovelace' }]);
	expect((await sample(owner.token, 'false')).data.guests).toBeUndefined();
	for (const { token } of [reader, view, program]) {
		const detail = await detailOf(connection, token);
		expect(detail).toMatchObject({ guests: 'hidden', attemptLog: [{ guests: 'included' }] });
		expect(JSON.stringify([detail, await sample(token)])).not.toContain('Lovelace');
	}
});

test('a large order is bounded, a waitlist names who waits, and a consent its person until they are erased', async () => {
	const event = await makePricedEvent(services, api, owner);
	const order = await buyTickets(api, event);
	await query(
		`INSERT INTO attendees (organisation_id, event_id, id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT a.organisation_id, a.event_id, gen_random_uuid(), a.order_id, a.ticket_type_id, 'Guest ' || n, '', 'CODE' || n, 'active'
		FROM attendees a, generate_series(1, 999) AS n`,
	);
	const { organisationId } = owner;
	const [entry, follower] = [newId(), newId()];
	await query(
		`INSERT INTO waitlist_entries (organisation_id, id, event_id, ticket_type_ids, party, name, email)
		VALUES ($1, $2, $3, ARRAY[$4::uuid], 2, 'Grace Hopper', 'grace@people.example')`,
		[organisationId, entry, event.id, event.ticketTypeId],
	);
	await query(
		`INSERT INTO followers (organisation_id, id, name, email, email_key, state, consent_text, consented_at, confirmed_at)
		VALUES ($1, $2, 'Mary', 'mary@people.example', 'mary@people.example', 'confirmed', 'News', now(), now())`,
		[organisationId, follower],
	);
	const rows = await query('SELECT id FROM attendees');
	const about = (eventId: string | null, ids: object) => ({
		id: newId(),
		message: {
			...{ id: newId(), organisationId, sequence: 1, type: 'any', eventId, occurredAt: clock.now() },
			...{ isLive: true, payload: { ids, object: {} } },
		},
	});
	const requested = [
		about(event.id, { eventId: event.id, orderId: order.id }),
		about(event.id, { orderId: order.id, attendeeIds: rows.map(({ id }) => id) }),
		about(event.id, { eventId: event.id, entryId: entry }),
		about(null, { consentId: follower }),
		about(null, { consentId: newId() }),
		about(event.id, { eventId: event.id }),
		// Of another organisation or event there is nothing.
		about(newId(), { orderId: order.id, attendeeId: order.ids[0] }),
	];
	const found = await readGuestData(services, requested);
	const [all, named, waits, person, gone, none, foreign] = requested.map(({ id }) => found.get(id));
	for (const one of [all, named]) {
		expect(one).toMatchObject({ guestsLeftOut: 900, buyer: { email: 'ada@example.org' } });
		expect(one && 'guests' in one && one.guests.length).toBe(mostGuestsOfMessage);
		expect(JSON.stringify(one).length).toBeLessThan(20_000);
	}
	const grace = { name: 'Grace Hopper', email: 'grace@people.example' };
	expect(waits).toEqual({
		guests: [{ attendeeId: null, ...grace, ticketType: null }],
		guestsLeftOut: 0,
		buyer: null,
	});
	expect(person).toEqual({ person: { name: 'Mary', email: 'mary@people.example' } });
	expect(gone).toEqual({ person: null });
	expect(none).toBeUndefined();
	expect(foreign).toEqual({ guests: [], guestsLeftOut: 0, buyer: null });
});

test('a stored name is found by the check of the data', async () => {
	const check = integrationChecks.find(({ name }) => name === 'integrations.messages-name-no-people');
	await listen(['registration.created']);
	await guest(await makeEvent(services, owner, { isPublished: true }), 'Lovelace');
	await work();
	expect(await check?.run(services)).toEqual([]);
	await query(
		`UPDATE outbound_messages SET payload = jsonb_set(payload, '{object,buyer}', '{"name": "Ada"}')`,
	);
	await query(`UPDATE connections SET kind = 'slack', sealed_secret = NULL`);
	expect(await check?.run(services)).toHaveLength(2);
});
