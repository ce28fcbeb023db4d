import { describe, expect, test } from 'vitest';
import { syncBalance } from '#server/domain/payments/balance.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { eventFigures } from '#shared/rules/event-figures.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();

async function makeSold() {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 1_900 });
	const first = await holdTickets(api, event, 2);
	await payByCard(api, first);
	const second = await holdTickets(api, event);
	await payByCard(api, second);
	await refundOrder(api, event, second, { token: owner.token, reason: '=ill()', isCancelling: true });
	await settleAll(services);
	const account = await findAccount(services.database.db, owner.organisationId);
	if (account) await syncBalance(services, account);
	return { owner, event, first, second };
}

describe('the money of an event', () => {
	test('counts tickets, not the fees that buyers pay with them', async () => {
		const { owner, event, first } = await makeSold();
		await database().pool.query(
			`INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, quantity, unit_minor, net_minor,
				tax_minor, gross_minor)
			VALUES ($1, $2, $3, 100, 'service_fee', $4, 2, 50, 100, 0, 100)`,
			[owner.organisationId, event.id, first.id, event.ticketTypeId],
		);
		const { body } = await api.get(`/api/events/${event.id}/money`, { token: owner.token });
		expect(body.data[0].byType).toMatchObject([{ name: 'Seat', quantity: 3, soldMinor: 4_900 }]);
	});

	test('counts tickets that cost nothing beside those with a price', async () => {
		const { owner, event } = await makeSold();
		const free = await insertTicketType(services.database, {
			organisationId: owner.organisationId,
			eventId: event.id,
		});
		for (const quantity of [1, 3]) {
			const placed = await api.post(`/api/events/${event.id}/orders`, {
				buyer: { name: 'Ada', email: `ada-${quantity}@example.org` },
				items: [{ ticketTypeId: free.ticketTypeId, quantity }],
			});
			expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		}
		const { body } = await api.get(`/api/events/${event.id}/money`, { token: owner.token });
		expect(body.data[0].byType).toMatchObject([
			{ name: 'Seat', quantity: 3 },
			{ ticketTypeId: free.ticketTypeId, quantity: 4, soldMinor: 0, tiers: [] },
		]);
	});

	test('is the sum of its books, and each figure the sum of its rows', async () => {
		const { owner, event, first } = await makeSold();
		const get = (path: string) => api.get(`/api/events/${event.id}${path}`, { token: owner.token });
		const { body } = await get('/money');
		expect(body).toMatchObject({
			isTest: true,
			data: [
				{
					currency: 'EUR',
					soldMinor: 7_200,
					returnedMinor: 2_400,
					taxMinor: 766,
					platformFeesMinor: 0,
					// 1.5 % and 25 cents of each charge.
					providerFeesMinor: 97 + 61,
					disputesMinor: 0,
					netMinor: 4_800 - 766 - 158,
					byType: [{ name: 'Seat', soldMinor: 4_800 }],
				},
			],
		});
		const shown = body.data[0];
		const sums: Record<string, number> = {};
		for (const figure of eventFigures) {
			const rows: { amountMinor: number }[] = [];
			let cursor: string | null = null;
			do {
				const page: { body: { data: { amountMinor: number }[]; nextCursor: string | null } } = await get(
					`/money/rows?figure=${figure}&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
				);
				rows.push(...page.body.data);
				cursor = page.body.nextCursor;
			} while (cursor);
			sums[figure] = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
		}
		expect(sums).toEqual({
			sold: shown.soldMinor,
			returned: shown.returnedMinor,
			tax: shown.taxMinor,
			platform_fees: 0,
			provider_fees: shown.providerFeesMinor,
			disputes: 0,
			net: shown.netMinor,
		});
		const sold = await get('/money/rows?figure=sold');
		expect(sold.body.data).toContainEqual(
			expect.objectContaining({ orderId: first.id, amountMinor: 4_800, buyerName: 'Ada Lovelace' }),
		);
	});

	test('names the tier of each line, at the order, in the figures and in the file', async () => {
		const owner = await makeUser(services);
		const { token } = owner;
		const tier = { name: 'Early bird', priceMinor: 1_000, endsAt: null, soldUpTo: 3 };
		const event = await makePricedEvent(services, api, owner, { priceTiers: [tier] });
		const order = await holdTickets(api, event, 4);
		await payByCard(api, order);
		const linesOf = async () =>
			(await api.get(`/api/orders/${order.manageToken}`)).body.lines.map(
				({ tierName, grossMinor }: Record<string, unknown>) => [tierName, grossMinor],
			);
		const sold = [
			['Early bird', 3_000],
			[null, 2_400],
		];
		expect(await linesOf()).toEqual(sold);
		const refund = { token, amountMinor: 540, reason: 'Rain', isCancelling: false };
		await refundOrder(api, event, order, refund);
		expect(await linesOf()).toEqual([...sold, ['Early bird', -300], [null, -240]]);
		const { body } = await api.get(`/api/events/${event.id}/money`, { token });
		expect(body.data[0].byType).toMatchObject([
			{
				name: 'Seat',
				quantity: 4,
				soldMinor: 4_860,
				tiers: [{ name: 'Early bird', quantity: 3, soldMinor: 2_700 }],
			},
		]);
		const file = await api.get(`/api/events/${event.id}/orders/export`, { token });
		expect(file.body).toContain(',Price tiers\r\n');
		expect(file.body).toContain(',3 × Early bird');
		const { data } = (await api.get(`/api/orders/${order.manageToken}/documents`)).body;
		expect(data[0].grossMinor).toBe(4_860);
	});

	test('says nothing of tiers for lines without one', async () => {
		const { owner, event } = await makeSold();
		const { body } = await api.get(`/api/events/${event.id}/money`, { token: owner.token });
		expect(body.data[0].byType).toMatchObject([{ name: 'Seat', tiers: [] }]);
	});

	test('is exported by order; nothing of it is run by a spreadsheet', async () => {
		const { owner, event, first, second } = await makeSold();
		await services.database.pool.query(`UPDATE orders SET buyer_name = '=cmd()' WHERE id = $1`, [first.id]);
		const file = await api.get(`/api/events/${event.id}/orders/export`, { token: owner.token });
		expect(file.headers.get('content-type')).toContain('text/csv');
		const lines = file.body.replace('\ufeff', '').trim().split('\r\n');
		expect(lines).toHaveLength(3);
		expect(lines[1]).toContain(',refunded,card,EUR,24.00,24.00,24.00,0.00,yes,');
		expect(lines[2]).toContain("'=cmd()");
		expect(lines[2]).toContain(',paid,card,EUR,48.00,48.00,0.00,0.00,yes');
		expect(second.id).not.toBe(first.id);
		const stranger = await makeUser(services);
		const refused = await api.get(`/api/events/${event.id}/orders/export`, { token: stranger.token });
		expect(refused.status).toBe(404);
	});
});
