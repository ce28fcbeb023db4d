import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { eventNameQueries, eventSearch } from '#app/shell/event-search.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { type ApiAnswer, createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/*
 * Wherever an event is chosen, each event of the organisation can be: 130 of them, of which the last in every order is looked for as
 * the picker does, then given to what the place asks.
 */
const database = useTestDatabase();
const count = 130;
let api: TestApi;
let owner: TestUser;
let base: string;
/** The one that starts first, so the last of a list with the latest on top. */
let last: string;
beforeAll(async () => {
	const services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
	base = `/api/organisations/${owner.organisationId}`;
	const start = services.clock.now().getTime() + 86_400_000;
	for (let at = 0; at < count; at += 10)
		await Promise.all(
			Array.from({ length: 10 }, (_, next) =>
				makeEvent(services, owner, {
					title: at + next === 0 ? 'Zürich: Orgelnacht' : 'Yoga class',
					startsAt: new Date(start + (at + next) * 3_600_000).toISOString(),
				}),
			),
		);
	last = (await find('orgelnacht'))[0] as string;
});

const call = (query: Record<string, string>) =>
	api.get(`${base}/events`, { token: owner.token, query: query as never });
/** Ids of the first page that the picker shows for what was typed. */
async function find(typed: string): Promise<string[]> {
	const { body } = await call(eventSearch(typed, '') as Record<string, string>);
	return body.data.map(({ id }: { id: string }) => id);
}

test.each(['orgelnacht', 'Zurich', 'orgel zür', 'ORGELNACHT  zürich'])('%j finds it', async (typed) => {
	expect(await find(typed)).toEqual([last]);
});

test('without a word, and among 129 of one title, paging reaches each', async () => {
	for (const [typed, all] of [
		['', count],
		['yoga', count - 1],
	] as const) {
		const seen = new Set<string>();
		let cursor = '';
		do {
			const { body } = await call(eventSearch(typed, cursor) as Record<string, string>);
			for (const { id } of body.data) seen.add(id);
			cursor = body.nextCursor ?? '';
		} while (cursor !== '');
		expect([typed, seen.size]).toEqual([typed, all]);
	}
});

test('chosen events are named by their ids, more of them than a page holds', async () => {
	const all: string[] = [];
	for (let cursor = ''; ; ) {
		const { body } = await call(eventSearch('', cursor) as Record<string, string>);
		all.push(...body.data.map(({ id }: { id: string }) => id));
		if (!body.nextCursor) break;
		cursor = body.nextCursor;
	}
	const queries = eventNameQueries(all);
	expect(queries).toHaveLength(2);
	const pages = await Promise.all(queries.map(call));
	expect(new Set(pages.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id)))).toEqual(
		new Set(all),
	);
	expect(eventNameQueries([])).toEqual([]);
	const tooMany = Array.from({ length: 101 }, () => last).join(',');
	for (const ids of ['', 'x', `${last},`, tooMany])
		expect([ids.length, (await call({ ids })).status]).toEqual([ids.length, 400]);
});

test('ids of others name nothing, and a limited member finds only their own', async () => {
	const services = await createTestServices(database());
	const stranger = await makeUser(services);
	const theirs = await api.get(`/api/organisations/${stranger.organisationId}/events`, {
		token: stranger.token,
		query: { ids: last },
	});
	expect(theirs.body.data).toEqual([]);
	const [other] = await find('yoga');
	const limited = await makeMember(services, owner.organisationId, 'admin', [other as string]);
	const answer = await api.get(`${base}/events`, {
		token: limited.token,
		query: { ids: `${last},${other}` },
	});
	expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual([other]);
});

const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
const send = (method: 'get' | 'post', path: string, body?: unknown): Promise<ApiAnswer> =>
	method === 'get'
		? api.get(path, { token: owner.token, query: body as Record<string, string> })
		: api.post(path, body, { token: owner.token, headers: { 'Idempotency-Key': crypto.randomUUID() } });
/** Each place that lets one choose an event, and what it asks with the last one. */
const places: Record<string, () => Promise<ApiAnswer>> = {
	'features/team/components/rights-fields.tsx': () =>
		send('post', `${base}/invitations`, { emails: ['a@example.org'], role: 'marketing', eventIds: [last] }),
	'features/developer/components/key-dialog.tsx': () =>
		send('post', `${base}/api-keys`, { name: 'Website', scopes: ['events:read'], eventIds: [last] }),
	'features/integrations/components/connection-dialog.tsx': () =>
		send('post', `${base}/connections`, {
			target: 'https://hooks.example.org/in',
			types: ['registration.created'],
			eventIds: [last],
		}),
	'features/reports/components/builder/query-editor.tsx': () =>
		send('post', `${base}/report-preview`, {
			dataset: 'attendees',
			timeZone: 'Europe/Berlin',
			columns: ['name'],
			filters: [{ column: 'event', is: 'is', values: [last] }],
		}),
	'features/reports/components/builder/schedule-dialog.tsx': async () => {
		const report = await send('post', `${base}/reports`, {
			name: 'Guests',
			query: { dataset: 'attendees', timeZone: 'Europe/Berlin', columns: ['name'] },
		});
		return send('post', `${base}/reports/${report.body.id}/schedules`, {
			kind: 'event',
			at: '08:00',
			timeZone: 'Europe/Berlin',
			recipients: [owner.userId],
			event: last,
			hours: -2,
			format: 'csv',
		});
	},
	'features/team/components/activity-section.tsx': () => send('get', `${base}/acts`, { event: last }),
	'features/analytics/components/range-bar.tsx': () =>
		send('get', `${base}/figures`, { from: day(-7), to: day(0), event: last }),
	'features/analytics/components/pace-card.tsx': () => send('get', `/api/events/${last}/figures/days`),
};

test.each(Object.keys(places))('%s takes the last of them', async (place) => {
	const answer = await places[place]?.();
	expect([
		place,
		answer?.status,
		answer?.status === undefined || answer.status < 300 ? '' : answer.body,
	]).toEqual([place, expect.toSatisfy((status) => status >= 200 && status < 300), '']);
});

test('every place that chooses an event uses the picker, and no list of events that ends', () => {
	const root = join(import.meta.dirname, '../app');
	const files = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => ({
		file: file.replaceAll('\\', '/'),
		text: readFileSync(join(root, file), 'utf8'),
	}));
	const using = files.filter(({ text }) => /<Events?Picker\b/.test(text)).map(({ file }) => file);
	expect(using.filter((file) => file !== 'shell/event-picker.tsx').sort()).toEqual(
		Object.keys(places).sort(),
	);
	// What else reads this list goes on by "Show more" or shows the first few as an example.
	const reading = files.filter(({ text }) => text.includes('listOrganisationEvents')).map(({ file }) => file);
	expect(reading.sort()).toEqual([
		'features/events/api.ts',
		'features/palette/command-palette.tsx',
		'features/palette/search-events.ts',
		'shell/event-search.ts',
		'shell/member-events.ts',
	]);
	// Of the first few no options are made.
	const choosing = files.filter(
		({ text }) => /useFirstEvents|useMemberEvents/.test(text) && /<option\b|options=\{/.test(text),
	);
	expect(
		choosing.filter(({ text }) => /options=\{[^}]*\bevents?\b/.test(text)).map(({ file }) => file),
	).toEqual([]);
});
