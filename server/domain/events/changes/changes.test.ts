import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announceDue } from '#server/domain/events/commands/announce-changes.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi({ isFresh: true });
const signal = new AbortController().signal;
let owner: TestUser;
let server: MailServer;

beforeEach(async () => {
	server = await startMailServer();
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
	owner = await makeUser(services, { firstName: 'Noor', lastName: 'Halls' });
});
afterEach(async () => {
	services.mailer.close();
	await server.close();
});

async function work(): Promise<void> {
	while ((await announceDue(services)) > 0);
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}

/** Ends the time for undoing of everything that waits, and lets the worker do what is due. */
async function afterWindow(): Promise<void> {
	await database().pool.query(
		'UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1) WHERE notify_at > now()',
	);
	await work();
}

const start = '2030-03-12T19:30';

/** A published event with two guests: a buyer of two tickets, one for somebody with an address of their own. */
async function eventWithGuests() {
	const event = await makeEvent(services, owner, {
		title: 'Evening of Machines',
		timeZone: 'Europe/Berlin',
		startsAtLocal: start,
		venueName: 'Old Pump House',
		city: 'Berlin',
		isPublished: true,
	});
	const { body } = await api.get(`/api/events/${event.id}/ticket-types`);
	const ticketTypeId = body.data[0].id as string;
	const buy = (email: string, own?: string) =>
		api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Grace Hopper', email },
			items: [{ ticketTypeId, quantity: own ? 2 : 1 }],
			...(own && {
				attendees: [
					{ ticketTypeId, name: 'Grace' },
					{ ticketTypeId, name: 'Ada', email: own },
				],
			}),
		});
	expect((await buy('grace@example.org', 'ada@example.org')).status).toBe(201);
	expect((await buy('Grace@example.org')).status).toBe(201);
	await work();
	server.received.length = 0;
	const at = `/api/events/${event.id}`;
	const as = { token: owner.token };
	return {
		event,
		ticketTypeId,
		read: async () => (await api.get(at, as)).body,
		plan: (fields: object) => api.post(`${at}/changes/plan`, { parts: { event: fields } }, as),
		apply: (fields: object, more: object = {}) =>
			api.post(`${at}/changes`, { parts: { event: fields }, ...more }, as),
		undo: (id: string, token = owner.token) => api.post(`${at}/changes/${id}/undo`, {}, { token }),
		history: async (query = {}, token = owner.token) =>
			(await api.get(`${at}/changes`, { token, query })).body,
		call: (method: string, path: string, body?: object) => api.call(method, `${at}${path}`, body, as),
	};
}

const subjects = () =>
	server.received.map(({ to, parsed }) => `${to[0]?.toLowerCase()}: ${parsed.subject}`).toSorted();

