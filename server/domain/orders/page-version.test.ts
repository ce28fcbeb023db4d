import { beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { spoil } from '#tests/support/spoil.ts';
import { myTicketPage } from './page-version.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let now = new Date();
beforeAll(async () => {
	services = await createTestServices(database(), {}, { now: () => now });
	api = createTestApi(services);
	owner = await makeUser(services);
});

const versionOf = (token: string) => myTicketPage.findVersion(services, token);
const orderOf = async (token: string): Promise<ManagedOrder> => (await api.get(`/api/orders/${token}`)).body;

async function selling() {
	const event = await makeEvent(services, owner, { isPublished: true });
	const { body } = await api.get(`/api/events/${event.id}/ticket-types`);
	const ticketTypeId: string = body.data[0].id;
	const register = async (quantity = 1, name = 'Grace Hopper'): Promise<string> => {
		const buyer = { name, email: 'grace@example.org' };
		const items = [{ ticketTypeId, quantity }];
		return (await api.post(`/api/events/${event.id}/orders`, { buyer, items })).body.manageToken;
	};
	return { event, ticketTypeId, register };
}

test('every change of what the page shows is another version, and nothing else is', async () => {
	const { event, ticketTypeId, register } = await selling();
	const token = await register(2);
	const { attendees } = await orderOf(token);
	const [first, second] = attendees.map(({ id }) => id);
	const { pool } = database();
	const changes: Record<string, () => Promise<unknown>> = {
		'a corrected name': () => api.patch(`/api/orders/${token}/attendees/${first}`, { name: 'Ada' }),
		'a cancelled ticket': () => api.post(`/api/orders/${token}/cancel`, { attendeeId: second }),
		'the buyer': () => pool.query(`UPDATE orders SET buyer_name = 'Ada' WHERE event_id = $1`, [event.id]),
		'the ticket type': () =>
			pool.query(`UPDATE ticket_types SET name = 'Gala' WHERE id = $1`, [ticketTypeId]),
		'the event': () => pool.query(`UPDATE events SET title = 'Winter party' WHERE id = $1`, [event.id]),
		'the organisation': () =>
			pool.query(`UPDATE organisations SET name = 'Pier' WHERE id = $1`, [owner.organisationId]),
		'a change that waits': () =>
			pool.query(
				`INSERT INTO order_changes (id, organisation_id, event_id, order_id, state, wanted, hash, lines, difference_minor, expires_at)
				SELECT gen_random_uuid(), organisation_id, event_id, id, 'awaiting_payment', '{}', 'hash', '[]', 100, now() + interval '30 minutes'
				FROM orders WHERE event_id = $1 ORDER BY id LIMIT 1`,
				[event.id],
			),
		'a change that was given up': () =>
			pool.query(`UPDATE order_changes SET state = 'withdrawn', expires_at = NULL WHERE event_id = $1`, [
				event.id,
			]),
		'the end of the event': async () => {
			now = event.endsAt;
		},
		'the cancelled order': () =>
			pool.query(`UPDATE orders SET status = 'cancelled' WHERE event_id = $1`, [event.id]),
	};
	for (const [what, change] of Object.entries(changes)) {
		const before = { version: await versionOf(token), order: await orderOf(token) };
		await register();
		expect(await versionOf(token), `before ${what}`).toBe(before.version);
		await change();
		expect(await versionOf(token), what).not.toBe(before.version);
		expect(await orderOf(token), what).not.toEqual(before.order);
	}
	now = new Date();
});

test('orders have versions of their own, also when many ask at once; a link that is no longer good has none', async () => {
	const { register } = await selling();
	const tokens = [await register(1, 'Ada'), await register(1, 'Bob'), await register(1, 'Cleo')];
	const alone = [];
	for (const token of tokens) alone.push(await versionOf(token));
	expect(new Set(alone).size).toBe(3);
	expect(alone).not.toContain(null);
	const [ada = '', bob = '', cleo = ''] = tokens;
	expect(await Promise.all([cleo, spoil(ada), ada, bob].map(versionOf))).toEqual([
		alone[2],
		null,
		alone[0],
		alone[1],
	]);
	const { body } = await api.post(`/api/orders/${ada}/resend`, { email: 'ada@example.org' });
	expect(await versionOf(ada)).toBeNull();
	expect(await versionOf(body.manageToken)).not.toBeNull();
});

test('only the address of one ticket page is meant, nothing below or beside it', () => {
	const token = 'A'.repeat(71);
	expect(myTicketPage.path.exec(`/my-ticket/${token}`)?.[1]).toBe(token);
	for (const path of [
		`/my-ticket/${token}.data`,
		`/my-ticket/${token}/x`,
		`/x/my-ticket/${token}`,
		'/my-ticket/short',
	])
		expect(myTicketPage.path.test(path), path).toBe(false);
});
