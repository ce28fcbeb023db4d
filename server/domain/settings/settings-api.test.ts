import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { useMailServers } from '#tests/support/use-mail-servers.ts';

const { database, services, api } = useTestApi({ isFresh: true });
const startMailServer = useMailServers();
let ada: TestUser;

beforeEach(async () => {
	ada = await makeUser(services);
});

const storedFiles = async () => {
	const names = [];
	for await (const { name } of services.files.list()) names.push(name);
	return names.sort();
};

describe('the profile', () => {
	const save = (body: object, version?: number, token = ada.token) =>
		api.patch('/api/account/profile', body, {
			token,
			headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
		});
	const photo = async (bytes: Uint8Array, type = 'image/png') => {
		const form = new FormData();
		form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'me.png', { type }));
		return api.post('/api/account/photo', form, { token: ada.token });
	};
	const picture = () =>
		sharp({ create: { width: 400, height: 300, channels: 3, background: '#b35' } })
			.withExif({ IFD0: { Copyright: 'secret place' } })
			.jpeg()
			.toBuffer();

	test('keeps names of any script, and a second version is a conflict that writes nothing', async () => {
		const { body, headers } = await api.get('/api/account/profile', { token: ada.token });
		expect([body.version, headers.get('etag')]).toEqual([1, '"1"']);
		expect((await save({ firstName: 'الطيف', lastName: '<b>' }, 1)).body).toMatchObject({
			firstName: 'الطيف',
			lastName: '<b>',
			version: 2,
		});
		const late = await save({ firstName: 'Eve' }, 1);
		expect([late.status, late.body.metadata]).toEqual([412, { rule: 'version-conflict', version: 2 }]);
		expect((await api.get('/api/auth/user', { token: ada.token })).body.firstName).toBe('الطيف');
	});

	test('takes no more than its fields', async () => {
		const answer = await save({ firstName: 'Eve', isAdmin: true });
		expect(answer.status).toBe(400);
		expect((await save({ firstName: 'x'.repeat(101) })).body.details[0].field).toBe('firstName');
	});

	test('a photo is made anew, square and without what was in the file; the one before goes', async () => {
		const { body } = await photo(await picture(), 'image/jpeg');
		expect(body.profileImageUrl).toMatch(/^\/files\/[a-z0-9]{26}-256\.webp$/);
		const answer = await api.app.request(`http://foyer.test${body.profileImageUrl}`);
		const bytes = Buffer.from(await answer.arrayBuffer());
		expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
		expect(bytes.toString('latin1')).not.toContain('secret place');
		const before = await storedFiles();
		expect((await api.get('/api/auth/user', { token: ada.token })).body.profileImageUrl).toBe(
			body.profileImageUrl,
		);
		await photo(await picture(), 'image/jpeg');
		const after = await storedFiles();
		expect(after).toHaveLength(before.length);
		expect(after.some((name) => before.includes(name))).toBe(false);
		const gone = await api.delete('/api/account/photo', { token: ada.token });
		expect(gone.body.profileImageUrl).toBeNull();
		expect(await storedFiles()).toEqual([]);
	});

	test('what is no picture is refused at the field', async () => {
		const answer = await photo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
		expect(answer.body.details).toMatchObject([{ field: 'file', code: 'VALIDATION_INVALID_FORMAT' }]);
		expect(await storedFiles()).toEqual([]);
	});
});

