import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { newId } from '#shared/lib/ids.ts';
import { MAX_PAGES_OF_ADDRESS, MAX_PAGES_OF_NETWORK } from '#shared/rules/fundraisers.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser, makeSupporterPage } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { fundraiserChecks } from '../checks.ts';
import { creditPages } from '../commands/count-gifts.ts';
import { forgetSources } from './change-page.ts';

const { services, api, owner, query } = useTestOwner();

const open = (fields: Record<string, unknown> = {}) =>
	makeFundraiser(services, api, owner, { supporters: 'open', ...fields });
const token = () => ({ token: owner.token });
const pages = (event: { id: string }, rest = '') => `/api/events/${event.id}/fundraiser-pages${rest}`;
const make = (event: { id: string }, fields: Record<string, unknown> = {}) =>
	makeSupporterPage(api, event, fields);
const shown = async (event: { id: string }, slug: string) => (await api.get(pages(event, `/${slug}`))).body;
const own = (pageToken: string, method: 'GET' | 'PATCH' | 'DELETE', body?: object) =>
	api.call(method, `/api/fundraiser-pages/${pageToken}`, body);
const moderate = (event: { id: string }, page: string, body: object, as = owner.token) =>
	api.patch(`/api/events/${event.id}/fundraiser/pages/${page}`, body, { token: as });
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
const fieldOf = ({ body }: { body: { details?: { field: string }[] } }) => body.details?.[0]?.field;
const mailsTo = (email: string) =>
	query(`SELECT template FROM mails WHERE recipient = $1 ORDER BY created_at, id`, [email]);

async function give(event: PricedEvent, pageId: string, amountMinor = 2_000) {
	const order = await holdGift(api, event, { amountMinor, pageId });
	const paid = await payByCard(api, order);
	expect(paid.status, JSON.stringify(paid.body)).toBe(201);
	return order;
}

