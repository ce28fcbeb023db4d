import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_BATCH, MAX_CODES } from '#shared/contracts/codes.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();
let event: { id: string; slug: string };
beforeAll(async () => {
	event = await makeEvent(services, owner, { isPublished: true });
});

const percent = { kind: 'percent', basisPoints: 2_000 };
const path = (rest = '', id = event.id) => `/api/events/${id}/codes${rest}`;
const batches = (rest = '') => `/api/events/${event.id}/code-batches${rest}`;
const send = (method: 'POST' | 'PATCH' | 'DELETE', to: string, body?: object, token = owner.token) =>
	api.call(method, to, body, { token });
const letters = () => `T-${randomUUID().slice(0, 8)}`;
const create = async (input: object = {}) => {
	const made = await send('POST', path(), { code: letters(), ...percent, ...input });
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body;
};
const listed = async (query = '') =>
	(await api.get(`${path()}${query}`, { token: owner.token })).body as {
		data: { code: string }[];
		nextCursor: string | null;
		total: number;
	};

/** What a sale writes when an order uses a code. */
async function use(codeId: string, { used = 1, savedMinor = 0, isGivenBack = false } = {}): Promise<void> {
	const { pool } = database();
	await pool.query(
		`INSERT INTO code_uses (organisation_id, event_id, order_id, code_id, saved_minor, given_back_at)
		VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END)`,
		[owner.organisationId, event.id, newId(), codeId, savedMinor, isGivenBack],
	);
	if (!isGivenBack)
		await pool.query('UPDATE codes SET used = $2, saved_minor = $3 WHERE id = $1', [
			codeId,
			used,
			savedMinor,
		]);
}

async function makeType(input: object = {}): Promise<string> {
	const made = await send('POST', `/api/events/${event.id}/ticket-types`, { name: 'VIP', ...input });
	return made.body.id;
}

