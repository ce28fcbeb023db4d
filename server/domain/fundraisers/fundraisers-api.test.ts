import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { makePricedEvent, payByCard } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner();

const path = (event: { id: string }, rest = '') => `/api/events/${event.id}/fundraiser${rest}`;
const get = async (event: { id: string }, token?: string) => api.get(path(event), token ? { token } : {});
const save = (event: { id: string }, body: Record<string, unknown>, token = owner.token) =>
	api.call('PUT', path(event), { goalMinor: 100_000, currency: 'EUR', ...body }, { token });
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;

describe('a fundraiser', () => {
	test('is a draft for members, then public, then closed and open again', async () => {
		const event = await makeFundraiser(services, api, owner, { isLive: false });
		expect((await get(event)).status).toBe(404);
		expect((await get(event, (await makeUser(services)).token)).status).toBe(404);
		expect((await get(event, owner.token)).body).toMatchObject({
			state: 'draft',
			presetsMinor: [1_000, 5_000],
			storyHtml: '<p>A <em>roof</em> for the hall.</p>',
			raisedMinor: 0,
			donors: 0,
		});
		const act = (what: string) => api.post(path(event, `/${what}`), undefined, { token: owner.token });
		expect(ruleOf(await act('close'))).toBe('fundraiser-draft');
		for (const round of [1, 2]) {
			expect((await act('publish')).body.state, `${round}`).toBe('live');
			expect((await act('publish')).body.state).toBe('live');
			expect((await get(event)).body).toMatchObject({ state: 'live', goalMinor: 100_000 });
			expect((await act('close')).body.state).toBe('closed');
			expect((await get(event)).body.state).toBe('closed');
		}
		const refused = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [],
			gift: { amountMinor: 1_000 },
			hold: true,
			quoteHash: 'x',
		});
		expect(ruleOf(refused)).toBe('gifts-closed');
		await expectInvariants(services);
	});

	test('is edited by roles that may, from the version that they read', async () => {
		const event = await makeFundraiser(services, api, owner, { isLive: false });
		const { token: door } = await makeMember(services, owner.organisationId, 'check_in');
		expect((await save(event, {}, door)).status).toBe(403);
		const { token } = await makeMember(services, owner.organisationId, 'marketing');
		const { headers } = await get(event, token);
		const saved = await api.call(
			'PUT',
			path(event),
			{ goalMinor: 200_000, currency: 'EUR', wall: 'off' },
			{ token, headers: { 'If-Match': headers.get('etag') as string } },
		);
		expect(saved.body).toMatchObject({ goalMinor: 200_000, wall: 'off', version: 2 });
		const late = await api.call(
			'PUT',
			path(event),
			{ goalMinor: 1, currency: 'EUR' },
			{ token, headers: { 'If-Match': '"1"' } },
		);
		expect(late.status).toBe(412);
	});

	test('takes amounts that can be paid, in the currency of the event', async () => {
		const event = await makePricedEvent(services, api, owner);
		const fieldOf = async (body: Record<string, unknown>) =>
			(await save(event, body)).body.details?.[0]?.field;
		expect(await fieldOf({ presetsMinor: [1_000, 10] })).toBe('presetsMinor.1');
		expect(await fieldOf({ goalMinor: 0 })).toBe('goalMinor');
		expect(await fieldOf({ currency: 'JPY' })).toBe('currency');
		const free = await makeEvent(services, owner, { isPublished: true });
		expect((await save(free, { currency: 'CHF' })).body.currency).toBe('CHF');
		expect((await api.get(`/api/events/${free.id}`)).body.currency).toBe('CHF');
	});

	test('is not published without a way to take money', async () => {
		const poor = await makeUser(services);
		const event = await makeEvent(services, poor, { isPublished: true });
		await save(event, {}, poor.token);
		const answer = await api.post(path(event, '/publish'), undefined, { token: poor.token });
		expect(ruleOf(answer)).toBe('payment-account-missing');
	});

	test('keeps its currency while it is live', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		await save(event, {});
		await api.post(path(event, '/publish'), undefined, { token: owner.token });
		expect(ruleOf(await save(event, { currency: 'CHF' }))).toBe('fundraiser-live');
		const patched = await api.patch(`/api/events/${event.id}`, { currency: 'CHF' }, { token: owner.token });
		expect(patched.status).toBeGreaterThanOrEqual(400);
		const type = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Seat', kind: 'paid', priceMinor: 2_400, currency: 'CHF' },
			{ token: owner.token },
		);
		expect(type.body.details?.[0]?.field).toBe('currency');
	});
});

