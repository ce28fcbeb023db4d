import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { offerDuePlaces } from '#server/domain/waitlist/jobs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Who is written to about orders that need approval and about waitlists, and what they read. */
const { services, api, owner, query } = useTestOwner();
const signal = new AbortController().signal;

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

/** An event with one free ticket type, with the emails that are pending about it. */
async function makeSale(terms: object) {
	const event = await makeEvent(services, owner, { isPublished: true, title: 'Small Machines' });
	const { body: types } = await api.get(`/api/events/${event.id}/ticket-types`);
	const [type] = types.data as { id: string }[];
	const edited = await api.patch(`/api/events/${event.id}/ticket-types/${type?.id}`, terms, {
		token: owner.token,
	});
	expect(edited.status, JSON.stringify(edited.body)).toBe(200);
	const buyer = { name: 'Ada Lovelace', email: `ada-${randomUUID().slice(0, 8)}@example.org` };
	let seen: string[] = [];
	/** What is pending since the last time: template and recipient, with what it says. */
	const news = async () => {
		while ((await factPoller.run(services, signal)) > 0);
		const rows = await query<{ id: string; template: string; recipient: string }>(
			`SELECT id, template, recipient, props, locale FROM mails WHERE event_id = $1 AND id <> ALL ($2::uuid[])
			ORDER BY template, recipient`,
			[event.id, seen],
		);
		seen = [...seen, ...rows.map(({ id }) => id)];
		const written = [];
		for (const mail of rows) {
			const content = await composeMail(services, mail as never, { showsSecrets: true, isForSending: true });
			if ('obsolete' in content) continue;
			const to =
				mail.recipient === buyer.email ? 'buyer' : mail.recipient === owner.email ? 'owner' : 'other';
			written.push({ to: `${mail.template} ${to}`, text: `${content.subject}\n${content.text}` });
		}
		return written;
	};
	const place = (by = buyer, quantity = 1) =>
		api.post(
			`/api/events/${event.id}/orders`,
			{ buyer: by, items: [{ ticketTypeId: type?.id, quantity }] },
			keyed(),
		);
	const act = (path: string, body: object = {}) =>
		api.post(`/api/events/${event.id}/${path}`, body, { token: owner.token });
	return { event, type: type?.id as string, buyer, news, place, act };
}

test('an order that needs approval: the buyer and, once a day, those who approve it; then how it was decided', async () => {
	const sale = await makeSale({ needsApproval: true });
	const { body: order } = await sale.place();
	expect(order.status).toBe('awaiting_approval');
	const [asked, owed, ...more] = await sale.news();
	expect([asked?.to, owed?.to, more]).toEqual(['orders/approval buyer', 'organisers/approvals owner', []]);
	expect(asked?.text).toContain('Request sent: Small Machines');
	expect(asked?.text).not.toContain('you pay nothing yet');
	expect(owed?.text).toContain('/orders?state=awaiting_approval');

	const second = await sale.place({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.org` });
	expect((await sale.news()).map(({ to }) => to)).toEqual(['orders/approval other']);

	expect((await sale.act(`orders/${order.id}/approve`)).status).toBe(200);
	expect((await sale.news()).map(({ to }) => to)).toEqual(['orders/confirmation buyer']);

	const message = 'This evening is for members.';
	expect((await sale.act(`orders/${second.body.id}/decline`, { message })).status).toBe(200);
	const [declined, ...none] = await sale.news();
	expect([declined?.to, none]).toEqual(['orders/approval other', []]);
	expect(declined?.text).toContain(message);
});

test('a waitlist: joined, asked for again, offered, and lapsed', async () => {
	const sale = await makeSale({ capacity: 1 });
	const { body: order } = await sale.place({
		name: 'Grace Hopper',
		email: `grace-${randomUUID()}@example.org`,
	});
	await sale.news();
	const join = () =>
		api.post(`/api/events/${sale.event.id}/waitlist`, {
			...sale.buyer,
			party: 1,
			ticketTypeIds: [sale.type],
		});
	const { body: entry, status } = await join();
	expect(status, JSON.stringify(entry)).toBe(201);
	const [joined, ...more] = await sale.news();
	expect([joined?.to, more]).toEqual(['waitlist/entry buyer', []]);
	expect(joined?.text).toContain(`/waitlist/${entry.token}`);

	expect((await join()).body.token).toBeNull();
	await join();
	expect((await sale.news()).map(({ to }) => to)).toEqual(['waitlist/entry buyer']);

	await api.post(`/api/orders/${order.manageToken}/cancel`, {});
	await offerDuePlaces(services);
	const offered = (await sale.news()).filter(({ to }) => to.startsWith('waitlist'));
	expect(offered.map(({ to }) => to)).toEqual(['waitlist/offered buyer']);
	expect(offered[0]?.text).toContain(`/waitlist/${entry.token}`);

	await query(`UPDATE waitlist_offers SET expires_at = now() - interval '1 second' WHERE event_id = $1`, [
		sale.event.id,
	]);
	await offerDuePlaces(services);
	const [lapsed] = await sale.news();
	expect(lapsed?.to).toBe('waitlist/entry buyer');
	expect(lapsed?.text).toContain('Do you still want to come?');
});
