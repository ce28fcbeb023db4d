import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUDIENCE_EVENTS } from '#shared/contracts/analytics.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { insertEvent } from '#tests/factories/tickets.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner();
const browser = (name: string) => ({ 'user-agent': `Mozilla/5.0 (X11; Linux x64) Chrome/140.0 ${name}` });

const look = (event: string, search = '', name = 'A') =>
	api.post(
		'/api/analytics/track',
		{
			name: 'page_view',
			properties: { path: `/events/${event}`, search, timestamp: '2027-01-01T10:00:00Z' },
		},
		{ headers: browser(name) },
	);
const read = (user: { token: string }, organisation: string, query: Record<string, string> = {}) =>
	api.get(`/api/organisations/${organisation}/analytics`, { token: user.token, query });

test('views, registrations and check-ins of the requested days, for each event and added up', async () => {
	const busy = await makeDoor({ services, api, owner }, { guests: 3, title: 'Busy' });
	const quiet = await makeDoor({ services, api, owner }, { guests: 1, title: 'Quiet' });
	for (const name of ['A', 'B']) await look(busy.event, '?utm_source=Mail', name);
	await look(quiet.event);
	for (const guest of busy.guests.slice(0, 2)) {
		const entered = await api.post(`/api/staff-access/checkin/${busy.token}`, {
			guestQrData: guest.code,
			nonce: randomUUID(),
		});
		expect(entered.status, JSON.stringify(entered.body)).toBe(200);
	}
	const { status, body } = await read(owner, owner.organisationId);
	expect(status).toBe(200);
	expect(body.totals).toEqual({ views: 3, registrations: 4, checkedIn: 2 });
	expect(body.sources).toEqual([
		{ source: 'mail', views: 2 },
		{ source: '', views: 1 },
	]);
	const figuresOf = (title: string) => {
		const { views, registrations, checkedIn } = body.events.find(
			(event: { title: string }) => event.title === title,
		);
		return [views, registrations, checkedIn];
	};
	expect([figuresOf('Busy'), figuresOf('Quiet')]).toEqual([
		[2, 3, 2],
		[1, 1, 0],
	]);

	// What is older than the requested days is left out; 90 days still have it.
	for (const [table, column] of [
		['page_views', 'viewed_at'],
		['orders', 'created_at'],
		['check_ins', 'recorded_at'],
	]) {
		await services.database.pool.query(
			`UPDATE ${table} SET ${column} = now() - interval '40 days' WHERE event_id = $1`,
			[busy.event],
		);
	}
	expect((await read(owner, owner.organisationId)).body.totals).toEqual({
		views: 1,
		registrations: 1,
		checkedIn: 0,
	});
	const longer = await read(owner, owner.organisationId, { days: '90' });
	expect(longer.body.totals.views).toBe(3);
	expect(longer.body.totals.checkedIn).toBe(2);
	expect((await read(owner, owner.organisationId, { days: '8' })).status).toBe(400);
});

test('an organisation with nothing has zeros', async () => {
	const { userId: _, ...newcomer } = await makeUser(services);
	expect((await read(newcomer, newcomer.organisationId)).body).toMatchObject({
		totals: { views: 0, registrations: 0, checkedIn: 0 },
		sources: [],
		events: [],
		hasMore: false,
	});
});

test('others find nothing, and who may see chosen events sees those alone', async () => {
	const host = await makeUser(services);
	const mine = await makeDoor({ services, api, owner: host }, { guests: 1, title: 'Mine' });
	const other = await makeDoor({ services, api, owner: host }, { guests: 1, title: 'Other' });
	await look(mine.event);
	await look(other.event, '?utm_source=poster');
	expect((await read(owner, host.organisationId)).status).toBe(404);
	const limited = await makeMember(services, host.organisationId, 'marketing', [mine.event]);
	const { body } = await read(limited, host.organisationId);
	expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Mine']);
	expect(body.totals).toEqual({ views: 1, registrations: 1, checkedIn: 0 });
	expect(body.sources).toEqual([{ source: '', views: 1 }]);
});

test('of many events the newest are looked at, and it is said that there are more', async () => {
	const host = await makeUser(services);
	for (let made = 0; made <= AUDIENCE_EVENTS; made += 1) {
		await insertEvent(services.database, { organisationId: host.organisationId });
	}
	const { body } = await read(host, host.organisationId);
	expect([body.events.length, body.hasMore]).toEqual([AUDIENCE_EVENTS, true]);
});
