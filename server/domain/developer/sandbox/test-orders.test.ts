import { beforeEach, expect, test } from 'vitest';
import { sandboxMovePoller } from '#server/jobs/sandbox-moves.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner, query: rows } = useTestOwner({ isFresh: true });
const { signal } = new AbortController();
let path: string;
let sandbox: Sandbox;
let seat: string;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}/sandbox`;
	sandbox = (await api.post(path, undefined, as(owner))).body;
	const { body } = await api.get(`/api/events/${idOf('Concert')}/ticket-types`);
	seat = body.data.find(({ name }: { name: string }) => name === 'Seat').id;
});

const as = ({ token }: { token: string }) => ({ token });
const idOf = (name: string) => sandbox.events.find(({ title }) => title === `Sandbox ${name}`)?.id;
const order = (body: Record<string, unknown>, by: { token: string } = owner) =>
	api.post(`${path}/orders`, body, as(by));
const statuses = ({ body }: { body: { data: { status: string }[] } }) =>
	body.data.map(({ status }) => status);

test('orders of a free ticket are confirmed, and their emails are stored', async () => {
	const made = await order({ eventId: idOf('Meetup'), count: 3, quantity: 2 });
	expect([made.status, statuses(made)]).toEqual([201, ['confirmed', 'confirmed', 'confirmed']]);
	const tickets = await rows(`SELECT FROM attendees WHERE order_id = ANY ($1) AND status = 'active'`, [
		made.body.data.map(({ id }: { id: string }) => id),
	]);
	expect(tickets).toHaveLength(6);
	await api.post(`${path}/clock`, { advanceBy: 'PT1M' }, as(owner));
	while ((await sandboxMovePoller.run(services, signal)) > 0);
	const stored = await api.get(`${path}/mails`, as(owner));
	expect(stored.body.data.map(({ status }: { status: string }) => status)).toEqual(['kept', 'kept', 'kept']);
	await expectInvariants(services);
});

test('each outcome is brought about by the card and the commands of it', async () => {
	const concert = { eventId: idOf('Concert'), ticketTypeId: seat, count: 2 };
	const results: Record<string, string[]> = {};
	for (const outcome of [
		'confirmed',
		'checked_in',
		'pending',
		'cancelled',
		'declined',
		'disputed',
		'refunded',
	]) {
		const made = await order({ ...concert, outcome });
		expect([outcome, made.status, made.body.message]).toEqual([outcome, 201, undefined]);
		results[outcome] = statuses(made);
	}
	const two = (status: string) => [status, status];
	expect(results).toEqual({
		...{ confirmed: two('confirmed'), checked_in: two('confirmed'), pending: two('pending') },
		...{ cancelled: two('cancelled'), declined: two('pending'), disputed: two('confirmed') },
		refunded: two('cancelled'),
	});
	expect(
		await rows(`SELECT FROM check_ins WHERE organisation_id = $1 AND event_id = $2`, [
			sandbox.id,
			concert.eventId,
		]),
	).toHaveLength(2);
	expect(
		await rows(`SELECT FROM payments WHERE organisation_id = $1 AND state = 'failed'`, [sandbox.id]),
	).toHaveLength(2);
	// The gateway settles them for the account of the sandbox as time goes on.
	await api.post(`${path}/clock`, { advanceBy: 'P5D' }, as(owner));
	while ((await sandboxMovePoller.run(services, signal)) > 0);
	await settleAll(services);
	expect(await rows('SELECT FROM disputes WHERE organisation_id = $1', [sandbox.id])).toHaveLength(2);
	expect(await rows(`SELECT DISTINCT state FROM refunds WHERE organisation_id = $1`, [sandbox.id])).toEqual([
		{ state: 'succeeded' },
	]);
	await expectInvariants(services);
});

test('all are made or none, and what cannot be is refused', async () => {
	const count = async () =>
		(await rows('SELECT FROM orders WHERE organisation_id = $1', [sandbox.id])).length;
	const before = await count();
	const concert = { eventId: idOf('Concert'), ticketTypeId: seat };
	const meetup = { eventId: idOf('Meetup') };
	for (const [body, status, rule] of [
		// 100 seats, 101 are requested.
		[{ ...concert, count: 34, quantity: 3 }, 422, 'sold-out'],
		[{ ...meetup, outcome: 'declined' }, 422, 'no-price'],
		[{ ...meetup, count: 101 }, 400, undefined],
		[{ ...meetup, outcome: 'lost' }, 400, undefined],
		[{ eventId: (await makeEvent(services, owner, { isPublished: true })).id }, 404, undefined],
		[{ ...meetup, ticketTypeId: seat }, 404, undefined],
	] as const) {
		const answer = await order(body);
		expect([body, answer.status, answer.body.metadata?.rule]).toEqual([body, status, rule]);
	}
	expect(await count()).toBe(before);
});

test('a test key makes them with its scope; a key sent again makes them once', async () => {
	const driver = await makeApiKey(services, owner, { environment: 'test', scopes: ['sandbox:write'] });
	const writer = await makeApiKey(services, owner, { environment: 'test', scopes: ['orders:write'] });
	const inside = `/api/organisations/${sandbox.id}/sandbox/orders`;
	const body = { eventId: idOf('Concert'), ticketTypeId: seat, count: 2 };
	expect((await api.post(inside, body, as(writer))).status).toBe(403);
	const headers = { 'Idempotency-Key': 'orders-1' };
	const [first, again] = [
		await api.post(inside, body, { ...as(driver), headers }),
		await api.post(inside, body, { ...as(driver), headers }),
	];
	expect([first.status, statuses(first)]).toEqual([201, ['confirmed', 'confirmed']]);
	expect(again.body).toEqual(first.body);
	expect(
		await rows('SELECT FROM orders WHERE event_id = $1 AND total_minor > 0', [body.eventId]),
	).toHaveLength(2);
});
