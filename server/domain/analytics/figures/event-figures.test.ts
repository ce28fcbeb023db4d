import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	settleAll,
} from '#tests/factories/money.ts';
import { rollUp } from '#tests/support/figures.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { createChance } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { figureChecks } from './checks.ts';

beforeAll(() => stayInOneDay());
const { services, api, owner, query } = useTestOwner();
beforeAll(async () => {
	range = { from: daysAgo(6), to: daysAgo(-1) };
});

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
// Events may be in zones that are a day ahead.
let range: { from: string; to: string };
const ofOrganisation = (by: TestUser, path: string, search: Record<string, string> = {}) =>
	api.get(`/api/organisations/${by.organisationId}${path}`, {
		token: by.token,
		query: { ...range, ...search },
	});
const ofEvent = (by: { token: string }, event: string, path: string, search: Record<string, string> = {}) =>
	api.get(`/api/events/${event}/figures/${path}`, { token: by.token, query: search });
const linesOf = (file: string) => file.replace('\ufeff', '').trim().split('\r\n');

/** Lets a hold run out. */
async function expire(event: PricedEvent, orderId: string) {
	await query(
		`UPDATE orders SET expires_at = now() - interval '1 second' WHERE organisation_id = $1 AND event_id = $2 AND id = $3`,
		[event.organisationId, event.id, orderId],
	);
	await expireHolds(services);
}

test('where money is taken, orders placed and orders paid are steps, as a count over the rows has them', async () => {
	const host = await makeUser(services);
	const event = await makePricedEvent(services, api, host, { capacity: 200 });
	const empty = await ofOrganisation(host, '/funnel', { event: event.id });
	expect(empty.body.data.map(({ step }: { step: string }) => step)).toEqual([
		...['visitors', 'forms', 'placed', 'paid', 'tickets', 'attended'],
	]);
	const chance = createChance('funnel with money');
	const ends = { paid: 0, expired: 0, cancelled: 0, waiting: 0 };
	for (let n = 0; n < 16; n += 1) {
		const order = await holdTickets(api, event, chance.between(1, 3));
		const end = n < 4 ? (['paid', 'expired', 'cancelled', 'waiting'] as const)[n] : undefined;
		const how = end ?? chance.pick(['paid', 'expired', 'cancelled', 'waiting'] as const);
		ends[how] += 1;
		if (how === 'paid') expect((await payByCard(api, order)).status).toBeLessThan(300);
		if (how === 'expired') await expire(event, order.id);
		if (how === 'cancelled')
			await cancelOrder(
				services,
				{ organisationId: event.organisationId, eventId: event.id, orderId: order.id },
				{ notify: false },
			);
	}
	await settleAll(services);
	await rollUp(services);
	const rows = await query(
		`SELECT o.status, o.confirmed_at, (SELECT count(*)::int FROM attendees a WHERE a.order_id = o.id AND a.status <> 'cancelled') AS tickets
		FROM orders o WHERE o.event_id = $1`,
		[event.id],
	);
	const paid = rows.filter((row) => row.confirmed_at !== null);
	const over = rows.filter((row) => row.confirmed_at === null && row.status !== 'pending');
	expect([paid.length, over.length]).toEqual([ends.paid, ends.expired + ends.cancelled]);
	const expected = [
		// Nobody was counted; who placed an order has visited all the same.
		{ step: 'visitors', count: paid.length + over.length },
		{ step: 'forms', count: paid.length + over.length },
		{ step: 'placed', count: paid.length + over.length },
		{ step: 'paid', count: paid.length },
		{ step: 'tickets', count: paid.reduce((sum, row) => sum + row.tickets, 0) },
		{ step: 'attended', count: 0 },
	];
	const { body } = await ofOrganisation(host, '/funnel', { event: event.id });
	expect(body.data).toEqual(expected);
	// Of the whole organisation, and as a file.
	expect((await ofOrganisation(host, '/funnel')).body.data).toEqual(expected);
	const file = await ofOrganisation(host, '/funnel', { event: event.id, format: 'csv' });
	expect(linesOf(file.body)).toEqual([
		'Step,Count',
		...expected.map(({ step, count }) => `${step},${count}`),
	]);
	// Those without money see the steps, and no amounts.
	const marketing = await makeMember(services, host.organisationId, 'marketing');
	const seen = await api.get(`/api/organisations/${host.organisationId}/funnel`, {
		token: marketing.token,
		query: range,
	});
	expect(seen.body.data).toEqual(expected);
	await expectInvariants(services);
	// The check counts unpaid orders itself.
	await query('UPDATE event_day_figures SET unpaid = unpaid + 1 WHERE scope_id = $1', [event.id]);
	const found = (await Promise.all(figureChecks.map((check) => check.run(services)))).flat();
	expect(found.filter((line) => line.startsWith(event.id))).toHaveLength(1);
	await query('UPDATE event_day_figures SET unpaid = unpaid - 1 WHERE scope_id = $1', [event.id]);
});

