import { beforeEach, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { sendingMailer } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { followerToken } from './followers.ts';

const { services, api, owner, query: rows } = useTestOwner({ isFresh: true });
let guest: TestUser;
let slug: string;

beforeEach(async () => {
	services.mailer = sendingMailer;
	guest = await makeUser(services);
	slug = (await rows('SELECT slug FROM organisations WHERE id = $1', [owner.organisationId]))[0].slug;
	await makeEvent(services, owner, { title: 'Regatta', isPublished: true });
});

const own = () => api.get('/api/account/following', guest);

async function follow(): Promise<string> {
	await api.post(`/api/organisers/${slug}/followers`, { email: guest.email });
	const [row] = await rows('SELECT id, organisation_id AS "organisationId" FROM followers WHERE email = $1', [
		guest.email,
	]);
	return followerToken(services.secret, row);
}

test('the link of a follower says what was agreed to, when and where', async () => {
	const token = await follow();
	const asked = (await api.get(`/api/followers/${token}`)).body;
	expect(asked).toMatchObject({
		organiser: { slug },
		...{ state: 'pending', cameFrom: 'page', event: null, confirmedAt: null, leftAt: null },
	});
	expect(asked.consentText).toContain('new events of this organiser');
	expect(Number.isNaN(Date.parse(asked.consentedAt))).toBe(false);
	// The answer to a question names its event, while that is there.
	const [event] = await rows('SELECT id, slug FROM events');
	await rows(`UPDATE followers SET came_from = 'question', event_id = $1, consent_text = 'News, please'`, [
		event.id,
	]);
	expect((await api.post(`/api/followers/${token}`, undefined)).body).toMatchObject({
		...{ state: 'confirmed', cameFrom: 'question', consentText: 'News, please' },
		event: { title: 'Regatta', slug: event.slug },
	});
	expect((await api.get('/api/followers/no-such-link')).status).toBe(404);
});

test('people see in their account what they agreed to, and leave by its link', async () => {
	expect((await own()).body).toEqual({ data: [], nextCursor: null });
	const token = await follow();
	const [mine] = (await own()).body.data;
	expect(mine).toMatchObject({ token, organiser: { slug }, state: 'pending' });
	await api.post(`/api/followers/${mine.token}`, undefined);
	expect((await api.call('DELETE', `/api/followers/${mine.token}`, undefined)).status).toBe(204);
	expect((await own()).body.data).toMatchObject([{ state: 'left' }]);
	// Another account sees nothing of it, and neither does one whose address is not verified.
	expect((await api.get('/api/account/following', owner)).body.data).toEqual([]);
	await rows('UPDATE users SET email_verified_at = NULL WHERE id = $1', [guest.userId]);
	expect((await own()).body.data).toEqual([]);
	expect((await api.get('/api/account/following')).status).toBe(401);
});

test('the list goes on by its cursor', async () => {
	await follow();
	const other = await makeUser(services);
	await rows(
		`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at)
		SELECT uuidv7(), $1, email, email_key, 'pending', 'News', now() FROM followers`,
		[other.organisationId],
	);
	const first = (await api.get('/api/account/following', { ...guest, query: { limit: '1' } })).body;
	const second = (
		await api.get('/api/account/following', { ...guest, query: { limit: '1', cursor: first.nextCursor } })
	).body;
	expect(first.data).toHaveLength(1);
	expect(second.data).toHaveLength(1);
	expect(second.data[0].organiser.slug).not.toBe(first.data[0].organiser.slug);
	expect(second.nextCursor).toBeNull();
});
