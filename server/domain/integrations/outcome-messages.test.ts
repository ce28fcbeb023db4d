import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { cancelOrder } from '#server/domain/orders/commands/cancel-order.ts';
import { offerDuePlaces } from '#server/domain/waitlist/jobs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { ApiScope } from '#shared/rules/api-keys.ts';
import type { PastType } from '#shared/rules/past-messages.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import type { AcceptedType, WebhookType } from '#shared/rules/webhook-types.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { buyTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { createDeliveryPoller } from './deliver.ts';
import { findCheckIns } from './find-check-ins.ts';
import { sendPast } from './send-past.ts';

/** How refunds, waitlists, scans and consents end, as connected programs hear of it. */
const { services, api, owner, query } = useTestOwner({
	isFresh: true,
	environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' },
});
const receiver = useReceiver();
const { signal } = new AbortController();
let path = '';
let paths = 0;

beforeEach(async () => {
	paths += 1;
	path = `/ok/${paths}`;
});

const listen = (types: readonly AcceptedType[], more = {}) =>
	makeConnection(services, owner, { types: [...types], target: receiver().url + path, ...more });
const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

/** Lets the worker do what is due now. */
async function work(): Promise<void> {
	const poller = createDeliveryPoller();
	for (let round = 0; round < 200; round += 1) {
		await findCheckIns.run(services, signal);
		const done =
			(await factPoller.run(services, signal)) +
			(await sendPast.run(services, signal)) +
			(await poller.run(services, signal));
		if (done === 0) return;
	}
	throw new Error('there was ever more to do');
}

interface Body {
	id: string;
	type: WebhookType;
	eventId: string | null;
	livemode: boolean;
	data: Record<string, Record<string, unknown>>;
}

/** What has come, in the order of its making; each as its sample has it, and without people. */
async function received(): Promise<Body[]> {
	await work();
	const calls = await receiver().received(path);
	const bodies = calls.map(({ body }) => JSON.parse(body)).sort((a, b) => a.sequence - b.sequence);
	for (const { type, data } of bodies as Body[]) {
		const sample = webhookSamples[type] as Body['data'] | undefined;
		if (!sample) continue;
		expect([type, ...Object.keys(data).sort()]).toEqual([type, ...Object.keys(sample).sort()]);
		for (const [name, object] of Object.entries(sample))
			if (data[name] !== null && name !== 'attendeeIds')
				expect([type, ...Object.keys(data[name] ?? {}).sort()]).toEqual([
					type,
					...Object.keys(object).sort(),
				]);
	}
	expect(JSON.stringify(bodies)).not.toMatch(/example\.org|Lovelace|Ada|Person/);
	return bodies;
}

/** Facts are heard at least once: here all of them once more. */
const hearAgain = () =>
	query('UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - make_interval(secs => 1)');

/** Sends a new webhook what happened before. @returns what it got, by id of the message */
async function pastOf(types: PastType[]): Promise<string[]> {
	path += '/past';
	const { row } = await listen(types);
	const { token } = await makeApiKey(services, owner);
	const requested = await api.post(
		`/api/organisations/${owner.organisationId}/connections/${row.id}/backfill`,
		{ types, since: new Date(Date.now() - 3_600_000).toISOString() },
		{ token },
	);
	expect(requested.status, JSON.stringify(requested.body)).toBe(202);
	return (await received()).map(({ id }) => id).sort();
}
const idsOf = (bodies: Body[], types: string[]) =>
	bodies
		.filter(({ type }) => types.includes(type))
		.map(({ id }) => id)
		.sort();