describe('a plan', () => {
	test('says what changes, whom it concerns and what they would read, and writes nothing', async () => {
		const { plan, read, history } = await eventWithGuests();
		const before = await read();
		const { status, body } = await plan({ startsAtLocal: '2030-03-13T19:30', venueName: 'Harbour Hall' });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			isRefused: false,
			guests: 2,
			notifiesByDefault: true,
			notifiesAfterMinutes: 10,
			version: before.version,
		});
		expect(body.effects).toContainEqual({
			field: 'venueName',
			before: 'Old Pump House',
			after: 'Harbour Hall',
			verdict: 'notice',
			rule: null,
			message: null,
		});
		expect(body.mail.subject).toBe('New date and place: Evening of Machines');
		expect(body.mail.text).toContain('Old Pump House');
		expect(body.mail.text).toContain('Harbour Hall');
		expect(await read()).toEqual(before);
		expect(
			(await history()).data.map((set: { changes: { path: string }[] }) => set.changes[0]?.path),
		).toEqual(['event.status']);
	});

	test('lists what the rules refuse, with the way that works', async () => {
		const { plan, apply } = await eventWithGuests();
		await database().pool.query(`UPDATE ticket_types SET kind = 'donation'`);
		const { body } = await plan({ currency: 'USD', startsAtLocal: '2020-01-01T10:00', summary: 'Hello' });
		expect(body.isRefused).toBe(true);
		expect(
			body.effects.flatMap(({ rule, message }: { rule: string | null; message: string }) =>
				rule ? [[rule, message]] : [],
			),
		).toEqual([
			['start-in-past', 'People have tickets, so the event can’t be moved into the past.'],
			['currency-taken', 'Payments have already been made in EUR.'],
		]);
		const refused = await apply({ currency: 'USD' });
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'currency-taken']);
	});

	test('is out of date once somebody saved, or once the first guest came', async () => {
		const { plan, apply, event } = await eventWithGuests();
		const change = { venueName: 'Harbour Hall' };
		const { planHash } = (await plan(change)).body;
		await apply({ summary: 'New words' });
		const late = await apply(change, { planHash });
		expect([late.status, late.body.metadata.rule]).toEqual([412, 'plan-outdated']);
		const again = (await plan(change)).body;
		expect((await apply(change, { planHash: again.planHash })).status).toBe(200);
		expect(event.id).toBeTruthy();
	});
});

describe('guests', () => {
	test('are notified once by address what changed, after the time for undoing', async () => {
		const { apply } = await eventWithGuests();
		const { body } = await apply({ venueName: 'Harbour Hall' }, { notify: true, note: 'The roof leaks.' });
		expect(body.changeSet).toMatchObject({
			notify: true,
			guests: 2,
			note: 'The roof leaks.',
			notifiedAt: null,
		});
		await work();
		expect(server.received).toHaveLength(0);
		await afterWindow();
		await work();
		expect(subjects()).toEqual([
			'ada@example.org: New place: Evening of Machines',
			'grace@example.org: New place: Evening of Machines',
		]);
		for (const text of ['Harbour Hall', 'Old Pump House', 'The roof leaks.'])
			expect(server.received[0]?.parsed.text).toContain(text);
		// Ada holds a ticket of the order, not the order.
		const ada = server.received.find(({ to }) => to[0] === 'ada@example.org');
		expect(ada?.parsed.text).not.toContain('/my-ticket/');
	});

	test('are not notified when it is undone before', async () => {
		const { apply, undo, read } = await eventWithGuests();
		const before = await read();
		const { changeSet } = (await apply({ startsAtLocal: '2030-03-14T19:30', city: 'Bremen' })).body;
		expect(changeSet.notify).toBe(true);
		const undone = await undo(changeSet.id);
		expect(undone.body.changeSet).toMatchObject({ kind: 'undo', notify: false, undoOf: changeSet.id });
		await afterWindow();
		expect(server.received).toHaveLength(0);
		const { version: _1, updatedAt: _2, ...restored } = await read();
		const { version: _3, updatedAt: _4, ...former } = before;
		expect(restored).toEqual(former);
		// Twice is once.
		expect((await undo(changeSet.id)).body.changeSet).toBeNull();
	});

	test('are notified again when it is undone later', async () => {
		const { apply, undo } = await eventWithGuests();
		const { changeSet } = (await apply({ venueName: 'Harbour Hall' })).body;
		await afterWindow();
		server.received.length = 0;
		await undo(changeSet.id);
		await afterWindow();
		expect(server.received).toHaveLength(2);
		expect(server.received[0]?.parsed.text).toMatch(/Old Pump House[\s\S]*Harbour Hall/);
	});

	test('hear of the last of two changes of one thing, against what they know', async () => {
		const { apply, undo, history } = await eventWithGuests();
		await apply({ startsAtLocal: '2030-03-13T19:30', venueName: 'Harbour Hall' });
		const second = (await apply({ startsAtLocal: '2030-03-14T19:30' })).body.changeSet;
		await apply({ venueName: 'Town Hall' });
		expect((await history()).data.map(({ state }: { state: string }) => state)).toEqual([
			'applied',
			'applied',
			'replaced',
			'applied',
		]);
		await afterWindow();
		const texts = server.received.map(({ parsed }) => parsed.text ?? '');
		expect(texts).toHaveLength(4);
		expect(texts.some((text) => text.includes('Harbour Hall'))).toBe(false);
		expect(texts.filter((text) => /14 March[\s\S]*12 March/.test(text))).toHaveLength(2);
		expect((await undo(second.id)).status).toBe(200);
	});

	test('hear of a change that the undoing of the next one leaves', async () => {
		const { apply, undo } = await eventWithGuests();
		await apply({ venueName: 'Harbour Hall' });
		const second = (await apply({ venueName: 'Town Hall' })).body.changeSet;
		await undo(second.id);
		await afterWindow();
		expect(server.received).toHaveLength(2);
		expect(server.received[0]?.parsed.text).toMatch(/Harbour Hall[\s\S]*Old Pump House/);
		expect(server.received[0]?.parsed.text).not.toContain('Town Hall');
	});

	test('are notified at once when it starts within two hours, and on demand', async () => {
		const { apply, event, call } = await eventWithGuests();
		const { changeSet } = (await apply({ venueName: 'Harbour Hall' })).body;
		await call('POST', `/changes/${changeSet.id}/notify-now`);
		await work();
		expect(server.received).toHaveLength(2);
		server.received.length = 0;
		await moveEvent(services, event.id, { start: 1, end: 3 });
		await apply({ venueName: 'Town Hall' });
		await work();
		expect(server.received).toHaveLength(2);
	});

	test('are not notified of what they need not know, unless the organiser wants it', async () => {
		const { apply } = await eventWithGuests();
		await apply({ description: 'New words', summary: 'Short' });
		await apply({ venueName: 'Harbour Hall' }, { notify: false });
		await afterWindow();
		expect(server.received).toHaveLength(0);
		await apply({ description: 'Other words' }, { notify: true });
		await afterWindow();
		expect(server.received[0]?.parsed.subject).toBe('Updated: Evening of Machines');
		expect(server.received[0]?.parsed.text).toContain('Description');
	});
});