describe('a page of a supporter', () => {
	test('is made in public, mailed to its owner, and changed by its link', async () => {
		const event = await open();
		const page = await make(event, { name: 'Ada Lovelace', email: 'ada.page@example.org', story: 'I run.' });
		expect(page).toMatchObject({
			slug: 'ada-lovelace',
			state: 'shown',
			isOpen: true,
			raisedMinor: 0,
			team: null,
		});
		expect(await mailsTo('ada.page@example.org')).toMatchObject([{ template: 'fundraisers/supporter-page' }]);
		expect(await shown(event, 'ada-lovelace')).toMatchObject({ name: 'Ada Lovelace', story: 'I run.' });
		expect(JSON.stringify(await shown(event, 'ada-lovelace'))).not.toContain('example.org');

		const { headers } = await own(page.pageToken, 'GET');
		const etag = headers.get('etag') as string;
		const change = (body: object) =>
			api.call('PATCH', `/api/fundraiser-pages/${page.pageToken}`, body, { headers: { 'If-Match': etag } });
		expect((await change({ name: 'Ada L.', goalMinor: 90_000 })).body).toMatchObject({
			name: 'Ada L.',
			goalMinor: 90_000,
			slug: 'ada-lovelace',
		});
		expect((await change({ story: 'Late' })).status).toBe(412);
		expect((await own(page.pageToken, 'PATCH', { goalMinor: 0 })).status).toBe(400);
		expect((await own(`${page.pageToken.slice(0, -2)}AA`, 'GET')).status).toBe(404);
		await expectInvariants(services);
	});

	test('shares its name with others, a team does not', async () => {
		const event = await open();
		const [first, second] = [await make(event, { name: 'Ada' }), await make(event, { name: 'Ada' })];
		expect(second.slug).toMatch(/^ada-[a-z0-9]{4}$/);
		expect(first.slug).toBe('ada');
		await make(event, { kind: 'team', name: 'Rowers' });
		const again = await api.post(pages(event), {
			kind: 'team',
			name: 'rowers',
			goalMinor: 1_000,
			email: 'b@example.org',
		});
		expect(fieldOf(again)).toBe('name');
	});

	test('needs a live fundraiser whose organiser wants pages', async () => {
		const body = { name: 'Ada', goalMinor: 1_000, email: 'ada@example.org' };
		const off = await makeFundraiser(services, api, owner);
		expect(ruleOf(await api.post(pages(off), body))).toBe('supporter-pages-off');
		const draft = await open({ isLive: false });
		expect((await api.post(pages(draft), body)).status).toBe(404);
		const event = await open();
		await api.post(`/api/events/${event.id}/fundraiser/close`, undefined, token());
		expect(ruleOf(await api.post(pages(event), body))).toBe('gifts-closed');
		expect((await api.post(pages(event), { ...body, goalMinor: 0 })).status).toBe(400);
	});

	test('joins a team that is there, and a team joins none', async () => {
		const event = await open();
		const team = await make(event, { kind: 'team', name: 'Rowers' });
		const page = await make(event, { name: 'Grace', teamId: team.id });
		expect(page.team).toMatchObject({ slug: 'rowers' });
		expect((await shown(event, 'rowers')).members.data).toMatchObject([{ name: 'Grace' }]);
		const body = { name: 'Eve', goalMinor: 1_000, email: 'eve@example.org' };
		expect(fieldOf(await api.post(pages(event), { ...body, teamId: page.id }))).toBe('teamId');
		expect(fieldOf(await api.post(pages(event), { ...body, teamId: newId() }))).toBe('teamId');
		expect(fieldOf(await api.post(pages(event), { ...body, kind: 'team', teamId: team.id }))).toBe('teamId');
		const other = await open();
		expect(fieldOf(await api.post(pages(other), { ...body, teamId: team.id }))).toBe('teamId');
		expect((await own(page.pageToken, 'PATCH', { teamId: null })).body.team).toBeNull();
	});

	test('is limited by address and by network', async () => {
		const event = await open();
		const body = { name: 'Ada', goalMinor: 1_000 };
		for (let made = 0; made < MAX_PAGES_OF_ADDRESS; made += 1)
			await make(event, { email: 'many@example.org' });
		expect(ruleOf(await api.post(pages(event), { ...body, email: 'MANY@example.org' }))).toBe(
			'too-many-pages',
		);
		for (let made = MAX_PAGES_OF_ADDRESS; made < MAX_PAGES_OF_NETWORK; made += 1) await make(event);
		const refused = await api.post(pages(event), { ...body, email: 'one-more@example.org' });
		expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
		await query(`UPDATE fundraiser_pages SET created_at = now() - interval '25 hours' WHERE event_id = $1`, [
			event.id,
		]);
		await forgetSources(services);
		expect(
			await query('SELECT FROM fundraiser_pages WHERE event_id = $1 AND source IS NOT NULL', [event.id]),
		).toEqual([]);
		await make(event);
	});

	test('is removed by its owner: nothing names them, what was given stays', async () => {
		const event = await open();
		const page = await make(event, { name: 'Ada Lovelace', email: 'gone@example.org' });
		await give(event, page.id);
		expect((await own(page.pageToken, 'DELETE')).status).toBe(204);
		expect((await own(page.pageToken, 'GET')).status).toBe(404);
		expect((await shown(event, page.slug)).code).toBe('RESOURCE_NOT_FOUND');
		const [row] = await query('SELECT * FROM fundraiser_pages WHERE id = $1', [page.id]);
		// Not letters alone: ids are hexadecimal and may hold "ada".
		expect(JSON.stringify(row)).not.toMatch(/\bada\b|lovelace|gone@/i);
		expect((await api.get(`/api/events/${event.id}/fundraiser`)).body.raisedMinor).toBe(2_000);
		await expectInvariants(services);
	});
});

