import { expect, test } from 'vitest';
import { insertCode } from '#tests/factories/codes.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { orderConfirmationSource } from '../notifications/sources/orders.ts';

const { database, services, api, owner } = useTestOwner();

test('organiser and buyer are shown the code of an order and what it saved; an event says whether it has codes', async () => {
	const event = await makePricedEvent(services, api, owner);
	const scope = { organisationId: event.organisationId, eventId: event.id };
	const types = `/api/events/${event.id}/ticket-types`;
	const takesCodes = async (path: string, as: { token?: string }) =>
		(await api.get(path, as)).body.takesCodes;
	expect(await takesCodes(types, { token: owner.token })).toBe(false);
	await insertCode(database(), scope);
	expect(await takesCodes(types, { token: owner.token })).toBe(true);
	expect(await takesCodes(`${types}?code=WRONG`, { token: owner.token })).toBe(true);

	const items = [{ ticketTypeId: event.ticketTypeId, quantity: 2 }];
	const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
	const order = async (code: object) => {
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items, ...code });
		const body = { buyer, items, ...code, quoteHash: quoted.body.hash };
		return (await api.post(`/api/events/${event.id}/orders`, body)).body.id as string;
	};
	const shown = async (id: string) => {
		const detail = await api.get(`/api/events/${event.id}/orders/${id}`, { token: owner.token });
		const options = { mailId: id, isForSending: false, showsSecrets: false, recipient: buyer.email };
		const mail = await orderConfirmationSource.load(services, { ...scope, orderId: id }, options);
		return [detail.body.discount, 'amounts' in mail ? mail.amounts?.discount : undefined];
	};
	const discount = { code: 'EARLY', savedMinor: 960 };
	expect(await shown(await order({ code: 'early' }))).toEqual([discount, discount]);
	expect(await shown(await order({}))).toEqual([null, null]);
});