test('refunds: requested, made, arrived, failed; the former name goes on for who has it', async () => {
	const types = ['refund.requested', 'refund.created', 'refund.succeeded', 'refund.failed'] as const;
	await listen([...types, 'order.refunded']);
	const event = await makePricedEvent(services, api, owner);
	const order = await buyTickets(api, event, 2);
	const request = await api.post(`${order.path}/refund-requests`, { attendeeIds: order.ids.slice(0, 1) });
	expect(request.status, JSON.stringify(request.body)).toBe(201);
	// Of what is requested, the refund is the answer.
	await api.delete(`${order.path}/refund-requests/${request.body.refundRequest.id}`);
	await refundOrder(api, event, order, { token: owner.token, amountMinor: 500 });
	await settleAll(services);
	const late = await buyTickets(api, event, 1, (held) =>
		payByCard(api, held, { number: '4000000000005126' }),
	);
	await refundOrder(api, event, late, { token: owner.token });
	await settleAll(services);
	// The bank sends the money back.
	const provider = services.testGateway as NonNullable<Services['testGateway']>;
	await provider.moveClock(new Date((await provider.now()).getTime() + 600_000));
	await settleAll(services);
	const live = await received();
	const of = (orderId: string) =>
		live.filter(({ data }) => data.order?.id === orderId).map(({ type }) => type);
	expect(of(order.id).sort()).toEqual([
		'order.refunded',
		'refund.created',
		'refund.requested',
		'refund.succeeded',
	]);
	expect(of(late.id)).toContain('refund.failed');
	const requested = live.find(({ type }) => type === 'refund.requested');
	expect(requested?.data).toMatchObject({
		refundRequest: {
			id: request.body.refundRequest.id,
			wantedMinor: 2_400,
			attendeeIds: order.ids.slice(0, 1),
		},
	});
	const failed = live.find(({ type }) => type === 'refund.failed');
	expect(failed?.data.refund).toMatchObject({ state: 'failed', amountMinor: 2_400 });
	expect(failed?.data.refund?.failure).toEqual(expect.any(String));
	await hearAgain();
	expect(await received()).toHaveLength(live.length);
	const [oldName, newName] = [await pastOf(['order.refunded']), await pastOf(['refund.created'])];
	expect(oldName).not.toEqual(newName);
	expect(idsOf(live, ['order.refunded'])).toEqual(expect.arrayContaining(oldName));
	expect(idsOf(live, ['refund.created'])).toEqual(expect.arrayContaining(newName));
	expect(await pastOf(['refund.requested', 'refund.failed'])).toEqual(
		idsOf(live, ['refund.requested', 'refund.failed']),
	);
	await expectInvariants(services);
});

test('waitlists: who joins is offered tickets, and takes them, lets them pass, declines or leaves', async () => {
	await listen([
		'waitlist.joined',
		'waitlist.offered',
		'waitlist.accepted',
		'waitlist.lapsed',
		'waitlist.left',
	]);
	const event = await makeEvent(services, owner, { isPublished: true });
	const base = `/api/events/${event.id}`;
	const [{ id: ticketTypeId }] = (await api.get(`${base}/ticket-types`, { token: owner.token })).body.data;
	await api.patch(`${base}/ticket-types/${ticketTypeId}`, { capacity: 1 }, { token: owner.token });
	const buy = (email: string, more = {}) =>
		api.post(
			`${base}/orders`,
			{ buyer: { name: 'Ada', email }, items: [{ ticketTypeId, quantity: 1 }], ...more },
			keyed(),
		);
	const sold = await buy('first@example.org');
	const join = async (email: string) => {
		const input = { party: 1, ticketTypeIds: [ticketTypeId], name: 'Person', email };
		return (await api.post(`${base}/waitlist`, input, keyed())).body.token as string;
	};
	const [one, two, three, four] = [
		await join('one@example.org'),
		await join('two@example.org'),
		await join('three@example.org'),
		await join('four@example.org'),
	];
	await cancelOrder(services, { ...owner, eventId: event.id, orderId: sold.body.id }, { notify: false });
	await offerDuePlaces(services);
	// The first one declines and waits on, the second lets the offer pass, the third buys, the fourth leaves.
	expect((await api.post(`/api/waitlist/${one}/keep`, {})).status).toBeLessThan(300);
	await offerDuePlaces(services);
	await query(
		`UPDATE waitlist_offers SET expires_at = now() - make_interval(secs => 1) WHERE state = 'open'`,
	);
	await offerDuePlaces(services);
	const bought = await buy('three@example.org', { offerToken: three });
	expect(bought.status, JSON.stringify(bought.body)).toBe(201);
	expect((await api.delete(`/api/waitlist/${four}`)).status).toBeLessThan(300);
	const [left] = await query<{ id: string }>(
		`SELECT id FROM waitlist_entries WHERE state = 'waiting' AND event_id = $1`,
		[event.id],
	);
	const removed = await api.delete(`${base}/waitlist/${left?.id}`, { token: owner.token });
	expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300);
	const live = await received();
	const count = (type: string) => live.filter((body) => body.type === type);
	expect(count('waitlist.joined')).toHaveLength(4);
	expect(count('waitlist.offered')).toHaveLength(3);
	expect(count('waitlist.lapsed').map(({ data }) => [data.entry?.state, data.offer?.state])).toEqual(
		expect.arrayContaining([['lapsed', 'lapsed']]),
	);
	expect(
		count('waitlist.lapsed')
			.map(({ data }) => data.offer?.state)
			.sort(),
	).toEqual(['declined', 'lapsed']);
	const [taken, ...more] = count('waitlist.accepted');
	expect(more).toEqual([]);
	expect(taken).toMatchObject({
		eventId: event.id,
		livemode: true,
		data: { order: { id: bought.body.id }, entry: { state: 'bought' }, offer: { state: 'taken' } },
	});
	expect(
		count('waitlist.left')
			.map(({ data }) => data.entry?.state)
			.sort(),
	).toEqual(['left', 'removed']);
	await hearAgain();
	expect(await received()).toHaveLength(live.length);
	const past = ['waitlist.joined', 'waitlist.accepted', 'waitlist.left'] as const;
	expect(await pastOf([...past])).toEqual(idsOf(live, [...past]));
	expect(two).toEqual(expect.any(String));
	await expectInvariants(services);
});