describe('the organisation', () => {
	const path = () => `/api/organisations/${ada.organisationId}/settings`;
	const save = (body: object, version?: number) =>
		api.patch(path(), body, {
			token: ada.token,
			headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
		});

	test('begins empty and keeps what is said', async () => {
		const { body } = await api.get(path(), { token: ada.token });
		expect(body).toMatchObject({ name: 'Ada Lovelace', address: '', brandColor: '', version: 0 });
		const said = {
			name: 'Analytical Engines',
			address: '12 St James’s Square\nLondon',
			countryCode: 'GB',
			taxNumber: 'GB 123 4567 89',
			replyTo: 'hello@engines.example',
			defaultTimeZone: 'Europe/London',
			defaultCurrency: 'GBP',
			defaultRefundPolicy: 'Until a week before.',
			brandColor: '#1a3a6b',
		};
		expect((await save(said, 0)).body).toMatchObject({ ...said, version: 1 });
		expect((await api.get(path(), { token: ada.token })).body).toMatchObject({ ...said, version: 1 });
	});

	test('of two saves of one version, one is a conflict, the first two included', async () => {
		const first = await Promise.all([save({ taxNumber: 'A' }, 0), save({ taxNumber: 'B' }, 0)]);
		expect(first.map(({ status }) => status).sort()).toEqual([200, 412]);
		const next = await Promise.all([save({ taxNumber: 'C' }, 1), save({ taxNumber: 'D' }, 1)]);
		expect(next.map(({ status }) => status).sort()).toEqual([200, 412]);
		expect((await save({ taxNumber: 'E' })).status).toBe(200);
	});

	test.each([
		[{ name: '' }, 'name'],
		[{ countryCode: 'england' }, 'countryCode'],
		[{ replyTo: 'nobody' }, 'replyTo'],
		[{ defaultTimeZone: 'Moon/Base' }, 'defaultTimeZone'],
		[{ defaultCurrency: 'euros' }, 'defaultCurrency'],
		[{ brandColor: 'red' }, 'brandColor'],
	])('%j is refused at its field', async (change, field) => {
		const answer = await save(change);
		expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
	});

	test('is read by every member and changed by those who may', async () => {
		const door = await makeMember(services, ada.organisationId, 'check_in');
		expect((await api.get(path(), { token: door.token })).status).toBe(200);
		const answer = await api.patch(path(), { taxNumber: 'X' }, { token: door.token });
		expect([answer.status, answer.body.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
	});

	test('new events begin with its defaults; what is typed stands over them', async () => {
		await save({ defaultCurrency: 'GBP', defaultRefundPolicy: 'None.', brandColor: '#0000ff' });
		const make = async (more: object) =>
			(
				await api.post(
					'/api/events',
					{ title: 'Tea', startsAt: '2027-01-01T10:00:00Z', timeZone: 'Europe/London', ...more },
					{ token: ada.token },
				)
			).body;
		expect(await make({})).toMatchObject({ currency: 'GBP', refundPolicy: 'None.', themeHue: 264 });
		expect(await make({ currency: 'EUR' })).toMatchObject({ currency: 'EUR' });
		const other = await makeUser(services);
		const plain = await api.post(
			'/api/events',
			{ title: 'Tea', startsAt: '2027-01-01T10:00:00Z', timeZone: 'Europe/London' },
			{ token: other.token },
		);
		expect(plain.body).toMatchObject({ currency: 'EUR', refundPolicy: '' });
	});

	test('a start without a zone is read on the clock of the organisation', async () => {
		const make = async (more: object = {}) => {
			const { status, body } = await api.post(
				'/api/events',
				{ title: 'Tea', startsAtLocal: '2027-01-01T10:00', ...more },
				{ token: ada.token },
			);
			expect([status, body.details]).toEqual([201, undefined]);
			return { zone: body.timeZone, at: new Date(body.startsAt).toISOString() };
		};
		expect(await make()).toEqual({ zone: 'UTC', at: '2027-01-01T10:00:00.000Z' });
		await save({ defaultTimeZone: 'Asia/Tokyo' });
		expect(await make()).toEqual({ zone: 'Asia/Tokyo', at: '2027-01-01T01:00:00.000Z' });
		expect(await make({ timeZone: 'Europe/London' })).toEqual({
			zone: 'Europe/London',
			at: '2027-01-01T10:00:00.000Z',
		});
		// The form for new events begins with it too.
		const { body } = await api.get('/api/auth/user', { token: ada.token });
		expect(body.organisations[0].defaultTimeZone).toBe('Asia/Tokyo');
	});

	describe('its logo', () => {
		const logo = () => `/api/organisations/${ada.organisationId}/logo`;
		const upload = (bytes: Uint8Array, token = ada.token) => {
			const form = new FormData();
			form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }));
			return api.post(logo(), form, { token });
		};
		/** Wide, and transparent where nothing is drawn. */
		const picture = () =>
			sharp({ create: { width: 600, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
				.withExif({ IFD0: { Copyright: 'secret place' } })
				.png()
				.toBuffer();

		test('is made anew, square and on white, stands on the page of the event, and the one before goes', async () => {
			const event = await api.post(
				'/api/events',
				{ title: 'Tea', startsAt: '2027-01-01T10:00:00Z' },
				{ token: ada.token },
			);
			expect(event.body.organiser.logoUrl).toBeNull();
			const { status, body } = await upload(await picture());
			expect([status, body.version]).toEqual([200, 0]);
			expect(body.logoUrl).toMatch(/^\/files\/[a-z0-9]{26}-256\.webp$/);
			const answer = await api.app.request(`http://foyer.test${body.logoUrl}`);
			const bytes = Buffer.from(await answer.arrayBuffer());
			expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
			expect(bytes.toString('latin1')).not.toContain('secret place');
			const { dominant } = await sharp(bytes).stats();
			expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
			const shown = await api.get(`/api/events/${event.body.id}`, { token: ada.token });
			expect(shown.body.organiser).toMatchObject({
				name: 'Ada Lovelace',
				slug: 'ada-lovelace',
				logoUrl: body.logoUrl,
			});
			const before = await storedFiles();
			await upload(await picture());
			const after = await storedFiles();
			expect(after).toHaveLength(before.length);
			expect(after.some((name) => before.includes(name))).toBe(false);
			expect((await api.delete(logo(), { token: ada.token })).body.logoUrl).toBeNull();
			expect(await storedFiles()).toEqual([]);
		});

		test('of two at once one stays, with all its files and none of the other', async () => {
			const bytes = await picture();
			const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
			const { logoUrl } = (await api.get(path(), { token: ada.token })).body;
			const stem = logoUrl.slice('/files/'.length, -'-256.webp'.length);
			expect(await storedFiles()).toEqual([`${stem}-256.webp`, `${stem}-96.webp`, `${stem}.jpg`]);
		});

		test('is changed by those who may, and what is no picture is refused at the field', async () => {
			const door = await makeMember(services, ada.organisationId, 'check_in');
			expect((await upload(await picture(), door.token)).body.code).toBe('AUTH_INSUFFICIENT_PERMISSIONS');
			const stranger = await makeUser(services);
			expect((await upload(await picture(), stranger.token)).status).toBe(404);
			const wrong = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
			expect(wrong.body.details).toMatchObject([{ field: 'file', code: 'VALIDATION_INVALID_FORMAT' }]);
			expect(await storedFiles()).toEqual([]);
		});
	});

	test('its mails are answered to the address it gave', async () => {
		const server = await startMailServer();
		await save({ name: 'Engines', replyTo: 'hello@engines.example' });
		await database().pool.query(
			`INSERT INTO mails (id, organisation_id, template, props, recipient, dedupe_key)
			VALUES (uuidv7(), $1, 'accounts/password-changed', '{}', 'one@example.org', 'one'),
				(uuidv7(), NULL, 'accounts/password-changed', '{}', 'two@example.org', 'two')`,
			[ada.organisationId],
		);
		const sending = {
			...services,
			mailer: createMailer({ smtpUrl: server.url, mailFrom: 'box@foyer.test' }),
		};
		await mailPoller.run(sending, new AbortController().signal);
		sending.mailer.close();
		const replies = Object.fromEntries(server.received.map(({ to, parsed }) => [to[0], parsed.replyTo]));
		expect(replies['one@example.org']).toMatchObject([{ name: 'Engines', address: 'hello@engines.example' }]);
		expect(replies['two@example.org']).toBeUndefined();
	});
});