test('an order that is paid after it expired moves from the lost ones to the paid ones', async () => {
	const host = await makeUser(services);
	const event = await makePricedEvent(services, api, host);
	const order = await holdTickets(api, event);
	// The bank asks the buyer, who takes too long.
	const begun = await payByCard(api, order, { number: '4000002500003155' });
	await expire(event, order.id);
	// Made the day before, so that two days change.
	await query(`UPDATE orders SET created_at = created_at - interval '1 day' WHERE id = $1`, [order.id]);
	await query('DELETE FROM figure_feed');
	await rollUp(services);
	const steps = async () => {
		const { body } = await ofOrganisation(host, '/funnel', { event: event.id });
		return body.data.slice(2, 4).map(({ count }: { count: number }) => count);
	};
	expect(await steps()).toEqual([1, 0]);
	const [payment] = await query(
		`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id WHERE p.id = $1`,
		[begun.body.payment.id],
	);
	await services.testGateway?.endChallenge(payment.provider_account, payment.provider_id, true);
	await settleAll(services);
	await rollUp(services);
	expect(await steps()).toEqual([1, 1]);
	await expectInvariants(services);
});

test('hours of registrations and times of arrival are those of the rows in the zone of the event', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 9 });
	const zone = 'Asia/Kathmandu';
	await query('UPDATE events SET time_zone = $2 WHERE id = $1', [door.event, zone]);
	const chance = createChance('hours of the week');
	for (const { orderId } of door.guests)
		await query(`UPDATE orders SET confirmed_at = $2 WHERE id = $1`, [
			orderId,
			new Date(Date.UTC(2026, 9, 5) + chance.between(0, 14 * 24 * 60) * 60_000),
		]);
	for (const { code } of door.guests.slice(0, 7))
		await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: code, nonce: randomUUID() });
	for (const { id } of door.guests)
		await query(`UPDATE check_ins SET occurred_at = $2 WHERE attendee_id = $1`, [
			id,
			new Date(Date.UTC(2026, 10, 20, 10) + chance.between(0, 30 * 60) * 60_000),
		]);
	// One entry was taken back, and one ticket cancelled.
	await query(`UPDATE check_ins SET annulled_at = now() WHERE attendee_id = $1`, [door.guests[0]?.id]);
	await query(`UPDATE attendees SET status = 'cancelled' WHERE id = $1`, [door.guests[1]?.id]);

	const parts = (at: Date) =>
		Object.fromEntries(
			new Intl.DateTimeFormat('en-GB', {
				...{ timeZone: zone, weekday: 'short', hourCycle: 'h23' },
				...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
			})
				.formatToParts(at)
				.map(({ type, value }) => [type, value]),
		) as Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute', string>;
	const countBy = (keys: string[]) =>
		Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
	const confirmed = await query('SELECT confirmed_at FROM orders WHERE event_id = $1', [door.event]);
	const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
	const hours = await ofEvent(owner, door.event, 'hours');
	expect(
		Object.fromEntries(
			hours.body.data.map((row: { weekday: number; hour: number; registrations: number }) => [
				`${row.weekday} ${row.hour}`,
				row.registrations,
			]),
		),
	).toEqual(
		countBy(
			confirmed.map((row) => {
				const { weekday, hour } = parts(row.confirmed_at);
				return `${weekdays.indexOf(weekday) + 1} ${Number(hour)}`;
			}),
		),
	);
	const entries = await query(
		`SELECT min(c.occurred_at) AS at FROM check_ins c JOIN attendees a ON a.id = c.attendee_id
		WHERE c.event_id = $1 AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND a.status = 'active' GROUP BY a.id`,
		[door.event],
	);
	expect(entries).toHaveLength(5);
	const expected = countBy(
		entries.map(({ at }) => {
			const { year, month, day, hour, minute } = parts(at);
			return `${year}-${month}-${day} ${Number(hour) * 60 + Math.floor(Number(minute) / 15) * 15}`;
		}),
	);
	const times = await ofEvent(owner, door.event, 'check-ins');
	const rows = times.body.data as { day: string; minute: number; checkedIn: number }[];
	expect(Object.fromEntries(rows.map((row) => [`${row.day} ${row.minute}`, row.checkedIn]))).toEqual(
		expected,
	);
	expect(rows).toEqual(rows.toSorted((a, b) => a.day.localeCompare(b.day) || a.minute - b.minute));
	const file = await ofEvent(owner, door.event, 'check-ins', { format: 'csv' });
	const clock = (minute: number) =>
		[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
	expect(linesOf(file.body)).toEqual([
		'Day,From,Checked in',
		...rows.map((row) => `${row.day},${clock(row.minute)},${row.checkedIn}`),
	]);
	// A zone that the database does not know counts as UTC.
	await query(`UPDATE events SET time_zone = 'Mars/Olympus' WHERE id = $1`, [door.event]);
	expect((await ofEvent(owner, door.event, 'hours')).status).toBe(200);
	await query(`UPDATE events SET time_zone = 'UTC' WHERE id = $1`, [door.event]);
});

