import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();
/** Behind a proxy that names the client. */
let proxied: TestApi;
let owner: TestUser;

beforeAll(async () => {
	proxied = createTestApi(await createTestServices(database(), { TRUST_PROXY: '1' }));
	owner = await makeUser(services, { firstName: 'Noor', lastName: 'Halls' });
});

describe('who sees an event', () => {
	test('unlisted by link, invitations by members only', async () => {
		const unlisted = await makeEvent(services, owner, { visibility: 'unlisted', isPublished: true });
		const invitation = await makeEvent(services, owner, { visibility: 'invite_only', isPublished: true });
		expect((await api.get(`/api/events/${unlisted.slug}`)).status).toBe(200);
		expect((await api.get(`/api/events/${invitation.slug}`)).status).toBe(404);
		expect((await api.get(`/api/events/${invitation.slug}/calendar.ics`)).status).toBe(404);
		expect((await api.get(`/api/events/${invitation.slug}`, { token: owner.token })).status).toBe(200);
		const listed = await api.get('/api/events', { query: { limit: '100' } });
		const ids = listed.body.data.map((card: { id: string }) => card.id);
		expect(ids).not.toContain(unlisted.id);
		expect(ids).not.toContain(invitation.id);
	});

	test('a password opens an event until it is changed', async () => {
		const event = await makeEvent(services, owner, {
			title: 'Behind a door',
			visibility: 'password',
			password: 'sesame 🗝',
			isPublished: true,
		});
		const closed = await api.get(`/api/events/${event.slug}`);
		expect(closed.status).toBe(403);
		expect(closed.body.metadata).toEqual({ rule: 'password-needed' });
		expect(JSON.stringify(closed.body)).not.toContain('Behind');

		const unlock = (password: string) => api.post(`/api/events/${event.slug}/unlock`, { password });
		const wrong = await unlock('open');
		expect(wrong.status).toBe(403);
		expect(wrong.body.metadata.rule).toBe('password-wrong');
		const { body } = await unlock('sesame 🗝');
		const headers = { 'X-Event-Access': body.accessToken };
		expect((await api.get(`/api/events/${event.slug}`, { headers })).body.title).toBe('Behind a door');

		const other = await makeEvent(services, owner, {
			visibility: 'password',
			password: 'sesame 🗝',
			isPublished: true,
		});
		expect((await api.get(`/api/events/${other.slug}`, { headers })).status).toBe(403);
		await api.patch(`/api/events/${event.id}`, { password: 'changed today' }, { token: owner.token });
		expect((await api.get(`/api/events/${event.slug}`, { headers })).status).toBe(403);
		const bare = await api.patch(`/api/events/${event.id}`, { password: null }, { token: owner.token });
		expect(bare.status).toBe(400);
	});

	test('an event password has 8 characters; a shorter one of before works, and its organiser is notified', async () => {
		const { password: old, ...event } = {
			password: 'abc',
			visibility: 'password' as const,
			isPublished: true,
		};
		const made = await makeEvent(services, owner, { ...event, password: old });
		const short = await api.patch(`/api/events/${made.id}`, { password: 'abcdefg' }, { token: owner.token });
		expect([short.status, short.body.details[0].field]).toEqual([400, 'password']);
		const own = async () =>
			(await api.get(`/api/events/${made.id}`, { token: owner.token })).body.organisation;
		expect((await own()).hasShortPassword).toBe(false);
		expect((await api.post(`/api/events/${made.slug}/unlock`, { password: old })).status).toBe(200);
		expect((await own()).hasShortPassword).toBe(true);
		await api.patch(`/api/events/${made.id}`, { password: 'open sesame' }, { token: owner.token });
		expect((await own()).hasShortPassword).toBe(false);
	});

	test('ten wrong passwords of one network lock it out of the event, with a key or without', async () => {
		const event = await makeEvent(services, owner, {
			visibility: 'password',
			password: 'open sesame',
			isPublished: true,
		});
		const unlock = (password: string, from: string, key?: string) =>
			proxied.post(
				`/api/events/${event.slug}/unlock`,
				{ password },
				{ headers: { 'X-Forwarded-For': from, ...(key && { 'Idempotency-Key': key }) } },
			);
		for (let guess = 0; guess < 10; guess += 1)
			expect((await unlock('wrong', '192.0.2.1', guess % 2 ? `guess-${guess}` : undefined)).status).toBe(403);
		const locked = await unlock('open sesame', '192.0.2.1');
		expect([locked.status, locked.body.userMessage]).toEqual([
			429,
			'Too many wrong passwords. Try again in 15 minutes.',
		]);
		expect((await unlock('open sesame', '198.51.100.1')).status).toBe(200);
	});

	test('an answer holds nothing that is not named', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const { body } = await api.get(`/api/events/${event.id}`);
		expect(Object.keys(body).sort()).toEqual(
			[
				...['allowsTransfers', 'category', 'changePolicy', 'changeRules', 'resalePolicy', 'resaleRules'],
				...['city', 'code', 'countryCode', 'cover', 'currency', 'description', 'descriptionHtml'],
				...[
					'endsAt',
					'endsAtLocal',
					'externalUrl',
					'format',
					'id',
					'isAllDay',
					'isExternal',
					'isOrganiserVerified',
					'isSandbox',
					'maxPriceMinor',
					'minPriceMinor',
				],
				...[
					'organiser',
					'previousPlace',
					'previousStartsAt',
					'publishedAt',
					'refundPolicy',
					'refundRules',
					'series',
					'shareImageUrl',
					'slug',
					'startsAt',
				],
				...[
					'startsAtLocal',
					'status',
					'statusMessage',
					'summary',
					'tags',
					'takesGifts',
					'themeHue',
					'timeZone',
					'title',
				],
				...['updatedAt', 'venue', 'venueName', 'version', 'visibility', 'waitlistMode', 'waitlistOfferHours'],
			].sort(),
		);
		expect(Object.keys(body.organiser)).toEqual(['name', 'slug', 'logoUrl', 'contactEmail']);
	});

	test('an unchanged event is answered with 304', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const { headers } = await api.get(`/api/events/${event.id}`);
		const again = await api.get(`/api/events/${event.id}`, {
			headers: { 'If-None-Match': headers.get('etag')! },
		});
		expect(again.status).toBe(304);
	});

	test.each([
		'',
		'x'.repeat(150),
		'ABC',
		'no-such-event',
		'00000000-0000-7000-8000-000000000000',
		'%00',
		'..%2f..',
	])('%s is no event', async (name) => {
		const { status } = await api.get(`/api/events/${name}/calendar.ics`);
		expect([400, 404]).toContain(status);
	});
});