describe('a gift through a page', () => {
	test('counts for page, team and fundraiser; refunds lower all three', async () => {
		const event = await open();
		const team = await make(event, { kind: 'team', name: 'Rowers' });
		const page = await make(event, { name: 'Grace', teamId: team.id });
		const order = await give(event, page.id, 3_000);
		await give(event, team.id, 1_000);
		await payByCard(api, await holdGift(api, event, { amountMinor: 500 }));
		const figures = async () => {
			const [one, all] = [await shown(event, page.slug), await shown(event, team.slug)];
			const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
			return [one, all, body].map(({ raisedMinor, donors }) => [raisedMinor, donors]);
		};
		expect(await figures()).toEqual([
			[3_000, 1],
			[4_000, 2],
			[4_500, 3],
		]);
		expect((await shown(event, page.slug)).latest).toMatchObject([{ amountMinor: 3_000 }]);
		expect((await shown(event, team.slug)).latest).toHaveLength(2);
		const wall = await api.get(`/api/events/${event.id}/fundraiser/wall?page=${page.id}`);
		expect(wall.body.data).toHaveLength(1);
		const { body: list } = await api.get(`/api/events/${event.id}/donations`, token());
		expect(list.data).toMatchObject([
			{ page: null, team: null },
			{ page: null, team: { name: 'Rowers' } },
			{ page: { name: 'Grace' }, team: { name: 'Rowers' } },
		]);
		// Leaving the team changes nothing of what was given.
		await own(page.pageToken, 'PATCH', { teamId: null });
		await refundOrder(api, event, order, { token: owner.token, amountMinor: 1_000 });
		expect((await figures()).slice(0, 2)).toEqual([
			[2_000, 1],
			[3_000, 2],
		]);
		await refundOrder(api, event, order, { token: owner.token });
		await settleAll(services);
		expect((await figures()).slice(0, 2)).toEqual([
			[0, 0],
			[1_000, 1],
		]);
		await expectInvariants(services);
	});

	test('goes to the fundraiser alone when the page is unknown or another event’s', async () => {
		const [event, other] = [await open(), await open()];
		const page = await make(other);
		await give(event, page.id);
		await give(event, newId());
		expect((await api.get(`/api/events/${event.id}/fundraiser`)).body).toMatchObject({
			raisedMinor: 4_000,
			topPages: { data: [] },
		});
		expect((await shown(other, page.slug)).raisedMinor).toBe(0);
		await expectInvariants(services);
	});

	test('ranks pages and teams by what they raised, page by page', async () => {
		const event = await open();
		const made = [];
		for (const name of ['One', 'Two', 'Three']) made.push(await make(event, { name }));
		await give(event, made[1]?.id as string, 3_000);
		await give(event, made[0]?.id as string, 1_000);
		const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
		const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
		expect(names(body.topPages)).toEqual(['Two', 'One', 'Three']);
		const first = (await api.get(pages(event, '?limit=2'))).body;
		expect(names(first)).toEqual(['Two', 'One']);
		const next = (await api.get(pages(event, `?limit=2&cursor=${first.nextCursor}`))).body;
		expect([names(next), next.nextCursor]).toEqual([['Three'], null]);
		expect((await api.get(pages(event, '?cursor=abc'))).status).toBe(400);
	});

	test('figures that are wrong are found', async () => {
		const event = await open();
		const page = await make(event);
		await give(event, page.id);
		const check = fundraiserChecks.find(({ name }) => name === 'fundraisers.pages-match-donations');
		const find = async () => (await check?.run(services))?.length;
		expect(await find()).toBe(0);
		const add = (minor: number) =>
			query('UPDATE fundraiser_pages SET raised_minor = raised_minor + $2 WHERE id = $1', [page.id, minor]);
		await add(1);
		expect(await find()).toBe(1);
		await add(-1);
		const credit = (id: string | null) =>
			query('UPDATE donations SET team_id = $2 WHERE event_id = $1', [event.id, id]);
		await credit(newId());
		expect(await find()).toBe(1);
		await credit(null);
		expect(await find()).toBe(0);
	});
});