describe('offline donations', () => {
	const day = '2026-03-01';
	const add = (event: { id: string }, body: Record<string, unknown> = {}) =>
		api.post(
			`/api/events/${event.id}/donations`,
			{ amountMinor: 5_000, receivedOn: day, donorName: 'Grace Hopper', ...body },
			{ token: owner.token },
		);

	test('are in the books and the thermometer, and go out of both when they are removed', async () => {
		const seller = owner;
		const event = await makeFundraiser(services, api, seller);
		const made = await add(event, { way: 'transfer', message: 'For the roof', note: 'Envelope 3' });
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		expect(made.body).toMatchObject({ source: 'offline', way: 'transfer', receivedOn: day });
		await add(event, { amountMinor: 2_000, isAnonymous: true });
		const { body } = await get(event);
		expect(body).toMatchObject({ raisedMinor: 7_000, offlineMinor: 7_000, donors: 2 });
		expect(body.latest).toMatchObject([
			{ name: null, amountMinor: 2_000 },
			{ name: 'Grace Hopper', amountMinor: 5_000, message: 'For the roof' },
		]);
		expect(JSON.stringify(body)).not.toContain('Envelope');
		await expectInvariants(services);

		const remove = () =>
			api.call('DELETE', `/api/events/${event.id}/donations/${made.body.id}`, undefined, {
				token: owner.token,
			});
		expect((await Promise.all([remove(), remove()])).map(({ status }) => status)).toEqual([204, 204]);
		expect((await get(event)).body).toMatchObject({ raisedMinor: 2_000, donors: 1 });
		const { body: list } = await api.get(`/api/events/${event.id}/donations`, { token: owner.token });
		expect(list.data).toMatchObject([{ refundedMinor: 0 }, { refundedMinor: 5_000, note: 'Envelope 3' }]);
		await expectInvariants(services);
	});

	test('are not from the future, and need a fundraiser', async () => {
		const event = await makeFundraiser(services, api, owner);
		expect((await add(event, { receivedOn: '2999-01-01' })).body.details[0].field).toBe('receivedOn');
		const bare = await makeEvent(services, owner, { isPublished: true });
		expect((await add(bare)).status).toBe(404);
	});

	test('keep their event from being deleted', async () => {
		const event = await makeEvent(services, owner);
		await save(event, {});
		await add(event);
		const gone = await api.call('DELETE', `/api/events/${event.id}`, undefined, { token: owner.token });
		expect(ruleOf(gone)).toBe('has-donations');
	});
});

describe('the donor wall', () => {
	test('shows names and amounts as far as donors and organiser want', async () => {
		const event = await makeFundraiser(services, api, owner);
		const honour = { kind: 'memory', name: 'Charles' };
		for (const gift of [
			{ amountMinor: 1_000, message: 'Well done', honour },
			{ amountMinor: 3_000, anonymous: true, message: 'Quietly' },
		])
			expect((await payByCard(api, await holdGift(api, event, gift))).status).toBe(201);
		expect((await get(event)).body.latest).toMatchObject([
			{ name: null, amountMinor: 3_000, message: 'Quietly', honour: null },
			{ name: 'Ada Lovelace', amountMinor: 1_000, message: 'Well done', honour },
		]);
		const first = await api.get(path(event, '/wall'), { query: { limit: '1' } });
		const second = await api.get(path(event, '/wall'), {
			query: { limit: '1', cursor: first.body.nextCursor },
		});
		expect([first.body.data[0].message, second.body.data[0].message, second.body.nextCursor]).toEqual([
			'Quietly',
			'Well done',
			null,
		]);

		const { body: list } = await api.get(`/api/events/${event.id}/donations`, { token: owner.token });
		expect(list.data).toMatchObject([{ donorName: 'Ada Lovelace', isAnonymous: true }, {}]);
		const hidden = await api.patch(
			`/api/events/${event.id}/donations/${list.data[1].id}`,
			{ isMessageHidden: true },
			{ token: owner.token },
		);
		expect(hidden.body.isMessageHidden).toBe(true);
		await save(event, { wall: 'amounts_hidden' });
		expect((await get(event)).body.latest).toMatchObject([
			{ amountMinor: null, message: 'Quietly' },
			{ amountMinor: null, message: '', honour: null, name: 'Ada Lovelace' },
		]);
		await save(event, { wall: 'off' });
		expect((await get(event)).body.latest).toEqual([]);
		expect((await api.get(path(event, '/wall'))).body.data).toEqual([]);
	});

	test('is for those who see the event', async () => {
		const event = await makeFundraiser(services, api, owner);
		await api.patch(`/api/events/${event.id}`, { visibility: 'invite_only' }, { token: owner.token });
		expect((await api.get(path(event, '/wall'))).status).toBe(404);
		expect((await api.get(`/api/events/${randomUUID()}/fundraiser`)).status).toBe(404);
	});
});