describe('history', () => {
	test('names who changed what, page by page; a password only as changed', async () => {
		const { apply, history, undo, event } = await eventWithGuests();
		await apply({ summary: 'One' });
		const { changeSet } = (await apply({ visibility: 'password', password: 'correct horse' })).body;
		const first = await history({ limit: '1' });
		expect(first.data[0]).toMatchObject({
			actor: { kind: 'member', name: 'Noor Halls' },
			canUndo: true,
			changes: [
				{ path: 'event.password', before: { changed: true }, after: { changed: true } },
				{ path: 'event.visibility', before: 'public', after: 'password' },
			],
		});
		const second = await history({ limit: '1', cursor: first.nextCursor });
		expect(second.data[0].changes).toEqual([
			{ part: 'event', path: 'event.summary', subject: '', before: '', after: 'One', isDerived: false },
		]);
		const { rows } = await database().pool.query('SELECT * FROM event_changes');
		const { rows: hashes } = await database().pool.query('SELECT password_hash FROM events WHERE id = $1', [
			event.id,
		]);
		expect(hashes[0].password_hash).toBeTruthy();
		expect(JSON.stringify(rows)).not.toContain(hashes[0].password_hash);
		await undo(changeSet.id);
		const { rows: after } = await database().pool.query('SELECT password_hash FROM events WHERE id = $1', [
			event.id,
		]);
		expect(after[0].password_hash).toBeNull();
	});

	test('says what is of the one who asks, by who they are and not by their name', async () => {
		const { apply, history, undo, event } = await eventWithGuests();
		const namesake = await makeMember(services, owner.organisationId, 'admin');
		await database().pool.query('UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1', [
			namesake.userId,
			'Noor',
			'Halls',
		]);
		const { changeSet } = (await apply({ summary: 'One' })).body;
		expect(changeSet.actor).toEqual({ kind: 'member', name: 'Noor Halls', isYours: true });
		const key = await api.post(
			`/api/organisations/${owner.organisationId}/api-keys`,
			{ name: 'Site', scopes: ['events:read', 'events:write'] },
			{ token: owner.token },
		);
		await api.patch(`/api/events/${event.id}`, { summary: 'Two' }, { token: key.body.token });
		const isYours = async (token?: string) =>
			(await history({ limit: '2' }, token)).data.map(
				(set: { actor: { isYours: boolean } }) => set.actor.isYours,
			);
		expect(await isYours()).toEqual([false, true]);
		expect(await isYours(namesake.token)).toEqual([false, false]);
		// A key is none of the members, whoever made it.
		expect(await isYours(key.body.token)).toEqual([false, false]);
		const [byKey] = (await history()).data;
		expect((await undo(byKey.id, namesake.token)).body.changeSet.actor.isYours).toBe(true);
	});

	test('says what followed from another change: the URL of a title, the point of a place', async () => {
		const { token } = owner;
		const draft = await makeEvent(services, owner, { title: 'Owls', latitude: 52.5, longitude: 13.4 });
		const at = `/api/events/${draft.id}`;
		const derived = async (body: object) => {
			// Each a set of its own: what is saved within minutes is one.
			await database().pool.query("UPDATE event_change_sets SET created_at = created_at - interval '1 hour'");
			expect((await api.patch(at, body, { token })).status).toBe(200);
			const { body: list } = await api.get(`${at}/changes`, { token, query: { limit: '1' } });
			return Object.fromEntries(
				list.data[0].changes.map((one: { path: string; isDerived: boolean }) => [one.path, one.isDerived]),
			);
		};
		expect(await derived({ title: 'Night of owls' })).toEqual({ 'event.slug': true, 'event.title': false });
		expect(await derived({ city: 'Bonn' })).toEqual({
			'event.city': false,
			'event.latitude': true,
			'event.longitude': true,
		});
		expect(await derived({ title: 'Day of owls', slug: 'a-chosen-one' })).toEqual({
			'event.slug': false,
			'event.title': false,
		});
		expect(await derived({ slug: 'another-one' })).toEqual({ 'event.slug': false });
	});

	test('a password that replaced another cannot be brought back', async () => {
		const { apply, undo } = await eventWithGuests();
		await apply({ visibility: 'password', password: 'correct horse' });
		const { changeSet } = (await apply({ password: 'battery staple' })).body;
		expect(changeSet.canUndo).toBe(false);
		const refused = await undo(changeSet.id);
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'undo-blocked']);
	});

	test('undo is blocked by what was changed or sold since, and says why', async () => {
		const { apply, undo, call, ticketTypeId, history } = await eventWithGuests();
		const { changeSet } = (await apply({ summary: 'One' })).body;
		await apply({ summary: 'Two' });
		const changed = await undo(changeSet.id);
		expect(changed.body.userMessage).toBe(
			'This can’t be undone as a whole: part of it was changed again since.',
		);
		await call('PATCH', `/ticket-types/${ticketTypeId}`, { capacity: 3 });
		const up = await call('PATCH', `/ticket-types/${ticketTypeId}`, { capacity: 10 });
		expect(up.status).toBe(200);
		const raised = (await history()).data[0];
		expect(raised.changes).toMatchObject([{ before: 3, after: 10, subject: 'Standard' }]);
		await database().pool.query('UPDATE capacity_pools SET confirmed = 5');
		const sold = await undo(raised.id);
		expect(sold.body.userMessage).toBe('This can’t be undone as a whole: Can’t go below 5 (already taken).');
		await database().pool.query('UPDATE capacity_pools SET confirmed = 3');
		expect((await undo(raised.id)).status).toBe(200);
	});

	test('marketing undoes its own kind of change, and no change of tickets', async () => {
		const { apply, undo, call, ticketTypeId, history } = await eventWithGuests();
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		const { changeSet } = (await apply({ summary: 'One' })).body;
		expect((await undo(changeSet.id, marketing.token)).status).toBe(200);
		await call('PATCH', `/ticket-types/${ticketTypeId}`, { name: 'Regular' });
		const renamed = (await history()).data[0];
		expect((await undo(renamed.id, marketing.token)).status).toBe(403);
	});

	test('of two who undo at once one does', async () => {
		const { apply, undo, history } = await eventWithGuests();
		const { changeSet } = (await apply({ venueName: 'Harbour Hall' })).body;
		const answers = await Promise.all([1, 2, 3, 4].map(() => undo(changeSet.id)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect((await history()).data.filter(({ kind }: { kind: string }) => kind === 'undo')).toHaveLength(1);
	});
});

