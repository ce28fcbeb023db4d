import { beforeAll, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { isLong } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Changes of several dates by clients that mean no good, and by several at once. */

const { services, api, owner } = useTestOwner();
let other: TestUser;

beforeAll(async () => {
	other = await makeUser(services);
});

test('dates, change sets and tickets of others, odd paths and rules are refused, and change nothing', async () => {
	const series = await makeTuesdays(api, owner.token, 3);
	const foreign = await makeTuesdays(api, other.token, 2);
	const own = await makeTuesdays(api, owner.token, 2);
	const from = series.dates[0]?.id;
	const patch = (body: object, token = owner.token) =>
		api.patch(`/api/series/${series.id}/dates`, { scope: 'all', from, ...body }, { token });
	const event = { venueName: 'Hall' };
	const foreignSet = (
		await api.patch(`/api/events/${own.dates[0]?.id}`, { venueName: 'Roof' }, { token: owner.token })
	).body.changeSetId;
	const types = (await api.get(`/api/events/${own.dates[0]?.id}/ticket-types`, { token: owner.token })).body
		.data;
	const answers = [
		await patch({ from: foreign.dates[0]?.id, changes: { event } }),
		await patch({ from: own.dates[0]?.id, changes: { event } }),
		await patch({ from: 'a\0b', changes: { event } }),
		await patch({ changes: { event } }, other.token),
		await patch({ changes: { tickets: [{ id: types[0].id, changes: { capacity: 1 } }] } }),
		await patch({ changes: { repeat: { rule: 'FREQ=SECONDLY' } } }),
		await patch({ changes: { repeat: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', count: 400 } } }),
		await patch({ changes: { repeat: { rule: 'FREQ=DAILY', count: 100_000 } } }),
		await patch({ changes: { repeat: { rule: 'A'.repeat(10_000) } } }),
		await patch({ changes: { event }, replaceOwn: Array(501).fill('event.title') }),
	];
	for (const [index, { status, body }] of answers.entries())
		expect([400, 403, 404, 422], `${index}: ${JSON.stringify(body)}`).toContain(status);
	const none = await patch({ changes: { changeSets: [foreignSet ?? own.id] } });
	expect(none.status, JSON.stringify(none.body)).toBeLessThan(500);
	expect(none.body.change ?? null).toBeNull();
	const odd = [
		'__proto__',
		'constructor',
		'event',
		'',
		'event.',
		...Array(495).fill('ticket.x.y'.repeat(19)),
	];
	const made = await patch({ changes: { event }, replaceOwn: odd });
	expect(made.status, JSON.stringify(made.body)).toBe(200);
	await expectInvariants(services);
});

test('two managers and a guest at once: each is answered, and none by an error of the server', async () => {
	const series = await makeTuesdays(api, owner.token, 4);
	await publishDates(api, owner.token, series);
	const ends = Date.now() + (isLong ? 10_000 : 1_500);
	const types = new Map<string, string>();
	for (const { id } of series.dates)
		types.set(id, (await api.get(`/api/events/${id}/ticket-types`)).body.data[0].id);
	const statuses = new Set<number>();
	let round = 0;
	const until = async (one: (round: number) => Promise<{ status: number }>) => {
		while (Date.now() < ends) statuses.add((await one(round++)).status);
	};
	const at = (index: number) => series.dates[index % 4]?.id ?? '';
	const patch = (index: number, changes: object) =>
		api.patch(
			`/api/series/${series.id}/dates`,
			{ scope: index % 2 === 0 ? 'all' : 'following', from: at(index), changes },
			{ token: owner.token },
		);
	await Promise.all([
		until((index) => patch(index, { event: { venueName: `Room ${index}` } })),
		until((index) =>
			patch(index, { tickets: [{ id: types.get(at(index)), changes: { capacity: 200 + index } }] }),
		),
		until((index) =>
			api.post(`/api/events/${at(index)}/orders`, {
				buyer: { name: 'Grace Hopper', email: `guest-${index}@example.org` },
				items: [{ ticketTypeId: types.get(at(index)), quantity: 1 }],
			}),
		),
	]);
	expect(
		[...statuses].filter((status) => status >= 500),
		JSON.stringify([...statuses]),
	).toEqual([]);
	await expectInvariants(services);
});
