import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Account } from './test.ts';

/** An event that gives away tickets, made through the API by an account of the test's own. */
export interface SellingEvent {
	id: string;
	slug: string;
	title: string;
	path: string;
	/** The free ticket that every event begins with. */
	standardId: string;
}

export function apiOf(request: APIRequestContext, account: Account) {
	const headers = { authorization: `Bearer ${account.token}` };
	async function call(
		method: 'get' | 'post' | 'put' | 'patch' | 'delete',
		path: string,
		data?: object,
		more: Record<string, string> = {},
	) {
		const response = await request[method](path, {
			headers: { ...headers, ...more },
			...(data ? { data } : {}),
		});
		expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
		return response.status() === 204 ? undefined : response.json();
	}
	return {
		call,
		/** A published event two weeks ahead; `standard` changes its free ticket. */
		async sellingEvent(values: object = {}, standard: object = {}): Promise<SellingEvent> {
			const startsAt = new Date(Date.now() + 14 * 86_400_000).toISOString();
			const event = await call('post', '/api/events', {
				title: 'Night of the Harbour',
				startsAt,
				timeZone: 'Europe/Lisbon',
				venueName: 'Old Ferry',
				city: 'Lisbon',
				...values,
			});
			const { data } = await call('get', `/api/events/${event.id}/ticket-types`);
			const standardId = data[0].id as string;
			if (Object.keys(standard).length > 0)
				await call('patch', `/api/events/${event.id}/ticket-types/${standardId}`, standard);
			await call('post', `/api/events/${event.id}/publish`);
			return {
				id: event.id,
				slug: event.slug,
				title: event.title,
				path: `/events/${event.slug}`,
				standardId,
			};
		},
		/** Registers for the free ticket of an event. */
		order(
			event: Pick<SellingEvent, 'id' | 'standardId'>,
			buyer: { name: string; email: string },
			quantity = 1,
		) {
			const items = [{ ticketTypeId: event.standardId, quantity }];
			return call('post', `/api/events/${event.id}/orders`, { buyer, items });
		},
		/** Puts a whole guest list on an event at once. */
		async importGuests(eventId: string, guests: readonly { name: string; email: string }[]): Promise<void> {
			const rows = guests.map(({ name, email }) => `${name},${email}`);
			const response = await request.post(`/api/events/${eventId}/attendee-imports`, {
				headers,
				multipart: {
					file: {
						name: 'guests.csv',
						mimeType: 'text/csv',
						buffer: Buffer.from(['Name,Email', ...rows].join('\n')),
					},
				},
			});
			expect(response.status(), await response.text()).toBe(201);
		},
		async attendees(eventId: string): Promise<{ name: string; email: string; status: string }[]> {
			return (await call('get', `/api/events/${eventId}/attendees`)).data;
		},
	};
}

/** Comes back to the page until the check holds: a page asks anew what is on offer at most every two seconds. */
export async function untilSeenAgain(page: Page, check: () => Promise<void>): Promise<void> {
	await expect(async () => {
		await page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await check();
	}).toPass();
}