describe('a question that becomes required', () => {
	const required = { label: 'Diet', kind: 'text', isRequired: true, notify: true };

	test('is put to the buyers who owe the answer, once, after the time for undoing', async () => {
		const { call, history, ticketTypeId } = await eventWithGuests();
		const requested = await call('POST', '/questions', required);
		expect(requested.status, JSON.stringify(requested.body)).toBe(201);
		const [set] = (await history()).data;
		// One buyer has both orders; the guest with an address of their own can't answer.
		expect(set).toMatchObject({ notify: true, guests: 1, canUndo: true });
		await work();
		expect(subjects()).toEqual([]);
		const bought = await call('POST', '/orders', {
			buyer: { name: 'Lin Late', email: 'lin@example.org' },
			items: [{ ticketTypeId, quantity: 1 }],
		});
		const answered = await api.patch(`/api/orders/${bought.body.manageToken}/answers`, {
			people: [{ attendeeId: bought.body.attendees[0].id, answers: { [requested.body.id]: 'None' } }],
		});
		expect(answered.status, JSON.stringify(answered.body)).toBe(200);
		await work();
		server.received.length = 0;
		await afterWindow();
		await afterWindow();
		expect(subjects()).toEqual([
			'grace@example.org: Please answer: Evening of Machines',
			'grace@example.org: Please answer: Evening of Machines',
		]);
		const [mail] = server.received;
		expect(mail?.parsed.text).toContain('Diet');
		expect(mail?.parsed.text).toMatch(/my-ticket\/\S+/);
	});

	test('is put to them once, however often it was switched meanwhile', async () => {
		const { call, history } = await eventWithGuests();
		const { body } = await call('POST', '/questions', required);
		for (const isRequired of [false, true, false, true])
			await call('PATCH', `/questions/${body.id}`, { isRequired, notify: true });
		expect((await history()).data.map(({ state }: { state: string }) => state)).toContain('replaced');
		await afterWindow();
		expect(subjects()).toHaveLength(2);
	});

	test('notifies nobody when it is undone, or required no more, or nobody requested it', async () => {
		const { call, history, undo } = await eventWithGuests();
		await call('POST', '/questions', required);
		expect((await undo((await history()).data[0].id)).status).toBe(200);
		const optional = await call('POST', '/questions', { ...required, isRequired: false });
		expect((await history()).data[0]).toMatchObject({ notify: false, guests: 0 });
		const path = `/questions/${optional.body.id}`;
		expect((await call('PATCH', path, { isRequired: true, notify: true })).status).toBe(200);
		expect((await history()).data[0]).toMatchObject({ notify: true });
		expect((await call('PATCH', path, { isRequired: false })).status).toBe(200);
		const { notify: _, ...silent } = required;
		await call('POST', '/questions', silent);
		await afterWindow();
		expect(subjects()).toEqual([]);
	});
});
