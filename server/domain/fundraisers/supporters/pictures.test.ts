import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { emptyOrganisation, removeSandboxes } from '#server/domain/accounts/sandbox.ts';
import { resetSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { storeImage, supporterImage } from '#server/platform/images.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser, makeSupporterPage } from '#tests/factories/fundraisers.ts';
import { payByCard } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner, query } = useTestOwner();

const open = (fields: Record<string, unknown> = {}) =>
	makeFundraiser(services, api, owner, { supporters: 'open', ...fields });
const picture = async (colour: string) =>
	new Uint8Array(
		await sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
			.png()
			.toBuffer(),
	);
function upload(token: string, bytes: Uint8Array<ArrayBufferLike>) {
	const body = new FormData();
	body.append('file', new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }));
	return api.call('POST', `/api/fundraiser-pages/${token}/picture`, body);
}
/** Does what follows from changes that were committed. */
async function hearFacts() {
	const { signal } = new AbortController();
	while ((await factPoller.run(services, signal)) > 0);
}
const isStored = async (url: string) => (await services.files.find(url.replace('/files/', ''))) !== null;

describe('the picture of a supporter’s page', () => {
	test('is uploaded by the page’s link, shown in public, replaced and removed with its files', async () => {
		const event = await open();
		const { pageToken, slug } = await makeSupporterPage(api, event);
		const first = await upload(pageToken, await picture('#cc3311'));
		expect(first.status, JSON.stringify(first.body)).toBe(200);
		const { url } = first.body.picture;
		expect((await api.get(`/api/events/${event.id}/fundraiser-pages/${slug}`)).body.picture.url).toBe(url);
		expect(await isStored(url)).toBe(true);

		const second = await upload(pageToken, await picture('#0077bb'));
		expect(second.body.picture.url).not.toBe(url);
		await hearFacts();
		expect(await isStored(url)).toBe(false);

		const removed = await api.call('DELETE', `/api/fundraiser-pages/${pageToken}/picture`, undefined);
		expect(removed.body.picture).toBeNull();
		await hearFacts();
		expect(await isStored(second.body.picture.url)).toBe(false);
	});

	test('refuses what is no picture, and another version than the current one', async () => {
		const { pageToken } = await makeSupporterPage(api, await open());
		const refused = await upload(pageToken, new TextEncoder().encode('<svg xmlns="x"></svg>'));
		expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'file']);
		const stale = await api.call('DELETE', `/api/fundraiser-pages/${pageToken}/picture`, undefined, {
			headers: { 'If-Match': '"99"' },
		});
		expect(stale.status).toBe(412);
	});

	test('waits with its page where the organiser approves pages', async () => {
		const event = await open({ supporters: 'reviewed' });
		const page = await makeSupporterPage(api, event);
		await api.patch(
			`/api/events/${event.id}/fundraiser/pages/${page.id}`,
			{ state: 'shown' },
			{ token: owner.token },
		);
		expect((await upload(page.pageToken, await picture('#009988'))).body.state).toBe('waiting');
	});

	test('goes with the page and with the erasure of its owner', async () => {
		const supporter = await makeUser(services);
		const event = await open();
		const made = await api.post(
			`/api/events/${event.id}/fundraiser-pages`,
			{ title: 'Ada', goalMinor: 1_000 },
			{ token: supporter.token },
		);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		const { url } = (await upload(made.body.token, await picture('#ee7733'))).body.picture;
		const other = await makeSupporterPage(api, event);
		const otherUrl = (await upload(other.pageToken, await picture('#ee3377'))).body.picture.url;
		await services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'accounts.user-erased',
					organisationId: null,
					eventId: null,
					payload: { userId: supporter.userId, organisationIds: [] },
				},
				services,
			),
		);
		await api.call('DELETE', `/api/fundraiser-pages/${other.pageToken}`, undefined);
		await hearFacts();
		expect([await isStored(url), await isStored(otherUrl)]).toEqual([false, false]);
		expect(
			await query('SELECT FROM fundraiser_pages WHERE event_id = $1 AND picture_file IS NOT NULL', [
				event.id,
			]),
		).toEqual([]);
	});
});