describe('a code', () => {
	test('needs letters and a value; it is for everything, from now on, any number of times', async () => {
		const made = await send('POST', path(), { code: 'Early-Bird', ...percent });
		expect(made.status).toBe(201);
		expect(made.headers.get('etag')).toBe('"1"');
		expect(made.body).toMatchObject({
			code: 'Early-Bird',
			label: '',
			kind: 'percent',
			basisPoints: 2_000,
			amountMinor: null,
			currency: 'EUR',
			ticketTypeIds: null,
			minQuantity: 1,
			maxQuantity: null,
			uses: null,
			used: 0,
			savedMinor: 0,
			state: 'active',
			batchId: null,
			version: 1,
		});
		expect(made.body.url).toBe(`${services.config.appUrl}/events/${event.slug}?code=Early-Bird`);
	});

	test.each([
		[{ code: 'X1' }, 'code'],
		[{ code: '--_-' }, 'code'],
		[{ code: 'AB CD' }, 'code'],
		[{ basisPoints: null }, 'basisPoints'],
		[{ basisPoints: 10_001 }, 'basisPoints'],
		[{ amountMinor: 100 }, 'amountMinor'],
		[{ kind: 'fixed', basisPoints: null }, 'amountMinor'],
		[{ kind: 'fixed', basisPoints: null, amountMinor: 0 }, 'amountMinor'],
		[{ kind: 'fixed', amountMinor: 500 }, 'basisPoints'],
		[{ kind: 'price', basisPoints: null, amountMinor: 10 }, 'amountMinor'],
		[{ kind: 'unlock', basisPoints: null }, 'ticketTypeIds'],
		[{ ticketTypeIds: [newId()] }, 'ticketTypeIds'],
		[{ minQuantity: 3, maxQuantity: 2 }, 'maxQuantity'],
		[{ startsAt: '2031-01-02T00:00:00Z', endsAt: '2031-01-02T00:00:00Z' }, 'endsAt'],
		[{ uses: 0 }, 'uses'],
	])('is refused at its field: %j', async (input, field) => {
		const refused = await send('POST', path(), { code: letters(), ...percent, ...input });
		expect(refused.status).toBe(400);
		expect(refused.body.details[0].field).toBe(field);
	});

	test('has amounts in whole steps of the currency of its event', async () => {
		const hungarian = await makeEvent(services, owner);
		await send('POST', `/api/events/${hungarian.id}/ticket-types`, {
			...{ name: 'Seat', priceMinor: 500_000, currency: 'HUF' },
		});
		const fixed = (amountMinor: number) =>
			send('POST', path('', hungarian.id), { code: letters(), kind: 'fixed', amountMinor });
		expect((await fixed(100_050)).body.details?.[0]?.field).toBe('amountMinor');
		expect((await fixed(100_000)).body).toMatchObject({ amountMinor: 100_000, currency: 'HUF' });
	});

	test('with an amount holds the currency of its event', async () => {
		const second = await makeEvent(services, owner);
		const change = (currency: string) => send('PATCH', `/api/events/${second.id}`, { currency });
		const made = await send('POST', path('', second.id), {
			code: letters(),
			kind: 'fixed',
			amountMinor: 500,
		});
		const seat = { name: 'Seat', priceMinor: 2_000, currency: 'JPY' };
		for (const refused of [
			await change('JPY'),
			await send('POST', `/api/events/${second.id}/ticket-types`, seat),
		])
			expect([refused.status, refused.body.details[0].field]).toEqual([400, 'currency']);
		const whole = { kind: 'percent', basisPoints: 1_000 };
		expect((await send('PATCH', path(`/${made.body.id}`, second.id), whole)).status).toBe(200);
		expect((await change('JPY')).status).toBe(200);
	});

	test('is one of its event, however it is written; another event may have it too', async () => {
		await create({ code: 'Summer-26' });
		const again = await send('POST', path(), { code: 'sum_mer26', ...percent });
		expect(again.status).toBe(409);
		expect(again.body.code).toBe('RESOURCE_ALREADY_EXISTS');
		expect(again.body.details[0].field).toBe('code');
		const other = await create();
		expect((await send('PATCH', path(`/${other.id}`), { code: 'SUMMER26' })).status).toBe(409);
		const second = await makeEvent(services, owner);
		expect((await send('POST', path('', second.id), { code: 'SUMMER26', ...percent })).status).toBe(201);
		// Its own letters, written otherwise.
		expect((await send('PATCH', path(`/${other.id}`), { code: other.code.toLowerCase() })).status).toBe(200);
	});

	test('of another kind has another value', async () => {
		const made = await create();
		const fixed = await send('PATCH', path(`/${made.id}`), { kind: 'fixed', amountMinor: 500 });
		expect(fixed.body).toMatchObject({ kind: 'fixed', basisPoints: null, amountMinor: 500, version: 2 });
		const price = await send('PATCH', path(`/${made.id}`), { kind: 'price' });
		expect(price.body.details[0].field).toBe('amountMinor');
		const types = [await makeType({ isHidden: true })];
		const unlock = await send('PATCH', path(`/${made.id}`), { kind: 'unlock', ticketTypeIds: types });
		expect(unlock.body).toMatchObject({ kind: 'unlock', amountMinor: null, ticketTypeIds: types });
	});

	test('is changed only in the version that was read', async () => {
		const made = await create();
		const change = (ifMatch: string) =>
			api.patch(
				path(`/${made.id}`),
				{ label: 'Press' },
				{
					...{ token: owner.token, headers: { 'If-Match': ifMatch } },
				},
			);
		expect((await change('"7"')).status).toBe(412);
		expect((await change('"1"')).body).toMatchObject({ label: 'Press', version: 2 });
	});

	test('cannot be limited to less than what is used and saved', async () => {
		const made = await create({ uses: 10, budgetMinor: 10_000 });
		await use(made.id, { used: 3, savedMinor: 1_500 });
		const change = (body: object) => send('PATCH', path(`/${made.id}`), body);
		const fewer = await change({ uses: 2 });
		expect(fewer.status).toBe(422);
		expect(fewer.body.metadata.rule).toBe('uses-below-used');
		expect(fewer.body.details[0].field).toBe('uses');
		expect((await change({ budgetMinor: 1_499 })).body.metadata.rule).toBe('budget-below-saved');
		expect((await change({ uses: 3, budgetMinor: 1_500 })).body).toMatchObject({ state: 'used_up', used: 3 });
		expect((await change({ uses: null, budgetMinor: null })).body.state).toBe('active');
	});

	test('has a state that follows from its terms', async () => {
		const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
		expect((await create({ startsAt: hour(1) })).state).toBe('scheduled');
		expect((await create({ startsAt: hour(-2), endsAt: hour(1) })).state).toBe('active');
		expect((await create({ endsAt: hour(-1) })).state).toBe('ended');
	});

	test('that an order used, even one that was cancelled, is ended, not deleted', async () => {
		const unused = await create();
		expect((await send('DELETE', path(`/${unused.id}`))).status).toBe(204);
		expect((await send('DELETE', path(`/${unused.id}`))).status).toBe(404);
		for (const isGivenBack of [false, true]) {
			const made = await create();
			await use(made.id, { isGivenBack });
			const refused = await send('DELETE', path(`/${made.id}`));
			expect(refused.status).toBe(422);
			expect(refused.body.metadata.rule).toBe('code-used');
		}
	});

	test('counts the orders that use it, and what they save', async () => {
		const priced = await makePricedEvent(services, api, owner);
		const { body: code } = await send('POST', path('', priced.id), { code: 'EARLY', ...percent, uses: 5 });
		const items = [{ ticketTypeId: priced.ticketTypeId, quantity: 2 }];
		const { body: quoted } = await api.post(`/api/events/${priced.id}/quote`, { items, code: 'early' });
		const placed = await api.post(`/api/events/${priced.id}/orders`, {
			...{ items, code: 'early', hold: true, quoteHash: quoted.hash },
			buyer: { name: 'Ada', email: 'ada@example.org' },
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		const { data } = (await api.get(path('', priced.id), { token: owner.token })).body;
		expect(data).toMatchObject([{ code: 'EARLY', used: 1, savedMinor: 960, uses: 5, state: 'active' }]);
		expect((await send('DELETE', path(`/${code.id}`, priced.id))).body.metadata.rule).toBe('code-used');
	});

	test('belongs to those who may edit codes of its organisation', async () => {
		const made = await create();
		const stranger = await makeUser(services);
		const { token: door } = await makeMember(services, owner.organisationId, 'check_in');
		const { token: marketing } = await makeMember(services, owner.organisationId, 'marketing');
		const calls: ['POST' | 'PATCH' | 'DELETE', string, object?][] = [
			['POST', path(), { code: letters(), ...percent }],
			['PATCH', path(`/${made.id}`), { label: 'x' }],
			['DELETE', path(`/${made.id}`)],
			['POST', batches(), { count: 1, ...percent }],
		];
		for (const [method, to, body] of calls) {
			expect((await send(method, to, body, stranger.token)).status, `${method} ${to}`).toBe(404);
			expect((await send(method, to, body, door)).status, `${method} ${to}`).toBe(403);
		}
		for (const to of [path(), path('/export'), batches()]) {
			expect((await api.get(to, { token: stranger.token })).status, to).toBe(404);
			expect((await api.get(to, { token: door })).status, to).toBe(403);
		}
		// Nor by the address of an event of their own.
		const foreign = await makeEvent(services, stranger);
		expect(
			(await send('PATCH', path(`/${made.id}`, foreign.id), { label: 'x' }, stranger.token)).status,
		).toBe(404);
		expect((await send('PATCH', path(`/${made.id}`), { label: 'Press' }, marketing)).status).toBe(200);
	});
});

test('the list goes by pages, the newest first, and finds codes by their beginning', async () => {
	event = await makeEvent(services, owner, { isPublished: true });
	for (const code of ['AUTUMN-1', 'AUTUMN-2', 'WINTER%1', 'WINTER1']
		.map((one) => one.replace('%', '_'))
		.slice(0, 3))
		await create({ code });
	const first = await listed('?limit=2');
	expect(first).toMatchObject({ data: [{ code: 'WINTER_1' }, { code: 'AUTUMN-2' }], total: 3 });
	expect(await listed(`?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
		data: [{ code: 'AUTUMN-1' }],
		nextCursor: null,
	});
	expect((await listed('?search=autumn%20')).data).toHaveLength(2);
	expect((await listed('?search=umn')).data).toHaveLength(0);
	expect((await listed('?search=%25')).data).toHaveLength(0);
});

describe('a batch', () => {
	test(`of ${MAX_BATCH} codes is made at once; none is twice`, async () => {
		event = await makeEvent(services, owner, { isPublished: true });
		const key = { headers: { 'Idempotency-Key': randomUUID() }, token: owner.token };
		const input = { count: MAX_BATCH, label: 'Members', kind: 'fixed', amountMinor: 500 };
		const made = await api.post(batches(), input, key);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		expect(made.body).toMatchObject({
			label: 'Members',
			codes: MAX_BATCH,
			usedCodes: 0,
			state: 'active',
			terms: { kind: 'fixed', amountMinor: 500, uses: 1, ticketTypeIds: null },
		});
		// The same request again makes no more of them.
		expect((await api.post(batches(), input, key)).body.id).toBe(made.body.id);
		const { rows } = await database().pool.query(
			'SELECT code, key FROM codes WHERE event_id = $1 AND batch_id = $2',
			[event.id, made.body.id],
		);
		expect(new Set(rows.map(({ key }) => key)).size).toBe(MAX_BATCH);
		for (const { code } of rows) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{10}$/);
		expect(await listed()).toMatchObject({ data: [], total: MAX_BATCH });
		expect((await listed(`?batch=${made.body.id}&limit=100`)).data).toHaveLength(100);
		expect((await listed(`?search=${rows[0].code.slice(0, 8)}`)).data).toMatchObject([
			{ batchId: made.body.id },
		]);
		expect((await send('POST', batches(), { count: MAX_BATCH + 1, ...percent })).status).toBe(400);
	});

	test('fills an event up to its limit, and no further', async () => {
		await database().pool.query(
			`INSERT INTO codes (id, organisation_id, event_id, code, key, kind, basis_points)
			SELECT gen_random_uuid(), organisation_id, id, 'FULL' || n, 'FULL' || n, 'percent', 100 FROM events, generate_series(1, $2) AS n
			WHERE id = $1`,
			[event.id, MAX_CODES - MAX_BATCH - 10],
		);
		const more = (count: number) => send('POST', batches(), { count, ...percent });
		expect((await more(11)).body.metadata).toMatchObject({ rule: 'too-many-codes' });
		expect((await more(9)).status).toBe(201);
		const two = await Promise.all([1, 2].map(() => send('POST', path(), { code: letters(), ...percent })));
		expect(two.map(({ status }) => status).toSorted()).toEqual([201, 422]);
		event = await makeEvent(services, owner, { isPublished: true });
	});

	test('is changed and ended as a whole; its codes are not changed one by one', async () => {
		const types = [await makeType()];
		const { body: made } = await send('POST', batches(), {
			count: 3,
			...percent,
			ticketTypeIds: types,
			uses: 5,
		});
		const { data } = await listed(`?batch=${made.id}`);
		const [one, two] = data as unknown as { id: string }[];
		const refused = await send('PATCH', path(`/${one?.id}`), { label: 'x' });
		expect(refused.body.metadata.rule).toBe('code-of-batch');
		await use(one?.id ?? '', { used: 2, savedMinor: 700 });
		expect((await send('PATCH', batches(`/${made.id}`), { uses: 1 })).body.metadata.rule).toBe(
			'uses-below-used',
		);
		const changed = await send('PATCH', batches(`/${made.id}`), {
			...{ kind: 'price', amountMinor: 1_000, uses: 2, label: 'Press', endsAt: '2020-01-01T00:00:00Z' },
		});
		expect(changed.body).toMatchObject({
			label: 'Press',
			terms: { kind: 'price', basisPoints: null, amountMinor: 1_000, uses: 2, ticketTypeIds: types },
			state: 'ended',
			codes: 3,
			usedCodes: 1,
			used: 2,
			savedMinor: 700,
		});
		expect((await send('DELETE', batches(`/${made.id}`))).body.metadata.rule).toBe('code-used');
		expect((await send('DELETE', path(`/${two?.id}`))).status).toBe(204);
		expect((await api.get(batches(), { token: owner.token })).body.data[0]).toMatchObject({ codes: 2 });
	});

	test('that nobody used is deleted with its codes, or goes with the last of them', async () => {
		const make = async (count: number) => (await send('POST', batches(), { count, ...percent })).body.id;
		const ids = async () =>
			(await api.get(batches(), { token: owner.token })).body.data.map(({ id }: { id: string }) => id);
		const whole = await make(20);
		expect((await send('DELETE', batches(`/${whole}`))).status).toBe(204);
		expect((await send('DELETE', batches(`/${whole}`))).status).toBe(404);
		expect((await listed(`?batch=${whole}`)).data).toEqual([]);
		const single = await make(1);
		expect(await ids()).toContain(single);
		const [one] = (await listed(`?batch=${single}`)).data as unknown as { id: string }[];
		await send('DELETE', path(`/${one?.id}`));
		expect(await ids()).not.toContain(single);
		expect((await send('PATCH', batches(`/${newId()}`), { label: 'x' })).status).toBe(404);
	});
});

test('codes are exported with their links, and no cell is run', async () => {
	event = await makeEvent(services, owner, { title: 'Gala', isPublished: true });
	const made = await create({ code: 'VIP', label: '=1+1', uses: 100, endsAt: '2031-05-01T18:00:00Z' });
	await use(made.id, { used: 12, savedMinor: 6_050 });
	const { body: batch } = await send('POST', batches(), {
		count: 1_500,
		label: 'Members',
		kind: 'fixed',
		amountMinor: 550,
	});
	const file = async (query: string) => {
		const answer = await api.get(path(`/export${query}`), { token: owner.token });
		expect(answer.headers.get('content-type')).toContain('text/csv');
		return String(answer.body).trim().split('\r\n');
	};
	const all = await file('');
	expect(all).toHaveLength(1_502);
	expect(all[0]).toBe('Code,Label,Link,Kind,Value,Currency,Uses,Used,Saved,Starts at,Ends at,State');
	const link = `${services.config.appUrl}/events/${event.slug}?code=`;
	expect(all.at(-1)).toBe(
		`VIP,'=1+1,${link}VIP,percent,20,EUR,100,12,60.50,,2031-05-01T18:00:00.000Z,active`,
	);
	const ofBatch = await file(`?batch=${batch.id}`);
	expect(ofBatch).toHaveLength(1_501);
	expect(new Set(ofBatch).size).toBe(1_501);
	expect(ofBatch[1]).toMatch(/^(\w{10}),Members,\S+\?code=\1,fixed,5\.50,EUR,1,0,0\.00,,,active$/);
	expect((await api.get(path(`/export?batch=${newId()}`), { token: owner.token })).status).toBe(404);
});
