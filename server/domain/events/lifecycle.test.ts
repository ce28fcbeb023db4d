import { beforeAll, describe, expect, test } from 'vitest';
import { makeMember, makeUser, newestMailToken, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
	owner = await makeUser(services, { firstName: 'Noor', lastName: 'Halls' });
	stranger = await makeUser(services);
});

const start = '2027-05-01T18:00:00.000Z';

describe('changing an event', () => {
	const patch = (id: string, body: object, headers: Record<string, string> = {}, token = owner.token) =>
		api.patch(`/api/events/${id}`, body, { token, headers });

	test('raises the version once, and not at all when nothing changes', async () => {
		const event = await makeEvent(services, owner);
		const first = await patch(event.id, { summary: 'Short', venueName: 'Hall' });
		expect(first.body).toMatchObject({ summary: 'Short', version: 2, venue: { name: 'Hall' } });
		expect((await patch(event.id, { summary: 'Short' })).body.version).toBe(2);
		expect((await patch(event.id, {})).body.version).toBe(2);
	});

	test('two colleagues: the second is notified, nothing is lost', async () => {
		const event = await makeEvent(services, owner);
		const mine = await patch(event.id, { title: 'Mine' }, { 'If-Match': '"1"' });
		expect(mine.headers.get('etag')).toBe('"2"');
		const theirs = await patch(event.id, { title: 'Theirs' }, { 'If-Match': '"1"' });
		expect(theirs.status).toBe(412);
		expect(theirs.body).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			metadata: { rule: 'version-conflict', version: 2 },
		});
		expect((await api.get(`/api/events/${event.id}`, { token: owner.token })).body.title).toBe('Mine');
	});

	test('of many saves of one version exactly one wins', async () => {
		const event = await makeEvent(services, owner);
		const saves = await Promise.all(
			Array.from({ length: 12 }, (_, i) => patch(event.id, { summary: `save ${i}` }, { 'If-Match': '"1"' })),
		);
		expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(saves.filter(({ status }) => status === 412)).toHaveLength(11);
	});

	test('a new start alone keeps the length, a new zone alone keeps the wall times', async () => {
		const event = await makeEvent(services, owner, {
			startsAtLocal: '2027-06-01T19:00',
			endsAtLocal: '2027-06-01T22:00',
			timeZone: 'Europe/Berlin',
		});
		const moved = await patch(event.id, { startsAtLocal: '2027-06-02T20:00' });
		expect(moved.body).toMatchObject({ startsAtLocal: '2027-06-02T20:00', endsAtLocal: '2027-06-02T23:00' });
		const elsewhere = await patch(event.id, { timeZone: 'America/New_York' });
		expect(elsewhere.body).toMatchObject({
			startsAtLocal: '2027-06-02T20:00',
			endsAtLocal: '2027-06-02T23:00',
			startsAt: '2027-06-03T00:00:00.000Z',
		});
	});

	test('the slug of an unseen draft follows its title; a published one stays', async () => {
		const event = await makeEvent(services, owner, { title: 'Working title' });
		expect((await patch(event.id, { title: 'Final name' })).body.slug).toBe('final-name');
		await api.post(`/api/events/${event.id}/publish`, undefined, { token: owner.token });
		expect((await patch(event.id, { title: 'Even later name' })).body.slug).toBe('final-name');
	});

	test('a chosen slug: the old one goes on leading to the event, and nobody can take either', async () => {
		const event = await makeEvent(services, owner, { title: 'Old address', isPublished: true });
		const changed = await patch(event.id, { slug: 'new-address' });
		expect(changed.body.slug).toBe('new-address');
		for (const name of [
			event.id,
			'new-address',
			'old-address',
			'OLD-ADDRESS',
			event.code,
			event.code.toLowerCase(),
		])
			expect((await api.get(`/api/events/${name}`)).body.id, name).toBe(event.id);
		const other = await makeEvent(services, owner, { title: 'Old address' });
		expect(other.slug).not.toBe('old-address');
		for (const slug of ['new-address', 'old-address']) {
			const taken = await patch(other.id, { slug });
			expect(taken.status).toBe(409);
			expect(taken.body.details[0].field).toBe('slug');
		}
		expect((await patch(event.id, { slug: 'old-address' })).body.slug).toBe('old-address');
		expect((await api.get('/api/events/new-address')).body.id).toBe(event.id);
	});

	test.each(['dashboard', 'has space', 'Ümlaut', 'a--b', '-a-'])('the slug %s is refused', async (slug) => {
		const event = await makeEvent(services, owner);
		expect((await patch(event.id, { slug })).status).toBe(400);
	});

	test('a published event that is moved remembers the first start, and forgets it when moved back', async () => {
		const event = await makeEvent(services, owner, { startsAt: start, isPublished: true });
		const moved = await patch(event.id, { startsAt: '2027-05-08T18:00:00Z' });
		expect(moved.body.previousStartsAt).toBe(start);
		const again = await patch(event.id, { startsAt: '2027-05-09T18:00:00Z' });
		expect(again.body.previousStartsAt).toBe(start);
		const back = await patch(event.id, { startsAt: start });
		expect(back.body.previousStartsAt).toBeNull();
	});

	test('a published event in another place remembers the first one, and notifies its guests', async () => {
		const venue = { venueName: 'Old Pump House', city: 'Berlin', latitude: 52.5, longitude: 13.4 };
		const event = await makeEvent(services, owner, { ...venue, isPublished: true });
		const moved = await patch(event.id, { venueName: 'Harbour Hall' });
		expect(moved.body).toMatchObject({
			previousPlace: 'Old Pump House, Berlin',
			venue: { name: 'Harbour Hall', latitude: null, longitude: null },
		});
		const again = await patch(event.id, { city: 'Hamburg', latitude: 53.5, longitude: 10 });
		expect(again.body).toMatchObject({
			previousPlace: 'Old Pump House, Berlin',
			venue: { latitude: 53.5, longitude: 10 },
		});
		const back = await patch(event.id, { venueName: 'Old Pump House', city: 'Berlin' });
		expect(back.body.previousPlace).toBeNull();
		expect((await patch(event.id, { title: 'Another name' })).body.previousPlace).toBeNull();
		const { rows } = await database().pool.query(
			`SELECT count(*)::int AS n FROM facts WHERE name = 'events.event-rescheduled' AND event_id = $1`,
			[event.id],
		);
		expect(rows[0].n).toBe(3);
	});

	test('the refund policy stays as it is once somebody has a ticket', async () => {
		const event = await makeEvent(services, owner, { refundPolicy: 'Any time.', isPublished: true });
		expect((await patch(event.id, { refundPolicy: 'Until the day before.' })).status).toBe(200);
		await database().pool.query('UPDATE capacity_pools SET confirmed = 1 WHERE event_id = $1', [event.id]);
		const refused = await patch(event.id, { refundPolicy: 'Never.' });
		expect([refused.status, refused.body.details[0].field]).toEqual([422, 'refundPolicy']);
		await database().pool.query('UPDATE capacity_pools SET confirmed = 0 WHERE event_id = $1', [event.id]);
	});

	test('the online link is for members only', async () => {
		const event = await makeEvent(services, owner, {
			onlineUrl: 'https://meet.example.org/secret',
			isPublished: true,
		});
		expect(event.format).toBe('online');
		const member = await api.get(`/api/events/${event.id}`, { token: owner.token });
		expect(member.body.organisation.onlineUrl).toBe('https://meet.example.org/secret');
		for (const token of [undefined, stranger.token]) {
			const answer = await api.get(`/api/events/${event.id}`, { token });
			expect(answer.status).toBe(200);
			expect(JSON.stringify(answer.body)).not.toContain('meet.example.org');
			expect(answer.body.organisation).toBeUndefined();
		}
		expect((await api.get(`/api/events/${event.id}/calendar.ics`)).body).not.toContain('meet.example.org');
	});

	test('what belongs to others is not there', async () => {
		const event = await makeEvent(services, owner);
		expect((await patch(event.id, { title: 'x' }, {}, stranger.token)).status).toBe(404);
		expect((await api.get(`/api/events/${event.id}`, { token: stranger.token })).status).toBe(404);
	});
});