test('refused scans: of a ticket that is known, and of none', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 2 });
	await listen(['check_in.refused', 'check_in.created', 'ticket.checked_in']);
	await work();
	const scan = (guestQrData: string | undefined) =>
		api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData, nonce: randomUUID() });
	await scan(door.guests[0]?.code);
	expect((await scan(door.guests[0]?.code)).status).toBe(409);
	expect((await scan('nothing-of-ours')).status).toBeGreaterThanOrEqual(400);
	const live = await received();
	expect(live.map(({ type }) => type).sort()).toEqual([
		'check_in.created',
		'check_in.refused',
		'check_in.refused',
		'ticket.checked_in',
	]);
	const refused = live.filter(({ type }) => type === 'check_in.refused').map(({ data }) => data);
	expect(refused.map(({ ticket, refusal }) => [refusal?.reason, ticket?.id])).toEqual(
		expect.arrayContaining([
			['already_checked_in', door.guests[0]?.id],
			['unknown_code', undefined],
		]),
	);
	expect(JSON.stringify(live)).not.toMatch(/nothing-of-ours/);
	expect(JSON.stringify(live)).not.toContain(door.guests[0]?.code);
	await query(`UPDATE check_in_feed SET snapshot = '1:1:', sequence_low = 0`);
	expect(await received()).toHaveLength(live.length);
	expect(await pastOf(['check_in.refused'])).toEqual(idsOf(live, ['check_in.refused']));
	expect(await pastOf(['check_in.created'])).toEqual(idsOf(live, ['check_in.created']));
});

test('refused scans are sent to who listens for them alone', async () => {
	const door = await makeDoor({ services, api, owner }, { guests: 1 });
	await listen(['check_in.created']);
	await work();
	await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData: 'x', nonce: randomUUID() });
	expect(await received()).toEqual([]);
	expect(await query('SELECT 1 FROM outbound_messages')).toEqual([]);
});

