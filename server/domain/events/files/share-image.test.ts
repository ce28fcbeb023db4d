import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { answerShareImage } from './share-image.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let dataDir: string;

beforeAll(async () => {
	const test = await createTestServices(database());
	dataDir = await mkdtemp(join(tmpdir(), 'share-image-'));
	services = { ...test, config: { ...test.config, dataDir } };
	api = createTestApi(services);
	owner = await makeUser(services);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const ask = (path: string) =>
	answerShareImage(services, new Request(`https://foyer.test${path}`), path.slice('/og/'.length));

async function shareUrlOf(reference: string): Promise<string> {
	const { body } = await api.get(`/api/events/${reference}`, { token: owner.token });
	return new URL(body.shareImageUrl, 'https://foyer.test').pathname;
}

test('is a picture of 1200 by 630 that may be cached for ever, under a name that changes with the event', async () => {
	const event = await makeEvent(services, owner, { title: 'Jazz im Hof 🎷', isPublished: true });
	const path = await shareUrlOf(event.id);
	const answer = await ask(path);
	expect(answer.status).toBe(200);
	expect(answer.headers.get('content-type')).toBe('image/png');
	expect(answer.headers.get('cache-control')).toContain('immutable');
	expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
		width: 1200,
		height: 630,
	});

	await api.patch(`/api/events/${event.id}`, { title: 'Jazz in the yard' }, { token: owner.token });
	const next = await shareUrlOf(event.id);
	expect(next).not.toBe(path);
	const old = await ask(path);
	expect(old.status).toBe(302);
	expect(old.headers.get('location')).toBe(next);
	expect((await api.get(next)).status).toBe(200);
});

test('there is none of what the public may not see, whoever knows its name', async () => {
	const draft = await makeEvent(services, owner);
	const locked = await makeEvent(services, owner, {
		visibility: 'password',
		password: 'x',
		isPublished: true,
	});
	const invitation = await makeEvent(services, owner, { visibility: 'invite_only', isPublished: true });
	for (const { id } of [draft, locked, invitation]) {
		expect((await ask(await shareUrlOf(id))).status).toBe(404);
		expect((await ask(`/og/${id}-000000000000.png`)).status).toBe(404);
	}
	// The name says what the picture shows, so it is the same before and after: taken back, it is gone too.
	const takenBack = await makeEvent(services, owner, { isPublished: true });
	const path = await shareUrlOf(takenBack.id);
	expect((await ask(path)).status).toBe(200);
	await api.post(`/api/events/${takenBack.id}/unpublish`, undefined, { token: owner.token });
	expect((await ask(path)).status).toBe(404);
});

test.each([
	'/og/x.png',
	'/og/',
	'/og/0193d7a2-1234-7000-8000-000000000000-0123456789ab.png',
	'/og/../../etc/passwd',
])('%s is not there', async (path) => {
	expect((await ask(path)).status).toBe(404);
});
