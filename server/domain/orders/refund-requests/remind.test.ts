import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import type { Services } from '#server/services.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, type PricedEvent, payByCard } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { remindOfRefundRequests } from './remind.ts';

/** Both sides hear once of a request for a refund that nobody has decided for seven days. */
const { database, services, api, owner } = useTestOwner();
let manager: Member;
let event: PricedEvent;
type Member = Awaited<ReturnType<typeof makeMember>>;
beforeAll(async () => {
	event = await makePricedEvent(services, api, owner, { capacity: 100 });
	// Decides about refunds without seeing the money; marketing does neither.
	manager = await makeMember(services, owner.organisationId, 'event_manager');
	const quiet = await makeMember(services, owner.organisationId, 'finance');
	await makeMember(services, owner.organisationId, 'marketing');
	const choice = { kind: 'money', channel: 'mail', isOn: false };
	await api.call('PUT', '/api/account/notifications', choice, { token: quiet.token });
});

interface MailRow {
	id: string;
	template: string;
	recipient: string;
	props: { orderId?: string };
	locale: string;
}

/** A paid order whose refund was requested so many days ago. */
async function ask(days: number) {
	const order = await holdTickets(api, event);
	expect((await payByCard(api, order)).status).toBe(201);
	const path = `/api/orders/${order.manageToken}`;
	const { status, body } = await api.post(`${path}/refund-requests`, {});
	expect(status).toBe(201);
	const requestId: string = body.refundRequest.id;
	await database().pool.query(
		`UPDATE refund_requests SET created_at = created_at - make_interval(days => $2, mins => 1) WHERE id = $1`,
		[requestId, days],
	);
	return { ...order, path, requestId };
}
type Asked = Awaited<ReturnType<typeof ask>>;

const remindersOf = async ({ id }: Asked) => {
	const { rows } = await database().pool.query<MailRow>(
		`SELECT id, template, recipient, props, locale FROM mails WHERE props ->> 'orderId' = $1
			AND (template = 'organisers/refund-request' OR props ? 'isReminder') ORDER BY template, recipient`,
		[id],
	);
	return rows;
};
const compose = (mail: MailRow) =>
	composeMail(services, mail, { showsSecrets: true, isForSending: true }).then((written) => {
		if ('obsolete' in written) return written.obsolete;
		return `${written.subject}\n${written.text}`;
	});
const decline = (order: Asked) =>
	api.post(
		`/api/events/${event.id}/orders/${order.id}/refund-requests/${order.requestId}/decline`,
		{ answer: 'The caterer is paid.' },
		{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
	);

describe('a request for a refund that nobody decides', () => {
	test('is sent after seven days to the buyer and to those who may decide, once, whoever looks', async () => {
		const [late, early] = [await ask(7), await ask(6)];
		await Promise.all([remindOfRefundRequests(services), remindOfRefundRequests(services)]);
		await remindOfRefundRequests(services);
		const mails = await remindersOf(late);
		const { body } = await api.get(late.path);
		expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
			['orders/refund-request', body.buyer.email],
			...[manager.email, owner.email].toSorted().map((email) => ['organisers/refund-request', email]),
		]);
		expect(await remindersOf(early)).toEqual([]);
		// Days later: nothing more.
		await database().pool.query(`UPDATE refund_requests SET created_at = created_at - interval '30 days'`);
		await remindOfRefundRequests(services);
		expect(await remindersOf(late)).toHaveLength(3);
		expect(await remindersOf(early)).toHaveLength(3);
	});

	test('says what was requested when, where to decide, and how to reach the organiser', async () => {
		const order = await ask(8);
		await remindOfRefundRequests(services);
		const [toBuyer, toOrganiser] = (await remindersOf(order)) as [MailRow, MailRow];
		const text = await compose(toBuyer);
		expect(text).toContain('Your request is still with the organiser');
		expect(text).toContain('€24.00');
		expect(text).toContain('/my-ticket/');
		expect(text).not.toContain('To reach the organiser');
		const settings = `/api/organisations/${owner.organisationId}/settings`;
		const { body: before } = await api.get(settings, { token: owner.token });
		const saved = await api.patch(
			settings,
			{ replyTo: 'hello@engines.example' },
			{ token: owner.token, headers: { 'If-Match': `"${before.version}"` } },
		);
		expect(saved.status).toBe(200);
		await database().pool.query(
			`INSERT INTO organisation_pages (organisation_id, takes_messages) VALUES ($1, true)`,
			[owner.organisationId],
		);
		const reached = await compose(toBuyer);
		expect(reached).toContain('reply to this email or write to hello@engines.example');
		expect(reached).toMatch(/\/organisers\/\S+/);
		const organiser = await compose(toOrganiser);
		expect(organiser).toContain('€24.00');
		expect(organiser).toContain(`/events/${event.id}/orders/${order.id}`);
	});

	test('is not sent once it was decided or withdrawn, also by an email that waits to be sent', async () => {
		const [declined, withdrawn, waiting] = [await ask(8), await ask(8), await ask(8)];
		expect((await decline(declined)).status).toBe(200);
		expect((await api.delete(`${withdrawn.path}/refund-requests/${withdrawn.requestId}`)).status).toBe(200);
		await remindOfRefundRequests(services);
		expect(await remindersOf(declined)).toEqual([]);
		expect(await remindersOf(withdrawn)).toEqual([]);
		const mails = await remindersOf(waiting);
		expect(mails).toHaveLength(3);
		expect((await decline(waiting)).status).toBe(200);
		for (const mail of mails) expect(await compose(mail)).toMatch(/^(It|The request) was answered/);
	});

	test('is sent by whoever comes next when a process ends before the emails are written', async () => {
		const order = await ask(8);
		const dying: Services = {
			...services,
			facts: {
				...services.facts,
				async publish(tx, fact, on) {
					await services.facts.publish(tx, fact, on);
					throw new Error('ended');
				},
			},
		};
		await remindOfRefundRequests(dying);
		expect(await remindersOf(order)).toEqual([]);
		await database().pool.query('DELETE FROM delayed_work');
		await remindOfRefundRequests(services);
		expect(await remindersOf(order)).toHaveLength(3);
	});
});