describe('the organiser', () => {
	test('hides a page with a reason and shows it again; members without the right do not', async () => {
		const event = await open();
		const page = await make(event, { name: 'Ada', email: 'hidden@example.org' });
		const { token: door } = await makeMember(services, owner.organisationId, 'check_in');
		expect((await moderate(event, page.id, { state: 'hidden' }, door)).status).toBe(403);
		const stranger = await makeUser(services);
		expect((await moderate(event, page.id, { state: 'hidden' }, stranger.token)).status).toBe(404);
		const hidden = await moderate(event, page.id, { state: 'hidden', reason: 'Not our cause' });
		expect(hidden.body).toMatchObject({ state: 'hidden', hiddenReason: 'Not our cause' });
		await moderate(event, page.id, { state: 'hidden', reason: 'Not our cause' });
		expect((await shown(event, page.slug)).code).toBe('RESOURCE_NOT_FOUND');
		expect((await api.get(pages(event))).body.data).toEqual([]);
		expect((await api.get(`/api/events/${event.id}/fundraiser/wall?page=${page.id}`)).status).toBe(404);
		expect((await own(page.pageToken, 'GET')).body).toMatchObject({
			state: 'hidden',
			hiddenReason: 'Not our cause',
		});
		await moderate(event, page.id, { state: 'shown' });
		expect((await shown(event, page.slug)).name).toBe('Ada');
		expect(await mailsTo('hidden@example.org')).toHaveLength(3);
	});

	test('approves pages first where they chose so, and again when the texts change', async () => {
		const event = await open({ supporters: 'reviewed' });
		const page = await make(event, { name: 'Ada' });
		expect(page.state).toBe('waiting');
		expect((await shown(event, page.slug)).code).toBe('RESOURCE_NOT_FOUND');
		await moderate(event, page.id, { state: 'shown' });
		expect((await own(page.pageToken, 'PATCH', { goalMinor: 70_000 })).body.state).toBe('shown');
		expect((await own(page.pageToken, 'PATCH', { story: 'Buy my things' })).body.state).toBe('waiting');
	});

	test('lists, searches and filters pages with their owners', async () => {
		const event = await open();
		await make(event, { kind: 'team', name: 'Rowers' });
		await make(event, { name: 'Ada', email: 'ada.list@example.org' });
		const gone = await make(event, { name: 'Gone' });
		await own(gone.pageToken, 'DELETE');
		const list = async (search = '') =>
			(await api.get(`/api/events/${event.id}/fundraiser/pages${search}`, token())).body;
		expect((await list()).data).toMatchObject([{ name: 'Ada' }, { name: 'Rowers' }]);
		expect((await list('?kind=team')).data).toMatchObject([{ name: 'Rowers' }]);
		expect((await list('?q=ADA.list')).data).toMatchObject([{ ownerEmail: 'ada.list@example.org' }]);
		expect((await list('?state=hidden')).data).toEqual([]);
		const first = await list('?limit=1');
		expect((await list(`?limit=1&cursor=${first.nextCursor}`)).data).toMatchObject([{ name: 'Rowers' }]);
		await api.call(
			'PUT',
			`/api/events/${event.id}/fundraiser`,
			{ goalMinor: 100_000, currency: 'EUR', supporters: 'off' },
			token(),
		);
		expect((await api.get(pages(event))).body.data).toEqual([]);
		expect((await api.get(pages(event, '/ada'))).status).toBe(404);
	});

	test('takes no monthly donations when they choose so', async () => {
		const event = await makeFundraiser(services, api, owner, { monthly: false });
		const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
		expect(body).toMatchObject({ monthly: false, takesMonthly: false });
		const order = (monthly: boolean) => holdGift(api, event, { amountMinor: 2_000, monthly });
		await expect(order(true)).rejects.toThrow('monthly-gifts-closed');
		expect((await order(false)).status).toBe('pending');
		await api.call(
			'PUT',
			`/api/events/${event.id}/fundraiser`,
			{ goalMinor: 100_000, currency: 'EUR' },
			token(),
		);
		expect((await order(true)).status).toBe('pending');
	});
});

