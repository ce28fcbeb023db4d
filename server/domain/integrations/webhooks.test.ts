import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { filePoller } from '#server/domain/reports/files/make-files.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useWebhooks } from '#tests/support/use-webhooks.ts';
import { verifyWebhook } from '#tests/support/verify-webhook.ts';

const world = useWebhooks();
const { database, services, api, owner, program, receiver, signal } = world;
const { at, make, read, deliveriesOf, publish, work } = world;

describe('a webhook', () => {
	test('sends what happened, signed as the reference library verifies it', async () => {
		const made = await make();
		expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const event = await publish();
		await work();
		const [call, ...others] = await receiver().received(at('ok'));
		expect(others).toEqual([]);
		const body = await verifyWebhook(made.secret, call);
		expect(body).toMatchObject({
			type: 'event.published',
			data: { event: { id: event.id, title: 'Jazz night', status: 'published' } },
			organisationId: owner.organisationId,
			eventId: event.id,
			livemode: true,
			apiVersion: 1,
		});
		expect(body.id).toBe(call?.headers['webhook-id']);
		expect(call?.headers['user-agent']).toBe('Foyer-Webhooks/1');
		await expect(verifyWebhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, call)).rejects.toThrow();
		await expect(verifyWebhook(made.secret, { ...call, body: `${call?.body} ` } as never)).rejects.toThrow();
		const [delivery] = await deliveriesOf(made);
		expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, lastError: null });
		const detail = await api.get(`${program.base}/deliveries/${delivery.id}`, program);
		expect(detail.body).toMatchObject({
			body: call?.body,
			attemptLog: [{ number: 1, status: 200, error: null }],
		});
		await expectInvariants(services);
	});

	test('stores secret and address sealed, and never shows them again', async () => {
		const made = await make();
		const all = await api.get(`${program.base}/connections`, program);
		expect(JSON.stringify(all.body)).not.toContain(made.secret);
		expect(all.body.data[0].target).toBe(receiver().url + at('ok'));
		const chat = await make('ok', { kind: 'slack' });
		expect(chat.secret).toBeNull();
		expect((await read(chat)).target).toBe(new URL(receiver().url).host);
		const { rows } = await database().pool.query('SELECT c::text AS row FROM connections c');
		for (const { row } of rows) {
			expect(row).not.toContain(made.secret.slice(6, 40));
			expect(row).not.toContain(at('ok'));
		}
	});

	test('hears of its types and events alone, and ids alone when it wants no more', async () => {
		const mine = await publish('Mine');
		const some = await make('ok', { types: ['event.updated'], eventIds: [mine.id], detail: 'thin' });
		await work();
		const other = await publish('Other');
		for (const event of [mine, other])
			expect((await api.patch(`/api/events/${event.id}`, { title: 'Later' }, program)).status).toBe(200);
		await work();
		const calls = await receiver().received(at('ok'));
		expect(calls.map(({ body }) => JSON.parse(body).data)).toEqual([{ eventId: mine.id }]);
		expect(await deliveriesOf(some)).toHaveLength(1);
	});

	test('sends registrations, payments and refunds, and never of a person', async () => {
		await make('ok', {
			types: ['registration.created', 'registration.cancelled', 'order.paid', 'refund.created'],
		});
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event, 2);
		await payByCard(api, order);
		await settleAll(services);
		await work();
		const refunded = await refundOrder(api, event, order, { token: owner.token });
		expect(refunded.status, JSON.stringify(refunded.body)).toBeLessThan(300);
		await settleAll(services);
		await work();
		const calls = (await receiver().received(at('ok'))).map(({ body }) => JSON.parse(body));
		const types = calls.map(({ type }) => type);
		for (const type of ['registration.created', 'order.paid', 'refund.created'])
			expect(types).toContain(type);
		expect(calls.find(({ type }) => type === 'registration.created').data.order).toMatchObject({
			id: order.id,
			tickets: 2,
			totalMinor: 4_800,
			status: 'confirmed',
		});
		expect(calls.find(({ type }) => type === 'order.paid').data.payment.amountMinor).toBe(4_800);
		expect(calls.find(({ type }) => type === 'refund.created').data.refund.amountMinor).toBe(4_800);
		for (const { sequence } of calls) expect(sequence).toBeGreaterThan(0);
		expect(JSON.stringify(calls)).not.toMatch(/ada@example|Lovelace/);
	});

	test('sends what of a guest changed, and nothing where nothing did', async () => {
		await make('ok', { types: ['guest.updated'] });
		const event = await makeEvent(services, owner, { isPublished: true });
		const { body: guest } = await api.post(
			`/api/events/${event.id}/attendees`,
			{ name: 'Grace Hopper', email: 'grace@people.example', notes: '', sendMail: false },
			{ token: owner.token },
		);
		const edit = (body: object) =>
			api.patch(`/api/events/${event.id}/attendees/${guest.id}`, body, { token: owner.token });
		expect((await edit({ name: 'Grace Hopper' })).status).toBe(200);
		await work();
		expect(await receiver().received(at('ok'))).toEqual([]);
		expect((await edit({ name: 'Grace M. Hopper', email: 'grace@people.example' })).status).toBe(200);
		await work();
		const [call, ...others] = await receiver().received(at('ok'));
		expect(others).toEqual([]);
		const { type, eventId, data } = JSON.parse(call?.body ?? '');
		expect([type, eventId]).toEqual(['guest.updated', event.id]);
		expect(data).toMatchObject({ attendeeIds: [guest.id], fields: ['name'], event: { id: event.id } });
		expect(call?.body).not.toMatch(/Hopper|people\.example/);
		expect(Object.keys(data).sort()).toEqual(Object.keys(webhookSamples['guest.updated']).sort());
	});

	test('sends a payout that arrived, of a gift card and of a report that is ready, once, to who hears of all events', async () => {
		const event = await makePricedEvent(services, api, owner);
		const types = ['payout.paid', 'report.ready', 'gift_card.issued'];
		await make('ok', { types });
		await make('slow', { types, eventIds: [event.id] });
		const card = await issueCard(services, owner, { recipientEmail: 'grace@example.org' });
		for (const act of ['charge', 'payout'])
			expect(
				(await api.post(`${program.base}/payment-account/test`, { act }, { token: owner.token })).status,
				act,
			).toBe(200);
		await settleAll(services);
		const requested = await api.post(
			`${program.base}/report-runs`,
			{ name: 'Guests', query: { dataset: 'attendees', groups: ['ticketType'], measures: ['tickets'] } },
			{ token: owner.token },
		);
		expect(requested.status, JSON.stringify(requested.body)).toBeLessThan(300);
		while ((await filePoller.run(services, signal)) > 0);
		await work();
		const { rows } = await database().pool.query('SELECT id, amount_minor::float8 AS amount FROM payouts');
		// A provider sends the same payout again.
		await services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'payments.payout-paid',
					organisationId: owner.organisationId,
					eventId: null,
					payload: { payoutId: rows[0].id },
				},
				services,
			),
		);
		await work();
		// They are about two things, so either may come first.
		const calls = (await receiver().received(at('ok')))
			.map(({ body }) => JSON.parse(body))
			.sort((a, b) => a.type.localeCompare(b.type));
		expect(calls.map(({ type, eventId }) => [type, eventId])).toEqual([
			['gift_card.issued', null],
			['payout.paid', null],
			['report.ready', null],
		]);
		const [issued, payout, report] = calls.map(({ data }) => data);
		expect(issued.giftCard).toMatchObject({ id: card.id, last4: card.last4, balanceMinor: 5_000 });
		expect(JSON.stringify(issued)).not.toMatch(/grace@|Hopper/);
		expect(payout.payout).toMatchObject({ id: rows[0].id, amountMinor: rows[0].amount, currency: 'EUR' });
		expect(report.report).toMatchObject({ id: requested.body.id, name: 'Guests', format: 'csv' });
		for (const { type, data } of calls) {
			const [name] = Object.keys(data);
			const sample = webhookSamples[type as 'payout.paid'][name as 'payout'] as object;
			expect(Object.keys(data[name as string]).sort()).toEqual(Object.keys(sample).sort());
		}
		expect(await receiver().received(at('slow'))).toEqual([]);
	});

	test('sends an order that a gift card paid, with what is left on it and without its code', async () => {
		const event = await makePricedEvent(services, api, owner);
		const card = await issueCard(services, owner);
		await make('ok', { types: ['gift_card.used'] });
		const order = await holdTickets(api, event);
		const paid = await api.post(
			`/api/orders/${order.manageToken}/payments`,
			{ method: 'gift_card', giftCard: card.code, quoteHash: order.quoteHash },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		await work();
		const [call] = (await receiver().received(at('ok'))).map(({ body }) => JSON.parse(body));
		expect(call.type).toBe('gift_card.used');
		expect(call.data).toMatchObject({
			order: { id: order.id },
			giftCard: { id: card.id, balanceMinor: 5_000 - order.totalMinor },
			payment: { amountMinor: order.totalMinor, method: 'gift_card' },
		});
		expect(Object.keys(call.data).sort()).toEqual(Object.keys(webhookSamples['gift_card.used']).sort());
		expect(JSON.stringify(call)).not.toContain(card.code);
	});

	test('is made once for a fact that is heard twice', async () => {
		const made = await make();
		await publish();
		await work();
		await database().pool.query(
			'UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - make_interval(secs => 1)',
		);
		await work();
		expect(await receiver().received(at('ok'))).toHaveLength(1);
		expect(await deliveriesOf(made)).toHaveLength(1);
	});
});
