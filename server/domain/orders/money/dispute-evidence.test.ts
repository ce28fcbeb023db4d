import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findAccount } from '#server/domain/payments/queries.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();

async function makeDispute() {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner);
	const { pool } = database();
	await pool.query(`UPDATE events SET refund_policy = 'No refunds.' WHERE id = $1`, [event.id]);
	const order = await holdTickets(api, event, 2);
	expect((await payByCard(api, order)).status).toBe(201);
	const account = await findAccount(services.database.db, owner.organisationId);
	const { rows } = await pool.query<{ provider_id: string }>(
		'SELECT provider_id FROM payments WHERE organisation_id = $1 AND subject_id = $2',
		[owner.organisationId, order.id],
	);
	await services.testGateway?.openDispute(account?.providerAccount as string, rows[0]?.provider_id as string);
	await settleAll(services);
	const path = `/api/organisations/${owner.organisationId}/disputes`;
	const { body } = await api.get(path, { token: owner.token });
	const evidence = async (token = owner.token) => api.get(`${path}/${body.data[0].id}/evidence`, { token });
	return { owner, event, order, evidence };
}

describe('the suggested answer to a dispute', () => {
	test('says what the rows of the order prove, and nothing else', async () => {
		const { event, order, evidence } = await makeDispute();
		const first = (await evidence()).body;
		expect(first).toMatchObject({
			product: expect.stringContaining('2 tickets for'),
			refundPolicy: 'No refunds.',
		});
		expect(first.explanation).toContain('and paid €48.00.');
		expect(first.explanation).toContain('The bank accepted the card Visa ending in 4242.');
		expect(first.explanation).not.toMatch(/emailed|checked in|refund|terms/i);

		const { pool } = database();
		await pool.query(
			`INSERT INTO mails (id, organisation_id, event_id, template, props, recipient, dedupe_key, status, sent_at)
			VALUES (gen_random_uuid(), $1, $2, 'orders/confirmation', '{}', 'ada@example.org', $3, 'sent', now())
			ON CONFLICT (dedupe_key) DO UPDATE SET status = 'sent', sent_at = now(), recipient = EXCLUDED.recipient`,
			[event.organisationId, event.id, `orders/confirmation:${order.id}`],
		);
		const { rows } = await pool.query(
			`SELECT id, name, ticket_code FROM attendees WHERE organisation_id = $1 AND order_id = $2 ORDER BY id LIMIT 1`,
			[event.organisationId, order.id],
		);
		const admitted = await api.post(
			`/api/events/${event.id}/check-ins`,
			{ guestId: rows[0].id },
			{ token: event.owner.token, headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(admitted.status, JSON.stringify(admitted.body)).toBeLessThan(300);
		const later = (await evidence()).body.explanation.split('\n');
		expect(later.at(-2)).toContain('The tickets were emailed to ada@example.org.');
		expect(later.at(-1)).toContain(`The ticket of ${rows[0].name} was checked in at the event.`);
	});

	test('leaves out a refund policy that was written after the order', async () => {
		const { event, owner, evidence } = await makeDispute();
		await database().pool.query(`UPDATE events SET refund_policy = '' WHERE id = $1`, [event.id]);
		const { headers } = await api.get(`/api/events/${event.id}`, { token: owner.token });
		const edited = await api.call(
			'PATCH',
			`/api/events/${event.id}`,
			{ refundPolicy: 'Never.' },
			{ token: owner.token, headers: { 'If-Match': headers.get('etag') ?? '' } },
		);
		expect(edited.status, JSON.stringify(edited.body)).toBe(200);
		expect((await evidence()).body.refundPolicy).toBe('');
	});

	test('is not found for others', async () => {
		const { evidence } = await makeDispute();
		const stranger = await makeUser(services);
		expect((await evidence(stranger.token)).status).toBe(404);
	});
});
