import type { APIRequestContext } from '@playwright/test';
import { apiOf } from './selling.ts';
import type { Account } from './test.ts';

/** Weekly dates with one ticket type, a mat of which each date has two. */
export async function makeSeriesOfDates(
	request: APIRequestContext,
	account: Account,
	options: { count: number; booking: 'any' | 'all' },
) {
	const api = apiOf(request, account);
	const { count, booking } = options;
	const event = await api.sellingEvent();
	const type = await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Mat',
		kind: 'free',
		capacity: 2,
	});
	const { data } = await api.call('get', `/api/events/${event.id}/ticket-types`);
	for (const { id } of data as { id: string }[])
		if (id !== type.id) await api.call('delete', `/api/events/${event.id}/ticket-types/${id}`);
	const made = await api.call('post', `/api/events/${event.id}/series`, {
		repeat: { rule: 'FREQ=WEEKLY', count },
		booking,
	});
	const dates = made.dates as { id: string; slug: string }[];
	const register = async (index: number, name: string, quantity = 1) => {
		const id = dates[index]?.id;
		const types = await api.call('get', `/api/events/${id}/ticket-types`);
		await api.call('post', `/api/events/${id}/orders`, {
			buyer: { name, email: `${name.split(' ')[0]?.toLowerCase()}@people.example` },
			items: [{ ticketTypeId: types.data[0].id, quantity }],
		});
	};
	return {
		series: made.series as { id: string },
		dates,
		register,
		fill: (index: number) => register(index, 'Alan Turing', 2),
	};
}
