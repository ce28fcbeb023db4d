import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { payByCard, refundOrder } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { fundraiserChecks } from './checks.ts';
import { takeMatches } from './commands/match-donations.ts';

const { database, services, api, owner } = useTestOwner();

const token = () => ({ token: owner.token });
const addMatch = (event: { id: string }, body: object) =>
	api.post(`/api/events/${event.id}/fundraiser/matches`, { sponsor: 'Acme', ...body }, token());
const change = (event: { id: string }, match: string, body: object, rest = '') =>
	api.call(
		rest ? 'PUT' : 'PATCH',
		`/api/events/${event.id}/fundraiser/matches/${match}${rest}`,
		body,
		token(),
	);
const overview = async (event: { id: string }) =>
	(await api.get(`/api/events/${event.id}/fundraiser/overview`, token())).body;
const give = (event: { id: string }, amountMinor: number) =>
	api.post(
		`/api/events/${event.id}/donations`,
		{ amountMinor, receivedOn: '2026-03-01', donorName: 'Grace' },
		token(),
	);

describe('a sponsor', () => {
	test('adds to gifts up to the cap, apart in the thermometer, and takes it back with refunds', async () => {
		const event = await makeFundraiser(services, api, owner);
		const { body: match } = await addMatch(event, { capMinor: 5_000 });
		expect(match).toMatchObject({ usedMinor: 0, ratioBasisPoints: 10_000, isOpen: true });
		const order = await holdGift(api, event, { amountMinor: 3_000 });
		expect((await overview(event)).fundraiser.matchedMinor).toBe(0);
		await payByCard(api, order);
		expect((await overview(event)).fundraiser).toMatchObject({
			raisedMinor: 3_000,
			matchedMinor: 3_000,
			matchReceivedMinor: 0,
			donors: 1,
			matches: [{ sponsor: 'Acme', leftMinor: 2_000 }],
		});
		expect((await give(event, 4_000)).status).toBe(201);
		expect(await overview(event)).toMatchObject({
			fundraiser: { raisedMinor: 7_000, matchedMinor: 5_000, matches: [] },
			matches: [{ usedMinor: 5_000, isOpen: false }],
		});
		await expectInvariants(services);

		const half = await refundOrder(api, event, order, { token: owner.token, amountMinor: 1_001 });
		expect(half.status, JSON.stringify(half.body)).toBe(201);
		expect((await overview(event)).fundraiser).toMatchObject({ raisedMinor: 5_999, matchedMinor: 3_999 });
		await expectInvariants(services);
		expect((await refundOrder(api, event, order, { token: owner.token })).status).toBe(201);
		expect((await overview(event)).fundraiser).toMatchObject({
			raisedMinor: 4_000,
			matchedMinor: 2_000,
			matches: [{ leftMinor: 3_000 }],
		});
		await give(event, 1_000);
		expect((await overview(event)).fundraiser.matchedMinor).toBe(3_000);
		await expectInvariants(services);
	});

	test('pays what was promised: only then it is raised', async () => {
		const event = await makeFundraiser(services, api, owner);
		const { body: match } = await addMatch(event, { capMinor: 10_000, ratioBasisPoints: 5_000 });
		await give(event, 4_001);
		const paid = (receivedMinor: number) => change(event, match.id, { receivedMinor }, '/received');
		expect((await paid(2_001)).body.details?.[0]?.field).toBe('receivedMinor');
		expect((await paid(2_000)).body).toMatchObject({ usedMinor: 2_000, receivedMinor: 2_000 });
		expect((await overview(event)).fundraiser).toMatchObject({
			raisedMinor: 6_001,
			offlineMinor: 4_001,
			matchedMinor: 2_000,
			matchReceivedMinor: 2_000,
		});
		await expectInvariants(services);
		expect((await paid(500)).body.receivedMinor).toBe(500);
		expect((await overview(event)).fundraiser.raisedMinor).toBe(4_501);
		await expectInvariants(services);
	});

	test('has a cap and an end that hold, and is the organiser’s alone', async () => {
		const event = await makeFundraiser(services, api, owner);
		const { body: match } = await addMatch(event, { capMinor: 10_000 });
		await give(event, 3_000);
		expect((await change(event, match.id, { capMinor: 2_999 })).body.details?.[0]?.field).toBe('capMinor');
		expect((await change(event, match.id, { capMinor: 3_000, sponsor: 'Acme Ltd' })).body).toMatchObject({
			capMinor: 3_000,
			sponsor: 'Acme Ltd',
			isOpen: false,
		});
		await change(event, match.id, { capMinor: 9_000 });
		const ended = await change(event, match.id, { endsAt: new Date(Date.now() - 1_000).toISOString() });
		expect(ended.body.isOpen).toBe(false);
		await give(event, 3_000);
		expect((await overview(event)).fundraiser.matchedMinor).toBe(3_000);
		expect((await addMatch(event, { capMinor: 1, endsAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
		const stranger = await makeUser(services);
		const foreign = await api.post(
			`/api/events/${event.id}/fundraiser/matches`,
			{ sponsor: 'Evil', capMinor: 1 },
			{ token: stranger.token },
		);
		expect(foreign.status).toBe(404);
		await expectInvariants(services);
	});

	test('two of them add side by side; a removed donation takes both back', async () => {
		const event = await makeFundraiser(services, api, owner);
		await addMatch(event, { capMinor: 10_000 });
		await addMatch(event, { capMinor: 500, ratioBasisPoints: 20_000 });
		const { body: donation } = await give(event, 1_000);
		expect((await overview(event)).fundraiser.matchedMinor).toBe(1_500);
		await api.call('DELETE', `/api/events/${event.id}/donations/${donation.id}`, undefined, token());
		expect((await overview(event)).fundraiser).toMatchObject({ matchedMinor: 0, raisedMinor: 0 });
		await expectInvariants(services);
	});
});

test('a sum that a sponsor does not add is found', async () => {
	const event = await makeFundraiser(services, api, owner);
	const { body: match } = await addMatch(event, { capMinor: 10_000 });
	await give(event, 1_000);
	const check = fundraiserChecks.find(({ name }) => name === 'fundraisers.matches-match-donations');
	const find = async () => (await check?.run(services))?.length;
	expect(await find()).toBe(0);
	const set = (minor: number) =>
		database().pool.query('UPDATE donation_matches SET used_minor = $2 WHERE id = $1', [match.id, minor]);
	await set(999);
	expect(await find()).toBe(1);
	await set(1_000);
	expect(await find()).toBe(0);
});

describe('donations at the same time', () => {
	const together = 40;

	test('through the API never pass the cap, and use it up', async () => {
		const event = await makeFundraiser(services, api, owner);
		await addMatch(event, { capMinor: 7_777 });
		const given = await Promise.all(Array.from({ length: 12 }, () => give(event, 1_000)));
		expect(given.map(({ status }) => status)).toEqual(Array(12).fill(201));
		expect((await overview(event)).fundraiser).toMatchObject({ raisedMinor: 12_000, matchedMinor: 7_777 });
		await expectInvariants(services);
	});

	/** Runs `take` in many transactions at once on a cap of 1,000; answers what was taken and what the row says. */
	async function race(take: typeof takeMatches) {
		const event = await makeFundraiser(services, api, owner);
		await addMatch(event, { capMinor: 1_000 });
		const scope = { organisationId: owner.organisationId, eventId: event.id };
		const amounts = await Promise.all(
			Array.from({ length: together }, () =>
				services.database.transaction((tx) =>
					take(tx, scope, { id: newId(), amountMinor: 77, currency: 'EUR' }),
				),
			),
		);
		const { rows } = await database().pool.query(
			'SELECT used_minor::int AS used FROM donation_matches WHERE event_id = $1',
			[event.id],
		);
		return { taken: amounts.flat().reduce((sum, minor) => sum + minor, 0), used: rows[0].used as number };
	}

	test('take a cap to its last cent and no further', async () => {
		expect(await race(takeMatches)).toEqual({ taken: 1_000, used: 1_000 });
	});

	test('negative control: what reads first and writes then passes the cap', async () => {
		await database().pool.query('ALTER TABLE donation_matches DROP CONSTRAINT donation_matches_cap');
		const { taken } = await race(async (tx, { eventId }, { amountMinor }) => {
			const read = await tx.execute<{ left: number }>(
				sql`SELECT (cap_minor - used_minor)::int AS left FROM donation_matches WHERE event_id = ${eventId}`,
			);
			const minor = Math.min(amountMinor, read.rows[0]?.left ?? 0);
			if (minor <= 0) return [];
			await tx.execute(
				sql`UPDATE donation_matches SET used_minor = used_minor + ${minor} WHERE event_id = ${eventId}`,
			);
			return [minor];
		});
		expect(taken).toBeGreaterThan(1_000);
	});
});