test('consents: given, ended, given again and erased; to who may see followers and hears of all events', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	const types = ['consent.given', 'consent.ended'] as const;
	const marketing = await makeMember(services, owner.organisationId, 'check_in');
	await listen(types);
	await listen(types, { eventIds: [event.id], target: `${receiver().url}/ok/limited` });
	await query('UPDATE connections SET created_by = $1 WHERE event_ids IS NOT NULL', [owner.userId]);
	const { row: blind } = await listen(types, { target: `${receiver().url}/ok/blind` });
	await query('UPDATE connections SET created_by = $2 WHERE id = $1', [blind.id, marketing.userId]);
	const id = newId();
	await query(
		`INSERT INTO followers (organisation_id, id, email, email_key, name, state, came_from, event_id, consent_text, consented_at, confirmed_at)
		VALUES ($1, $2, 'ada@example.org', 'ada@example.org', 'Ada', 'confirmed', 'question', $3, 'News, please', now(), now())`,
		[owner.organisationId, id, event.id],
	);
	const publish = (change: 'given' | 'ended', isErased = false) =>
		services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'organisers.consent-changed',
					...{ organisationId: owner.organisationId, eventId: null },
					payload: { followerId: id, change, isErased },
				},
				services,
			),
		);
	await publish('given');
	const [given] = await received();
	expect(given).toMatchObject({
		...{ type: 'consent.given', eventId: null },
		data: {
			consent: { id, state: 'confirmed', cameFrom: 'question', text: 'News, please', eventId: event.id },
		},
	});
	expect(await pastOf(['consent.given'])).toEqual([given?.id]);
	path = `/ok/${paths}`;
	await query(`UPDATE followers SET state = 'left', left_at = now(), left_by = 'link' WHERE id = $1`, [id]);
	await publish('ended');
	await received();
	await query(
		`UPDATE followers SET state = 'confirmed', left_at = NULL, left_by = NULL, confirmed_at = now() WHERE id = $1`,
		[id],
	);
	await publish('given');
	await received();
	await query('DELETE FROM followers WHERE id = $1', [id]);
	await publish('ended', true);
	const all = await received();
	expect(all.map(({ type, data }) => [type, data.consent?.state, data.consent?.endedBy])).toEqual([
		['consent.given', 'confirmed', null],
		['consent.ended', 'left', 'link'],
		['consent.given', 'confirmed', null],
		['consent.ended', 'left', 'erasure'],
	]);
	await hearAgain();
	expect(await received()).toHaveLength(4);
	for (const other of ['limited', 'blind']) expect(await receiver().received(`/ok/${other}`)).toEqual([]);
});

test('a program is given consents with the scope for followers alone', async () => {
	const make = async (scopes: ApiScope[]) => {
		const { token } = await makeApiKey(services, owner, { scopes });
		return api.post(
			`/api/organisations/${owner.organisationId}/connections`,
			{ target: receiver().url + path, types: ['consent.given', 'waitlist.left', 'check_in.refused'] },
			{ token },
		);
	};
	const refused = await make(['webhooks:write']);
	expect(refused.body.metadata).toMatchObject({
		...{ rule: 'beyond-own-rights', lacking: ['consent.given', 'waitlist.left', 'check_in.refused'] },
	});
	expect((await make(['webhooks:write', 'orders:read', 'door:read'])).body.metadata.lacking).toEqual([
		'consent.given',
	]);
	expect((await make(['webhooks:write', 'orders:read', 'door:read', 'followers:read'])).status).toBe(201);
});

test('former names are accepted and stored; lists offer new ones, with what each was called', async () => {
	const { token } = await makeApiKey(services, owner);
	const base = `/api/organisations/${owner.organisationId}`;
	const made = await api.post(
		`${base}/connections`,
		{ target: receiver().url + path, types: ['order.refunded', 'ticket.checked_in'] },
		{ token },
	);
	expect([made.status, made.body.types]).toEqual([201, ['order.refunded', 'ticket.checked_in']]);
	const { body } = await api.get('/api/webhook-types');
	const named = body.data.filter(({ formerName }: { formerName: string | null }) => formerName !== null);
	expect(named.map(({ type, formerName }: Record<string, string>) => [type, formerName])).toEqual([
		['refund.created', 'order.refunded'],
		['check_in.created', 'ticket.checked_in'],
		['check_in.undone', 'ticket.check_in_undone'],
	]);
	for (const type of ['order.refunded', 'refund.created']) {
		const samples = await api.get(`${base}/webhook-samples/${type}`, { token });
		expect(samples.body.data[0]).toMatchObject({ type, data: webhookSamples['refund.created'] });
	}
});
