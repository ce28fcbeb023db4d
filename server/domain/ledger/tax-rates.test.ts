import { expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();

test('8.875 % is the rate of the order, its receipt, the tax report and the journal, also of what is refunded', async () => {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 887.5, priceMinor: 10_000 });
	await enterSellerDetails(services, event.organisationId);
	const order = await holdTickets(api, event, 2);
	expect((await payByCard(api, order)).status).toBe(201);
	const { token } = owner;
	const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
	expect(body.lines).toMatchObject([
		{ taxBasisPoints: 887.5, netMinor: 18_370, taxMinor: 1_630, grossMinor: 20_000 },
	]);
	const documents = (await api.get(`/api/orders/${order.manageToken}/documents`)).body.data;
	expect(documents[0]).toMatchObject({ netMinor: 18_370, taxMinor: 1_630 });
	const { rows } = await database().pool.query('SELECT content FROM documents WHERE organisation_id = $1', [
		event.organisationId,
	]);
	expect(rows[0].content.taxes).toEqual([expect.objectContaining({ basisPoints: 887.5, taxMinor: 1_630 })]);
	await refundOrder(api, event, order, { token, amountMinor: 10_000, reason: '', isCancelling: false });
	await settleAll(services);
	const path = `/api/organisations/${event.organisationId}`;
	const report = (await api.get(`${path}/tax-report`, { token })).body;
	expect(report.rows).toMatchObject([
		{ taxBasisPoints: 887.5, netMinor: 9_185, taxMinor: 815, grossMinor: 10_000 },
	]);
	const journal = (await api.get(`${path}/journal/export`, { token })).body as string;
	expect(journal.match(/,8\.875,/g)).toHaveLength(4);
	await expectInvariants(services);
});
