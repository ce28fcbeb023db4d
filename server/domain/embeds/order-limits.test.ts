import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { createTestApi, createTestServices, sendingMailer } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';

const database = useTestDatabase();

test('a network places no more orders, and causes no more emails, than at the ordinary endpoint: both count together', async () => {
	const services = await createTestServices(database(), { RATE_LIMITS: 'on', RATE_LIMIT_ORDER: '4/h' });
	const api = createTestApi({ ...services, mailer: sendingMailer });
	const { eventId, ticketTypeId } = await insertSellingEvent(database(), 50);
	const order = {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId, quantity: 1 }],
	};
	const ordinary = () => api.post(`/api/events/${eventId}/orders`, order);
	const embedded = () =>
		api.post(
			'/api/embed/orders',
			{ event: eventId, ...order },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
	for (const place of [embedded, ordinary, embedded, ordinary]) expect((await place()).status).toBe(201);
	const refused = await embedded();
	expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await ordinary()).status).toBe(429);
	const { signal } = new AbortController();
	while ((await factPoller.run(services, signal)) > 0);
	const { rows } = await database().pool.query('SELECT 1 FROM mails WHERE event_id = $1', [eventId]);
	expect(rows).toHaveLength(4);
	await expectInvariants(services);
});
