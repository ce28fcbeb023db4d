import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { announceDue } from '#server/domain/events/commands/announce-changes.ts';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { notificationJobs } from '#server/domain/notifications/jobs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { formatTicketCode } from '#shared/rules/ticket-code.ts';
import { endUndoTime, makeEvent, moveEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { lapseTransfers } from './lapse.ts';

/** Who is written to about a ticket that is transferred, and what they read. */
const { services, api, owner, query } = useTestOwner();
const signal = new AbortController().signal;

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

interface MailRow extends Record<string, unknown> {
	id: string;
	template: string;
	recipient: string;
	props: unknown;
	locale: string;
	eventId: string;
}

/** A free order of two tickets, with the emails that are pending about it. */
async function register() {
	const event = await makeEvent(services, owner, { isPublished: true, title: 'Small Machines' });
	const { body: types } = await api.get(`/api/events/${event.id}/ticket-types`);
	const marker = randomUUID().slice(0, 8);
	const people = {
		ada: { name: 'Ada Lovelace', email: `ada-${marker}@example.org` },
		grace: { name: 'Grace Hopper', email: `grace-${marker}@example.org` },
		mary: { name: 'Mary Somerville', email: `mary-${marker}@example.org` },
	};
	const placed = await api.post(
		`/api/events/${event.id}/orders`,
		{ buyer: people.ada, items: [{ ticketTypeId: types.data[0].id, quantity: 2 }] },
		keyed(),
	);
	expect(placed.status).toBe(201);
	const path = `/api/orders/${placed.body.manageToken}`;
	const [first, second] = placed.body.attendees as { id: string; ticketCode: string }[];
	let seen: string[] = [];
	/** What is pending since the last time, as template and recipient, with what it says. */
	const news = async () => {
		while ((await announceDue(services)) > 0);
		while ((await factPoller.run(services, signal)) > 0);
		const rows = await query<MailRow>(
			`SELECT id, template, recipient, props, locale FROM mails WHERE event_id = $1 AND id <> ALL ($2::uuid[])
			ORDER BY template, recipient`,
			[event.id, seen],
		);
		seen = [...seen, ...rows.map(({ id }) => id)];
		const written = [];
		for (const mail of rows) {
			const content = await composeMail(services, mail as never, { showsSecrets: true, isForSending: true });
			if ('obsolete' in content) continue;
			const { subject, text } = content;
			written.push({ to: `${mail.template} ${mail.recipient.split('-')[0]}`, text: `${subject}\n${text}` });
		}
		return written;
	};
	await news();
	const offer = async (to: object, by = `${path}/attendees/${first?.id}`) => {
		const offered = await api.post(`${by}/transfer`, to);
		expect(offered.status, JSON.stringify(offered.body)).toBe(201);
		const [mail] = await news();
		const link = /\/transfer\/([\w-]{71})/.exec(mail?.text ?? '')?.[1];
		return { mail, link: `/api/transfers/${link}` };
	};
	const accept = async (link: string) => {
		const accepted = await api.post(`${link}/accept`, {});
		expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
		return `/api/tickets/${accepted.body.ticketToken}`;
	};
	return { ...people, event, path, first, second, news, offer, accept, id: placed.body.id as string };
}

const codeIn = (code: string | undefined) => formatTicketCode(code as string);

describe('an offer', () => {
	test('is sent to the receiver, then to both sides that it was accepted; each once', async () => {
		const order = await register();
		const { mail, link } = await order.offer(order.grace);
		expect(mail?.to).toBe('orders/ticket-offered grace');
		expect(mail?.text).toContain('Ada Lovelace has a ticket for you: Small Machines');
		expect(mail?.text).not.toContain(codeIn(order.first?.ticketCode));
		const held = await order.accept(link);
		await query(
			`UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - make_interval(secs => 1) WHERE event_id = $1`,
			[order.event.id],
		);
		const [confirmation, toSender, ...more] = await order.news();
		expect(more).toEqual([]);
		const { ticketCode } = (await api.get(held)).body.ticket;
		expect(confirmation?.to).toBe('orders/confirmation grace');
		expect(confirmation?.text).toContain(codeIn(ticketCode));
		expect(confirmation?.text).toContain(`https://foyer.test/ticket/${held.split('/').at(-1)}`);
		expect(toSender?.to).toBe('orders/ticket-offer-ended ada');
		expect(toSender?.text).toContain('Grace Hopper accepted your ticket');
		expect(toSender?.text).toContain('/my-ticket/');
		for (const code of [order.first?.ticketCode, order.second?.ticketCode])
			expect(confirmation?.text).not.toContain(codeIn(code));
		expect(confirmation?.text).not.toContain('my-ticket');
		expect(confirmation?.text).not.toContain('Registered by');
		expect(toSender?.text).not.toContain(codeIn(ticketCode));
	});

	test('that is declined or lapses is reported to who made it', async () => {
		const order = await register();
		const declined = await order.offer(order.grace);
		await api.post(`${declined.link}/decline`, {});
		expect(await order.news()).toMatchObject([
			{ to: 'orders/ticket-offer-ended ada', text: expect.stringContaining('declined') },
		]);
		const { link } = await order.offer(order.grace);
		const held = await order.accept(link);
		await order.news();
		const next = await order.offer(order.mary, held);
		expect(next.mail?.text).toContain('Grace Hopper has a ticket for you');
		await query(
			`UPDATE ticket_transfers SET expires_at = now() - interval '1 second' WHERE event_id = $1 AND state = 'offered'`,
			[order.event.id],
		);
		await Promise.all([lapseTransfers(services), lapseTransfers(services)]);
		const [lapsed, ...more] = await order.news();
		expect(more).toEqual([]);
		expect(lapsed?.to).toBe('orders/ticket-offer-ended grace');
		expect(lapsed?.text).toContain(`/ticket/${held.split('/').at(-1)}`);
		expect(lapsed?.text).not.toContain('my-ticket');
	});

	test('that ended before its email was sent sends none', async () => {
		const order = await register();
		await api.post(`${order.path}/attendees/${order.first?.id}/transfer`, order.grace);
		await api.delete(`${order.path}/attendees/${order.first?.id}/transfer`);
		expect(await order.news()).toEqual([]);
	});
});

describe('once it is transferred', () => {
	async function handedOn() {
		const order = await register();
		const { link } = await order.offer(order.grace);
		const held = await order.accept(link);
		await order.news();
		const { ticketCode } = (await api.get(held)).body.ticket;
		return { ...order, held, ticketLink: `/ticket/${held.split('/').at(-1)}`, ticketCode };
	}

	test('the buyer’s confirmation has their own tickets alone, the holder’s only theirs', async () => {
		const order = await handedOn();
		expect((await api.post(`${order.path}/resend`, {})).status).toBe(202);
		const [toBuyer] = await order.news();
		expect(toBuyer?.to).toBe('orders/confirmation ada');
		expect(toBuyer?.text).toContain(codeIn(order.second?.ticketCode));
		expect(toBuyer?.text).not.toContain(codeIn(order.ticketCode));
		const resent = await api.post(
			`/api/events/${order.event.id}/attendees/${order.first?.id}/resend`,
			{},
			{ token: owner.token, ...keyed() },
		);
		expect(resent.status).toBe(202);
		const [toHolder] = await order.news();
		expect(toHolder?.to).toBe('orders/confirmation grace');
		expect(toHolder?.text).toContain(codeIn(order.ticketCode));
		expect(toHolder?.text).not.toContain(codeIn(order.second?.ticketCode));
		expect(toHolder?.text).toContain(order.ticketLink);
	});

	test('its holder is notified that the organiser cancels it; the buyer’s own cancellation is not theirs', async () => {
		const order = await handedOn();
		await api.post(`${order.path}/cancel`, {});
		expect((await order.news()).map(({ to }) => to)).toEqual(['orders/cancelled ada']);
		await api.post(
			`/api/events/${order.event.id}/attendees/${order.first?.id}/cancel`,
			{},
			{ token: owner.token, ...keyed() },
		);
		const sent = await order.news();
		expect(sent.map(({ to }) => to)).toEqual(['orders/cancelled ada', 'orders/cancelled grace']);
		expect(sent[1]?.text).not.toContain('my-ticket');
	});

	test('its holder is reminded, and notified of changes, by their own link', async () => {
		const order = await handedOn();
		await api.patch(`/api/events/${order.event.id}`, { venueName: 'Harbour Hall' }, { token: owner.token });
		await query(
			'UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1) WHERE event_id = $1',
			[order.event.id],
		);
		const changed = await order.news();
		expect(changed.map(({ to }) => to)).toEqual(['events/changed ada', 'events/changed grace']);
		expect(changed[1]?.text).toContain(order.ticketLink);
		expect(changed[1]?.text).not.toContain('my-ticket');
		await query(`UPDATE orders SET confirmed_at = now() - interval '3 days' WHERE id = $1`, [order.id]);
		await moveEvent(services, order.event.id, { start: 20, end: 23 });
		const remind = notificationJobs.find(({ name }) => name === 'notifications.remind-guests');
		await remind?.run(services);
		const reminded = await order.news();
		expect(reminded.map(({ to }) => to)).toEqual(['events/reminder ada', 'events/reminder grace']);
		expect(reminded[1]?.text).toContain(order.ticketLink);
		expect(reminded[1]?.text).not.toContain('my-ticket');
	});

	test('its holder is notified of the cancelled event, and so is a buyer who has no ticket left', async () => {
		const order = await handedOn();
		await api.post(`${order.path}/cancel`, {});
		await order.news();
		await cancelEvent(services, { ...order.event, eventId: order.event.id }, 'Storm');
		await endUndoTime(services, order.event.id);
		const sent = await order.news();
		expect(sent.map(({ to }) => to)).toEqual(['events/cancelled ada', 'events/cancelled grace']);
	});

	test('who has lost their link gets it again, and only theirs', async () => {
		const order = await handedOn();
		expect((await api.post('/api/find-my-tickets', { email: order.grace.email })).status).toBeLessThan(300);
		while ((await factPoller.run(services, signal)) > 0);
		const [mail] = await query<MailRow>(
			`SELECT id, template, recipient, props, locale FROM mails WHERE template = 'orders/my-tickets' AND recipient = $1`,
			[order.grace.email],
		);
		const how = { showsSecrets: true, isForSending: true };
		const written = await composeMail(services, mail as never, how);
		const { text } = written as { text: string };
		expect(text).toContain(order.ticketLink);
		expect(text).not.toContain('my-ticket/');
	});

	test('and back to the buyer’s own email, it is written to by its own link', async () => {
		const order = await handedOn();
		const { link } = await order.offer(order.ada, order.held);
		const held = await order.accept(link);
		const [confirmation] = await order.news();
		expect(confirmation?.to).toBe('orders/confirmation ada');
		expect(confirmation?.text).toContain(`/ticket/${held.split('/').at(-1)}`);
		expect(confirmation?.text).not.toContain('my-ticket');
	});
});