describe('the list of donations', () => {
	test('finds donors whatever the accents, narrows by source, and is exported', async () => {
		const event = await makeFundraiser(services, api, owner);
		const add = (donorName: string, message: string) =>
			api.post(
				`/api/events/${event.id}/donations`,
				{ amountMinor: 1_250, receivedOn: '2026-03-01', donorName, message, note: '=1+1' },
				{ token: owner.token },
			);
		await add('José Núñez', 'For the roof');
		await add('Grace 100%', 'Hello');
		await payByCard(api, await holdGift(api, event, { amountMinor: 2_000 }));
		const list = async (query: string, token = owner.token) =>
			(await api.get(`/api/events/${event.id}/donations?${query}`, { token })).body.data.map(
				(one: { donorName: string }) => one.donorName,
			);
		expect(await list('')).toEqual(['Ada Lovelace', 'Grace 100%', 'José Núñez']);
		expect(await list('q=nunez+ROOF')).toEqual(['José Núñez']);
		expect(await list('q=100%25')).toEqual(['Grace 100%']);
		expect(await list('q=%25')).toEqual(['Grace 100%']);
		expect(await list('source=online')).toEqual(['Ada Lovelace']);
		const file = await api.get(`/api/events/${event.id}/donations/export`, { token: owner.token });
		expect(file.headers.get('content-type')).toContain('text/csv');
		const text = String(file.body);
		expect(text).toContain('Ada Lovelace,ada@example.org,,online,,EUR,20.00,0.00,0.00');
		expect(text).toContain('José Núñez');
		expect(text).not.toMatch(/(^|,)=1/m);
		const { token: door } = await makeMember(services, owner.organisationId, 'check_in');
		expect((await api.get(`/api/events/${event.id}/donations/export`, { token: door })).status).toBe(403);
	});
});

describe('updates', () => {
	test('are posted, changed and removed by who may, and shown to everybody', async () => {
		const event = await makeFundraiser(services, api, owner);
		const updates = path(event, '/updates');
		const post = (body: object, token = owner.token) => api.post(updates, body, { token });
		expect((await post({ title: ' ', body: 'x' })).body.details?.[0]?.field).toBe('title');
		const { token: door } = await makeMember(services, owner.organisationId, 'check_in');
		expect((await post({ title: 'A', body: 'x' }, door)).status).toBe(403);
		const first = await post({ title: 'Half way', body: 'Thank *you*. <script>alert(1)</script>' });
		expect(first).toMatchObject({ status: 201, body: { title: 'Half way' } });
		expect(first.body.bodyHtml).toContain('<em>you</em>');
		expect(first.body.bodyHtml).not.toContain('<script');
		for (const title of ['B', 'C', 'D']) await post({ title, body: 'x' });
		const { body } = await get(event);
		expect(body.updates.map((one: { title: string }) => one.title)).toEqual(['D', 'C', 'B']);
		expect(body.updateCount).toBe(4);
		const one = `${updates}/${first.body.id}`;
		const patched = await api.patch(one, { title: 'Done' }, { token: owner.token });
		expect(patched.body).toMatchObject({ title: 'Done', body: first.body.body });
		const listed = await api.get(`${updates}?limit=3`);
		expect(listed.body.data).toHaveLength(3);
		const rest = await api.get(`${updates}?limit=3&cursor=${listed.body.nextCursor}`);
		expect(rest.body.data.map((row: { title: string }) => row.title)).toEqual(['Done']);
		const stranger = await makeUser(services);
		expect((await api.call('DELETE', one, undefined, { token: stranger.token })).status).toBe(404);
		expect((await api.call('DELETE', one, undefined, { token: owner.token })).status).toBe(204);
		expect((await api.call('DELETE', one, undefined, { token: owner.token })).status).toBe(404);
	});

	test('of a draft are its members’ alone', async () => {
		const event = await makeFundraiser(services, api, owner, { isLive: false });
		expect((await api.get(path(event, '/updates'))).status).toBe(404);
		expect((await api.get(path(event, '/updates'), { token: owner.token })).status).toBe(200);
	});
});

test('texts beside the proposed amounts stay with their amount', async () => {
	const event = await makeFundraiser(services, api, owner, {
		presetsMinor: [5_000, 1_000, 5_000],
		presetTexts: ['A window', 'A tile', 'A door'],
	});
	expect((await get(event)).body).toMatchObject({
		presetsMinor: [1_000, 5_000],
		presetTexts: ['A tile', 'A door'],
	});
});
