import { randomUUID } from 'node:crypto';
import type { Services } from '#server/services.ts';
import type { OwnPage } from '#shared/contracts/supporter-pages.ts';
import type { TestUser } from '#tests/factories/accounts.ts';
import { holdOrder, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import type { TestApi } from '#tests/support/api.ts';

/** A published event that sells tickets at 24.00 and has a live fundraiser with a goal of 1,000.00. */
export async function makeFundraiser(
	services: Services,
	api: TestApi,
	owner: TestUser,
	{
		isLive = true,
		type,
		...fields
	}: { isLive?: boolean; type?: Record<string, unknown> } & Record<string, unknown> = {},
): Promise<PricedEvent> {
	const event = await makePricedEvent(services, api, owner, type);
	const saved = await api.call(
		'PUT',
		`/api/events/${event.id}/fundraiser`,
		{
			goalMinor: 100_000,
			currency: 'EUR',
			story: 'A *roof* for the hall.',
			presetsMinor: [5_000, 1_000],
			...fields,
		},
		{ token: owner.token },
	);
	if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
	if (!isLive) return event;
	const published = await api.post(`/api/events/${event.id}/fundraiser/publish`, undefined, {
		token: owner.token,
	});
	if (published.status !== 200) throw new Error(JSON.stringify(published.body));
	return event;
}

/** A gift on hold, with tickets where there are any. */
export const holdGift = (
	api: TestApi,
	event: PricedEvent,
	gift: { amountMinor: number } & Record<string, unknown>,
	tickets = 0,
) =>
	holdOrder(api, event, {
		items: tickets === 0 ? [] : [{ ticketTypeId: event.ticketTypeId, quantity: tickets }],
		gift,
	});

/** A page or team of a supporter, with its link. Each has an address of its own. */
export async function makeSupporterPage(
	api: TestApi,
	event: { id: string },
	fields: Record<string, unknown> = {},
): Promise<OwnPage & { pageToken: string }> {
	const made = await api.post(`/api/events/${event.id}/fundraiser-pages`, {
		name: 'Ada Lovelace',
		goalMinor: 50_000,
		email: `supporter-${randomUUID()}@example.org`,
		...fields,
	});
	if (made.status !== 201) throw new Error(JSON.stringify(made.body));
	return made.body;
}