describe('at the same time', () => {
	test('gifts, a refund and hiding leave every figure right', async () => {
		const event = await open();
		const team = await make(event, { kind: 'team', name: 'Rowers' });
		const page = await make(event, { name: 'Grace', teamId: team.id });
		const refunded = await give(event, page.id, 1_000);
		const orders = await Promise.all(
			Array.from({ length: 6 }, () => holdGift(api, event, { amountMinor: 2_000, pageId: page.id })),
		);
		const answers = await Promise.all([
			...orders.map((order) => payByCard(api, order)),
			refundOrder(api, event, refunded, { token: owner.token }),
			moderate(event, page.id, { state: 'hidden' }),
			own(page.pageToken, 'PATCH', { story: 'Meanwhile' }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([...Array(7).fill(201), 200, 200]);
		await settleAll(services);
		expect((await own(page.pageToken, 'GET')).body).toMatchObject({
			state: 'hidden',
			raisedMinor: 12_000,
			donors: 6,
		});
		expect(await shown(event, 'rowers')).toMatchObject({ raisedMinor: 12_000, donors: 6 });
		await expectInvariants(services);
	});

	/** Adds many gifts to one page, each in a transaction of its own. */
	async function race(credit: (tx: Tx, pageId: string) => Promise<unknown>): Promise<number> {
		const page = await make(await open());
		await Promise.all(
			Array.from({ length: 20 }, () => services.database.transaction((tx) => credit(tx, page.id))),
		);
		const [row] = await query('SELECT raised_minor::int AS raised FROM fundraiser_pages WHERE id = $1', [
			page.id,
		]);
		await query('UPDATE fundraiser_pages SET raised_minor = 0, donors = 0 WHERE id = $1', [page.id]);
		return row.raised;
	}

	test('every gift is added to its page', async () => {
		const raised = await race((tx, pageId) =>
			tx.execute(
				creditPages(
					owner.organisationId,
					sql`SELECT ${pageId}::uuid AS page_id, NULL::uuid AS team_id, 100 AS minor, 1 AS donors`,
				),
			),
		);
		expect(raised).toBe(2_000);
	});

	test('negative control: what reads a sum and writes it back loses gifts', async () => {
		let readers = 0;
		let release = () => {};
		const allHaveRead = new Promise<void>((resolve) => {
			release = resolve;
		});
		const raised = await race(async (tx, pageId) => {
			const { rows } = await tx.execute<{ minor: number }>(
				sql`SELECT raised_minor::int AS minor FROM fundraiser_pages WHERE id = ${pageId}`,
			);
			readers += 1;
			if (readers === 2) release();
			await allHaveRead;
			await tx.execute(
				sql`UPDATE fundraiser_pages SET raised_minor = ${(rows[0]?.minor ?? 0) + 100} WHERE id = ${pageId}`,
			);
		});
		expect(raised).toBeLessThan(2_000);
	});

	const makeTeams = (event: { id: string }) =>
		Promise.all(
			Array.from({ length: 6 }, (_, index) =>
				api.post(pages(event), {
					kind: 'team',
					name: 'The Rowers',
					goalMinor: 1_000,
					email: `team-${index}@example.org`,
				}),
			),
		);

	test('people who make the same team get one', async () => {
		const answers = await makeTeams(await open());
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
	});

	test('people of one name get a page each', async () => {
		const event = await open();
		const made = await Promise.all(Array.from({ length: 6 }, () => make(event, { name: 'Ada Lovelace' })));
		expect(new Set(made.map(({ slug }) => slug)).size).toBe(6);
	});

	test('negative control: without the unique slug they get several teams', async () => {
		const event = await open();
		await query('DROP INDEX fundraiser_pages_slug_unique');
		try {
			const found = async () =>
				(await query('SELECT FROM fundraiser_pages WHERE event_id = $1', [event.id])).length;
			let readers = 0;
			let release = () => {};
			const bothHaveRead = new Promise<void>((resolve) => {
				release = resolve;
			});
			await Promise.all(
				[1, 2].map(async () => {
					const before = await found();
					readers += 1;
					if (readers === 2) release();
					await bothHaveRead;
					if (before > 0) return;
					await query(
						`INSERT INTO fundraiser_pages (id, organisation_id, event_id, kind, slug, name, goal_minor, owner_email, state)
						VALUES ($1, $2, $3, 'team', 'the-rowers', 'The Rowers', 1, 'a@example.org', 'shown')`,
						[newId(), owner.organisationId, event.id],
					);
				}),
			);
			expect(await found()).toBe(2);
		} finally {
			await query('DELETE FROM fundraiser_pages WHERE event_id = $1', [event.id]);
			await query(
				'CREATE UNIQUE INDEX fundraiser_pages_slug_unique ON fundraiser_pages (organisation_id, event_id, slug)',
			);
		}
	});
});