describe('the pictures of a whole organisation', () => {
	/** A page with a picture, and one whose picture was replaced just before: names of both files. */
	async function withPictures(person: TestUser) {
		const event = await makeFundraiser(services, api, person, { supporters: 'open' });
		const page = await makeSupporterPage(api, event);
		const before = (await upload(page.pageToken, await picture('#aa3311'))).body.picture.url;
		const now = (await upload(page.pageToken, await picture('#0077aa'))).body.picture.url;
		return [before, now] as string[];
	}
	const storedOf = (urls: string[]) => Promise.all(urls.map(isStored));

	test('go when it is emptied, and those of others stay', async () => {
		const [going, staying] = [await makeUser(services), await makeUser(services)];
		const [gone, left] = [await withPictures(going), await withPictures(staying)];
		expect(await storedOf(gone)).toEqual([true, true]);
		await services.database.transaction((tx) =>
			emptyOrganisation(services, tx, going.organisationId, ['memberships']),
		);
		await hearFacts();
		expect(await storedOf(gone)).toEqual([false, false]);
		expect(await storedOf(left)).toEqual([false, true]);
	});

	test('go when a sandbox is reset, and when it is removed with its organisation', async () => {
		const maker = await makeUser(services);
		const sandbox = (
			await api.post(`/api/organisations/${maker.organisationId}/sandbox`, undefined, { token: maker.token })
		).body;
		const fill = async () => {
			const [row] = await query(
				`INSERT INTO fundraisers (organisation_id, event_id, goal_minor, currency)
				SELECT organisation_id, id, 1000, 'EUR' FROM events WHERE organisation_id = $1 LIMIT 1
				RETURNING event_id AS id`,
				[sandbox.id],
			);
			const { stem } = await storeImage(services.files, await picture('#223344'), supporterImage);
			await query(
				`INSERT INTO fundraiser_pages (organisation_id, id, event_id, kind, slug, name, goal_minor, owner_email, state, picture_file)
				VALUES ($1, gen_random_uuid(), $2, 'page', 'ada', 'Ada', 1000, '', 'shown', $3)`,
				[sandbox.id, row.id, stem],
			);
			return `/files/${stem}-960.webp`;
		};
		const first = await fill();
		expect(await isStored(first)).toBe(true);
		const { organisationId, userId, email } = maker;
		await resetSandbox(services, { organisationId, userId, email });
		await hearFacts();
		expect(await isStored(first)).toBe(false);
		const second = await fill();
		await services.database.transaction((tx) => removeSandboxes(services, tx, [organisationId]));
		await hearFacts();
		expect(await isStored(second)).toBe(false);
	});
});

describe('a page', () => {
	test('is made under the short names, joins a team by its slug, and is credited by a gift’s `page`', async () => {
		const event = await open();
		const pages = `/api/events/${event.id}/fundraiser-pages`;
		await makeSupporterPage(api, event, { kind: 'team', name: 'Rowers' });
		const { body } = await api.post(pages, { title: 'Ada', goalMinor: 1_000, story: 'Hi', team: 'rowers' });
		expect(body.page).toMatchObject({ name: 'Ada', hasEmail: false, team: { slug: 'rowers' } });
		expect((await api.get(`/api/fundraiser-pages/${body.token}`)).body.id).toBe(body.page.id);
		const order = await holdGift(api, event, { amountMinor: 2_000, page: body.page.id });
		expect((await payByCard(api, order)).status).toBe(201);
		const { body: fundraiser } = await api.get(`/api/events/${event.id}/fundraiser`);
		expect(
			fundraiser.pages.map(({ name, raisedMinor }: { name: string; raisedMinor: number }) => [
				name,
				raisedMinor,
			]),
		).toEqual([
			['Ada', 2_000],
			['Rowers', 2_000],
		]);
		expect((await api.post(pages, { goalMinor: 1_000 })).body.details?.[0]?.field).toBe('name');
	});

	test('ranks by the number of donations too, page after page', async () => {
		const event = await open();
		const [many, rich] = [
			await makeSupporterPage(api, event, { name: 'Many' }),
			await makeSupporterPage(api, event, { name: 'Rich' }),
		];
		for (const [pageId, amountMinor] of [
			[many.id, 500],
			[many.id, 500],
			[rich.id, 9_000],
		] as const)
			expect((await payByCard(api, await holdGift(api, event, { amountMinor, pageId }))).status).toBe(201);
		const list = async (rest: string) =>
			(await api.get(`/api/events/${event.id}/fundraiser-pages?limit=1${rest}`)).body;
		expect((await list('')).data[0].name).toBe('Rich');
		const first = await list('&by=donations');
		expect(first.data[0].name).toBe('Many');
		const next = await list(`&by=donations&cursor=${encodeURIComponent(first.nextCursor)}`);
		expect(next.data[0].name).toBe('Rich');
	});

	test('stands in the account of whoever made it, and in no other', async () => {
		const [maker, stranger] = [await makeUser(services), await makeUser(services)];
		const event = await open();
		await api.post(
			`/api/events/${event.id}/fundraiser-pages`,
			{ title: 'Mine', goalMinor: 1_000 },
			{ token: maker.token },
		);
		const { body } = await api.get('/api/account/fundraiser-pages', { token: maker.token });
		expect(body.data).toMatchObject([{ name: 'Mine', state: 'shown', raisedMinor: 0 }]);
		expect((await api.get(`/api/fundraiser-pages/${body.data[0].token}`)).status).toBe(200);
		const others = await api.get('/api/account/fundraiser-pages', { token: stranger.token });
		expect(others.body.data).toEqual([]);
	});

	test('that visitors report is counted once for a network, told once, and decided about', async () => {
		const event = await open();
		const page = await makeSupporterPage(api, event);
		const report = (slug: string) =>
			api.post(`/api/events/${event.id}/fundraiser-pages/${slug}/reports`, { reason: 'fraud' });
		expect((await report(page.slug)).status).toBe(204);
		expect((await report(page.slug)).status).toBe(204);
		expect((await report('no-such-page')).status).toBe(404);
		const listed = async () =>
			(await api.get(`/api/events/${event.id}/fundraiser/pages?reported=true`, { token: owner.token })).body
				.data;
		expect(await listed()).toMatchObject([{ id: page.id, reports: 1, reportReason: 'fraud' }]);
		expect(
			await query(`SELECT kind FROM notices WHERE user_id = $1 AND event_id = $2`, [owner.userId, event.id]),
		).toEqual([{ kind: 'page-reported' }]);
		await api.patch(
			`/api/events/${event.id}/fundraiser/pages/${page.id}`,
			{ state: 'shown' },
			{ token: owner.token },
		);
		expect(await listed()).toEqual([]);
	});
});