describe('the life of an event', () => {
	const step = (id: string, name: string, body?: object, token = owner.token) =>
		api.post(`/api/events/${id}/${name}`, body, { token });

	test('where emails can be sent, publishing needs a verified address, and its link hands over the draft', async () => {
		const sending = { ...services, mailer: sendingMailer };
		const api = createTestApi(sending);
		const fresh = await makeUser(services, { isVerified: false });
		const event = await makeEvent(services, fresh);
		const publish = () => api.post(`/api/events/${event.id}/publish`, undefined, { token: fresh.token });
		const refused = await publish();
		expect(refused.status).toBe(422);
		expect(refused.body.metadata.rule).toBe('email-not-verified');

		await api.post('/api/auth/verify-email/resend', {}, { token: fresh.token });
		const link = await newestMailToken(sending, 'verify_email');
		const verified = await api.post('/api/auth/verify-email', { token: link });
		expect(verified.body).toMatchObject({ outcome: 'verified', draftToPublish: event.id });
		const { token } = verified.body.session;
		const published = await api.post(`/api/events/${event.id}/publish`, undefined, { token });
		expect(published.body.status).toBe('published');
		// The second click verifies nothing new and lets nobody in.
		expect((await api.post('/api/auth/verify-email', { token: link })).body).toMatchObject({
			outcome: 'verified',
			session: null,
			draftToPublish: null,
		});
	});

	test('without a mail server nothing waits for an email: an unverified address publishes', async () => {
		const fresh = await makeUser(services, { isVerified: false });
		const event = await makeEvent(services, fresh);
		expect((await step(event.id, 'publish', undefined, fresh.token)).body.status).toBe('published');
	});

	test('draft, published, draft again', async () => {
		const event = await makeEvent(services, owner);
		expect((await api.get(`/api/events/${event.slug}`)).status).toBe(404);
		const published = await step(event.id, 'publish');
		expect(published.body).toMatchObject({ status: 'published', version: 2 });
		expect(published.body.publishedAt).not.toBeNull();
		expect((await step(event.id, 'publish')).body.version).toBe(2);
		expect((await api.get(`/api/events/${event.slug}`)).status).toBe(200);
		expect((await step(event.id, 'unpublish')).body.status).toBe('draft');
		expect((await api.get(`/api/events/${event.slug}`)).status).toBe(404);
	});

	test('cancelled twice is cancelled once, and stays so', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const first = await step(event.id, 'cancel', { message: 'The hall burned down.' });
		expect(first.body).toMatchObject({ status: 'cancelled', statusMessage: 'The hall burned down.' });
		const second = await step(event.id, 'cancel', { message: 'Something else' });
		expect(second.body).toMatchObject({
			version: first.body.version,
			statusMessage: 'The hall burned down.',
		});
		expect((await step(event.id, 'publish')).status).toBe(422);
		expect((await api.get(`/api/events/${event.slug}`)).body.status).toBe('cancelled');
	});

	test('postponed and on again with a new date', async () => {
		const event = await makeEvent(services, owner, { startsAt: start, isPublished: true });
		const postponed = await step(event.id, 'postpone', { message: 'Storm' });
		expect(postponed.body).toMatchObject({ status: 'postponed', previousStartsAt: start });
		const move = (startsAt: string) =>
			api.patch(`/api/events/${event.id}`, { startsAt }, { token: owner.token });
		const refused = await step(event.id, 'publish');
		expect(refused.status).toBe(422);
		expect(refused.body.metadata.rule).toBe('no-new-date');
		await move('2027-09-01T18:00:00Z');
		await move(start);
		expect((await step(event.id, 'publish')).status).toBe(422);
		await move('2027-09-01T18:00:00Z');
		expect((await step(event.id, 'publish')).body).toMatchObject({
			status: 'published',
			previousStartsAt: start,
			statusMessage: '',
		});
	});

	test('an event that was moved before it was postponed needs another date than its last', async () => {
		const event = await makeEvent(services, owner, { startsAt: start, isPublished: true });
		const moved = '2027-08-01T18:00:00.000Z';
		await api.patch(`/api/events/${event.id}`, { startsAt: moved }, { token: owner.token });
		expect((await step(event.id, 'postpone')).body.previousStartsAt).toBe(moved);
		expect((await step(event.id, 'publish')).status).toBe(422);
	});

	test('archived events keep their page, unless nobody ever saw it', async () => {
		const shown = await makeEvent(services, owner, { isPublished: true });
		const unseen = await makeEvent(services, owner);
		await step(shown.id, 'archive');
		await step(unseen.id, 'archive');
		expect((await api.get(`/api/events/${shown.id}`)).body.status).toBe('archived');
		expect((await api.get(`/api/events/${unseen.id}`)).status).toBe(404);
		expect((await step(shown.id, 'unarchive')).body.status).toBe('published');
		expect((await step(unseen.id, 'unarchive')).body.status).toBe('draft');
	});

	test('steps that make no sense are refused with a rule', async () => {
		const draft = await makeEvent(services, owner);
		for (const name of ['cancel', 'postpone', 'unarchive']) {
			const refused = await step(draft.id, name);
			expect(refused.status).toBe(422);
			expect(refused.body.metadata.rule).toBe(`cannot-${name}`);
		}
		const published = await makeEvent(services, owner, { isPublished: true });
		const refused = await api.delete(`/api/events/${published.id}`, { token: owner.token });
		expect(refused.status).toBe(422);
		expect((await api.delete(`/api/events/${draft.id}`, { token: owner.token })).status).toBe(204);
		expect((await api.get(`/api/events/${draft.id}`, { token: owner.token })).status).toBe(404);
	});

	test('a copy comes a week later at the same wall time, as a draft of its own', async () => {
		const event = await makeEvent(services, owner, {
			title: 'Choir',
			startsAtLocal: '2027-03-24T19:00',
			endsAtLocal: '2027-03-24T21:00',
			timeZone: 'Europe/Berlin',
			tags: ['music'],
			onlineUrl: 'https://meet.example.org/x',
			isPublished: true,
		});
		const { status, body } = await step(event.id, 'duplicate');
		expect(status).toBe(201);
		expect(body).toMatchObject({
			title: 'Choir',
			status: 'draft',
			tags: ['music'],
			startsAtLocal: '2027-03-31T19:00',
			endsAtLocal: '2027-03-31T21:00',
			startsAt: '2027-03-31T17:00:00.000Z',
			version: 1,
		});
		expect(body.id).not.toBe(event.id);
		expect(body.slug).not.toBe(event.slug);
		expect(body.code).not.toBe(event.code);
	});

	test('a copy of a past event lies ahead, on the same weekday', async () => {
		const event = await makeEvent(services, owner, { startsAt: '2020-01-01T18:00:00Z' });
		const { body } = await step(event.id, 'duplicate');
		expect(Date.parse(body.startsAt)).toBeGreaterThan(Date.now());
		expect(new Date(body.startsAt).getUTCDay()).toBe(new Date('2020-01-01').getUTCDay());
	});

	test('marketing may edit but not publish', async () => {
		const event = await makeEvent(services, owner);
		const member = await makeMember(services, owner.organisationId, 'marketing');
		const edited = await api.patch(`/api/events/${event.id}`, { summary: 'Nice' }, { token: member.token });
		expect(edited.status).toBe(200);
		expect((await step(event.id, 'publish', undefined, member.token)).status).toBe(403);
	});
});