test('an event is compared with the days of another that were as far from its start', async () => {
	const host = await makeUser(services);
	const startsAt = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
	const now = await makeEvent(services, host, { startsAt: startsAt(10), timeZone: 'UTC' });
	const then = await makeEvent(services, host, { startsAt: startsAt(-355), timeZone: 'UTC' });
	const put = (event: string, day: string, orders: number) =>
		query(
			`INSERT INTO event_day_figures (organisation_id, scope_id, on_day, orders, made_at) VALUES ($1, $2, $3, $4, now())`,
			[host.organisationId, event, day, orders],
		);
	await put(now.id, daysAgo(2), 7);
	await put(then.id, daysAgo(367), 5);
	await put(then.id, daysAgo(380), 90);
	const ask = (search: Record<string, string>) =>
		ofOrganisation(host, '/figures', { event: now.id, compare: 'event', ...search });
	const { body } = await ask({ with: then.id });
	expect(body.current.totals.registrations).toBe(7);
	expect(body.compared).toMatchObject({ from: daysAgo(371), to: daysAgo(364), totals: { registrations: 5 } });
	const place = (days: { registrations: number }[]) => days.findIndex((day) => day.registrations > 0);
	expect(place(body.compared.days)).toBe(place(body.current.days));
	expect((await ask({})).status).toBe(400);
	// Somebody else's event is none, nor one out of reach.
	expect((await ask({ with: (await makeEvent(services, owner)).id })).status).toBe(404);
	const limited = await makeMember(services, host.organisationId, 'marketing', [now.id]);
	const refused = await api.get(`/api/organisations/${host.organisationId}/figures`, {
		token: limited.token,
		query: { event: now.id, compare: 'event', with: then.id },
	});
	expect(refused.status).toBe(404);
	// Lead time from the same days.
	const lead = await ofEvent(host, now.id, 'lead-time');
	expect(lead.body).toMatchObject({ registrations: 7, quartiles: { lower: 12, median: 12, upper: 12 } });
	const file = await ofEvent(host, now.id, 'lead-time', { format: 'csv' });
	expect(linesOf(file.body)).toContain('8,14,7');
	const nothing = await makeEvent(services, host);
	for (const path of ['hours', 'check-ins'])
		expect((await ofEvent(host, nothing.id, path)).body).toEqual({ data: [] });
	await query('DELETE FROM event_day_figures WHERE organisation_id = $1', [host.organisationId]);
});
