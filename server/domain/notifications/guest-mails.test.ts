import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { announceDue } from '#server/domain/events/commands/announce-changes.ts';
import { cancelEvent, postponeEvent, publishEvent } from '#server/domain/events/commands/change-status.ts';
import { updateEvent } from '#server/domain/events/commands/update-event.ts';
import { notificationJobs } from '#server/domain/notifications/jobs.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { hashOfAddress } from '#server/domain/notifications/opt-outs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer, createNullMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { endUndoTime, makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { loadEngine } from '#tests/support/scan-pictures.ts';
import { spoil } from '#tests/support/spoil.ts';

const database = useTestDatabase();
const signal = new AbortController().signal;
const hourMs = 3_600_000;
let services: Services;
let api: TestApi;
let owner: TestUser;
let server: MailServer;

beforeAll(loadEngine);
beforeEach(async () => {
	await database().truncate();
	server = await startMailServer();
	services = await createTestServices(database());
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
	api = createTestApi(services);
	owner = await makeUser(services, { firstName: 'Analytical', lastName: 'Society' });
});
afterEach(async () => {
	services.mailer.close();
	await server.close();
});

/** Lets the worker do all that is due. */
async function work(): Promise<void> {
	while ((await announceDue(services)) > 0);
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}

async function publish(options: Parameters<typeof makeEvent>[2] = {}) {
	const event = await makeEvent(services, owner, {
		title: 'Evening of <Small> Machines',
		timeZone: 'Europe/Berlin',
		startsAtLocal: '2030-03-12T19:30',
		isPublished: true,
		...options,
	});
	const { body } = await api.get(`/api/events/${event.id}/ticket-types`);
	const ticketTypeId = body.data[0].id as string;
	const register = async (email: string, quantity = 1, more: object = {}) =>
		(
			await api.post(`/api/events/${event.id}/orders`, {
				buyer: { name: 'Grace "Amazing" Hopper', email },
				items: [{ ticketTypeId, quantity }],
				...more,
			})
		).body;
	return { event, scope: { organisationId: owner.organisationId, eventId: event.id }, register };
}

const statuses = async () =>
	(
		await database().pool.query(`SELECT template, status, last_error FROM mails ORDER BY created_at, id`)
	).rows.map((row) => `${row.template} ${row.status}${row.last_error ? `: ${row.last_error}` : ''}`);

test('an event in another place informs its guests where it is now and where it was', async () => {
	const { event, register } = await publish({ venueName: 'Old Pump House', city: 'Berlin' });
	await register('grace@example.org');
	await work();
	const patch = (body: object) => api.patch(`/api/events/${event.id}`, body, { token: owner.token });
	const sendDue = async () => {
		await work();
		await database().pool.query('UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1)');
		await work();
		return server.received.at(-1)?.parsed;
	};
	await patch({ venueName: 'Harbour Hall' });
	const moved = await sendDue();
	expect(moved?.subject).toBe('New place: Evening of <Small> Machines');
	expect(moved?.text).toContain('Harbour Hall');
	expect(moved?.text).toContain('Old Pump House');
	await patch({ startsAtLocal: '2030-03-13T19:30' });
	// They know the new place by now.
	expect((await sendDue())?.subject).toBe('New date: Evening of <Small> Machines');
});

describe('a registration', () => {
	test('is confirmed by a mail with codes that scan, the calendar and the way to the ticket', async () => {
		const { event, register } = await publish({
			venueName: 'Old Pump House',
			city: 'Berlin',
			countryCode: 'DE',
		});
		const order = await register('grace@example.org', 2);
		await work();
		expect(server.received).toHaveLength(1);
		const { to, parsed, raw } = server.received[0]!;
		expect(to).toEqual(['grace@example.org']);
		expect(parsed.subject).toBe('Your 2 tickets for Evening of <Small> Machines');
		expect(parsed.from).toMatchObject({ name: 'Analytical Society via Foyer' });
		expect(raw).not.toMatch(/^List-Unsubscribe/im);
		for (const text of ['Tuesday 12 March 2030', 'UTC+1 (Berlin)', 'Old Pump House', 'Germany', order.code])
			expect(parsed.text).toContain(text);
		expect(parsed.html).toContain('Evening of &lt;Small&gt; Machines');
		expect(parsed.text).toContain(`https://foyer.test/my-ticket/${order.manageToken}`);

		const pictures = parsed.attachments.filter((file) => file.mimeType === 'image/png');
		const codes = await Promise.all(pictures.map((file) => readQr(file.content as ArrayBuffer)));
		expect(codes).toEqual(order.attendees.map((one: { ticketCode: string }) => one.ticketCode));
		for (const picture of pictures) expect(parsed.html).toContain(`cid:${picture.contentId?.slice(1, -1)}`);

		const calendar = parsed.attachments.find((file) => file.mimeType === 'text/calendar');
		const ics = new TextDecoder().decode(calendar?.content as ArrayBuffer);
		expect(ics).toContain(`UID:${order.id}@foyer`);
		expect(ics).toContain('DTSTART:20300312T183000Z');
		expect(event.status).toBe('published');
	});

	test('owes one mail, however often the fact is heard', async () => {
		const { register } = await publish();
		await register('grace@example.org');
		await work();
		await database().pool.query(
			`UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - interval '1 second'`,
		);
		await work();
		expect(server.received).toHaveLength(1);
	});

	test('that is cancelled before the mail goes out is not confirmed', async () => {
		const { register } = await publish();
		const order = await register('grace@example.org');
		await api.post(`/api/orders/${order.manageToken}/cancel`, {});
		await work();
		expect(await statuses()).toEqual([
			'orders/confirmation obsolete: The order was cancelled meanwhile.',
			'orders/cancelled sent',
		]);
		expect(server.received[0]?.parsed.subject).toBe('Ticket cancelled: Evening of <Small> Machines');
	});

	test('a hold owes nothing until it is confirmed', async () => {
		const { register } = await publish();
		const order = await register('grace@example.org', 1, { hold: true });
		await work();
		expect(server.received).toHaveLength(0);
		await api.post(`/api/orders/${order.manageToken}/confirm`);
		await work();
		expect(server.received).toHaveLength(1);
	});

	test('one ticket of several: the mail names who lost the place, the others stay', async () => {
		const { register } = await publish();
		const order = await register('grace@example.org', 2, {
			attendees: [{ name: 'Grace Hopper' }, { name: 'Mary Somerville' }],
		});
		await work();
		await api.post(`/api/orders/${order.manageToken}/cancel`, { attendeeId: order.attendees[1].id });
		await work();
		const mail = server.received.at(-1)?.parsed;
		expect(mail?.text).toContain('Mary Somerville');
		expect(mail?.text).toContain('The other tickets in your order are still valid.');
	});

	test('a mail that waits does not bring tickets to an address that lost them', async () => {
		const { register } = await publish();
		const order = await register('wrong@example.org');
		while ((await factPoller.run(services, signal)) > 0);
		const path = `/api/orders/${order.manageToken}/resend`;
		const answer = await api.post(path, { email: 'right@example.org' });
		expect(answer.status).toBeLessThan(300);
		await work();
		expect(server.received.map((mail) => mail.to[0])).toEqual(['right@example.org']);
		expect((await statuses())[0]).toBe('orders/confirmation obsolete: The order has another address now.');
	});
});

describe('one ticket from the guest list', () => {
	async function orderForTwo() {
		const { event, register } = await publish();
		const order = await register('grace@example.org', 2, {
			attendees: [{ name: 'Grace Hopper' }, { name: 'Mary Somerville', email: 'mary@example.org' }],
		});
		await work();
		server.received.length = 0;
		const [grace, mary] = order.attendees as { id: string; ticketCode: string }[];
		const act = (attendee: { id: string } | undefined, what: 'resend' | 'cancel') =>
			api.post(`/api/events/${event.id}/attendees/${attendee?.id}/${what}`, undefined, {
				token: owner.token,
			});
		return { event, order, grace: grace!, mary: mary!, act };
	}
	const whole = () => {
		const { parsed, raw } = server.received.at(-1)!;
		const files = parsed.attachments.map((file) =>
			new TextDecoder('latin1').decode(file.content as ArrayBuffer),
		);
		return [raw, parsed.text, parsed.html, ...files].join('\n');
	};

	test('goes to the guest with an email of their own, without the order behind it', async () => {
		const { order, grace, mary, act } = await orderForTwo();
		expect((await act(mary, 'resend')).body).toEqual({ message: 'The email is on its way.' });
		await work();
		expect(server.received.map((mail) => mail.to)).toEqual([['mary@example.org']]);
		const { parsed } = server.received[0]!;
		expect(parsed.subject).toBe('Your ticket for Evening of <Small> Machines');
		const pictures = parsed.attachments.filter((file) => file.mimeType === 'image/png');
		expect(await Promise.all(pictures.map((file) => readQr(file.content as ArrayBuffer)))).toEqual([
			mary.ticketCode,
		]);
		for (const secret of [order.manageToken, 'my-ticket', 'grace@example.org', 'Hopper', grace.ticketCode])
			expect(whole()).not.toContain(secret);

		await act(grace, 'resend');
		await work();
		expect(server.received.at(-1)?.to).toEqual(['grace@example.org']);
		expect(whole()).toContain(order.manageToken);
	});

	test('cancelled there: the guest is notified of their ticket, the buyer of the order', async () => {
		const { order, mary, act } = await orderForTwo();
		await act(mary, 'cancel');
		await work();
		expect(server.received.map((mail) => mail.to[0]).sort()).toEqual([
			'grace@example.org',
			'mary@example.org',
		]);
		const ofGuest = server.received.find((mail) => mail.to[0] === 'mary@example.org')!.parsed;
		expect(ofGuest.subject).toBe('Ticket cancelled: Evening of <Small> Machines');
		for (const secret of [order.manageToken, 'my-ticket', 'grace@example.org', 'Hopper'])
			expect(`${ofGuest.text}${ofGuest.html}`).not.toContain(secret);
		const ofBuyer = server.received.find((mail) => mail.to[0] === 'grace@example.org')!.parsed;
		expect(ofBuyer.text).toContain('The other tickets in your order are still valid.');
		const refused = await act(mary, 'resend');
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'ticket-cancelled']);
	});

	test('cancelled by the buyer: only the buyer is written to', async () => {
		const { order, mary } = await orderForTwo();
		await api.post(`/api/orders/${order.manageToken}/cancel`, { attendeeId: mary.id });
		await work();
		expect(server.received.map((mail) => mail.to)).toEqual([['grace@example.org']]);
	});

	test('an email that was corrected meanwhile gets the ticket, the old one nothing', async () => {
		const { event, mary, act } = await orderForTwo();
		await act(mary, 'resend');
		while ((await factPoller.run(services, signal)) > 0);
		await api.patch(
			`/api/events/${event.id}/attendees/${mary.id}`,
			{ email: 'somerville@example.org' },
			{ token: owner.token },
		);
		await work();
		expect(server.received).toHaveLength(0);
		expect((await statuses()).at(-1)).toBe(
			'orders/confirmation obsolete: The ticket has another address now.',
		);
	});

	test('without a mail server the answer does not say that something is on its way', async () => {
		const { order, mary, act } = await orderForTwo();
		services.mailer.close();
		services.mailer = createNullMailer();
		const message = 'Email isn’t set up on this site, so no email was sent.';
		expect((await act(mary, 'resend')).body).toEqual({ message });
		expect((await api.post(`/api/orders/${order.manageToken}/resend`)).body).toMatchObject({ message });
	});
});

describe('what happens to the event', () => {
	test('cancelled: every guest is notified once, with the words of the organiser, and the calendar follows', async () => {
		const { scope, register } = await publish();
		for (const name of ['a', 'b', 'c']) await register(`${name}@example.org`);
		const gone = await register('gone@example.org');
		await api.post(`/api/orders/${gone.manageToken}/cancel`, {});
		await work();
		server.received.length = 0;
		await cancelEvent(services, scope, 'The pump house is under water.');
		await work();
		expect(server.received).toEqual([]);
		await endUndoTime(services, scope.eventId);
		await work();
		expect(server.received.map((mail) => mail.to[0]).sort()).toEqual(
			['a', 'b', 'c'].map((name) => `${name}@example.org`),
		);
		const mail = server.received[0]?.parsed;
		expect(mail?.subject).toBe('Cancelled: Evening of <Small> Machines');
		expect(mail?.text).toContain('> The pump house is under water.');
		const ics = new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer);
		expect(ics).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/);
	});

	test('postponed, then set on a new date: both are announced', async () => {
		const { scope, register } = await publish();
		await register('grace@example.org');
		await work();
		await postponeEvent(services, scope, '');
		await work();
		expect(server.received.at(-1)?.parsed.subject).toBe('Postponed: Evening of <Small> Machines');
		await updateEvent(services, {
			...scope,
			input: { startsAtLocal: '2030-04-02T19:30' },
			ifMatch: undefined,
		});
		await publishEvent(services, scope, { isEmailVerified: true });
		await makeDue();
		await work();
		const mail = server.received.at(-1)?.parsed;
		expect(mail?.subject).toBe('New date: Evening of <Small> Machines');
		expect(mail?.text).toContain('Tuesday 2 April 2030');
		expect(mail?.text).toContain('12 March 2030');
	});

	test('moved twice, then back: guests are notified of the last date only, against what they know', async () => {
		const { scope, register } = await publish();
		await register('grace@example.org');
		await work();
		server.received.length = 0;
		const move = (startsAtLocal: string) =>
			updateEvent(services, { ...scope, input: { startsAtLocal }, ifMatch: undefined });
		await move('2030-04-02T19:30');
		await work();
		expect(server.received).toHaveLength(0);
		await move('2030-04-03T19:30');
		await work();
		await makeDue();
		await work();
		expect(server.received.map((mail) => mail.parsed.subject)).toEqual([
			'New date: Evening of <Small> Machines',
		]);
		expect(server.received[0]?.parsed.text).toContain('Wednesday 3 April 2030');

		await move('2030-03-12T19:30');
		await makeDue();
		await work();
		expect(server.received).toHaveLength(2);
		expect(server.received[1]?.parsed.text).toMatch(/12 March 2030[\s\S]*3 April 2030/);
	});

	async function makeDue() {
		while ((await factPoller.run(services, signal)) > 0);
		await database().pool.query('UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1)');
	}
});

describe('a guest with an email of their own', () => {
	const two = {
		attendees: [{ name: 'Grace Hopper' }, { name: 'Mary Somerville', email: 'Mary@example.org' }],
	};
	const mailsTo = (address: string) =>
		server.received.filter((mail) => mail.to[0]?.toLowerCase() === address);
	/** What a calendar program reads of a mail. */
	const entryIn = (mail: (typeof server.received)[number] | undefined) => {
		const file = mail?.parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
		const ics = file ? new TextDecoder().decode(file.content as ArrayBuffer).replaceAll('\r\n ', '') : '';
		const line = (name: string) => new RegExp(`^${name}[:;](.*)$`, 'm').exec(ics)?.[1]?.trim() ?? null;
		return {
			method: line('METHOD'),
			uid: line('UID'),
			sequence: Number(line('SEQUENCE')),
			organizer: line('ORGANIZER'),
			status: line('STATUS'),
			text: ics,
		};
	};
	async function withTickets() {
		const { event, scope, register } = await publish();
		const order = await register('grace@example.org', 2, two);
		await work();
		const mary = order.attendees[1] as { id: string };
		await api.post(`/api/events/${event.id}/attendees/${mary.id}/resend`, undefined, { token: owner.token });
		await work();
		return { event, scope, order, mary, register };
	}

	test('hears that the event is cancelled, and can take the entry of their ticket out of the calendar', async () => {
		const { scope, order, mary } = await withTickets();
		await cancelEvent(services, scope, 'The pump house is under water.');
		await endUndoTime(services, scope.eventId);
		await work();
		for (const [address, id] of [
			['grace@example.org', order.id],
			['mary@example.org', mary.id],
		] as const) {
			const [first, last] = [mailsTo(address).at(0), mailsTo(address).at(-1)];
			expect(last?.parsed.subject).toBe('Cancelled: Evening of <Small> Machines');
			const [given, taken] = [entryIn(first), entryIn(last)];
			expect([given.method, given.status, taken.method, taken.status]).toEqual([
				'PUBLISH',
				'CONFIRMED',
				'CANCEL',
				'CANCELLED',
			]);
			expect([given.uid, taken.uid]).toEqual([`${id}@foyer`, `${id}@foyer`]);
			expect(taken.sequence).toBeGreaterThan(given.sequence);
			expect(given.organizer).toMatch(/^CN="?Analytical Society"?:mailto:\S+@\S+$/i);
			expect(taken.organizer).toBe(given.organizer);
		}
		const ofGuest = mailsTo('mary@example.org').at(-1)!;
		for (const secret of [order.manageToken, 'my-ticket', 'grace@example.org', 'Hopper'])
			expect(`${ofGuest.raw}${ofGuest.parsed.text}${entryIn(ofGuest).text}`).not.toContain(secret);
		expect(ofGuest.parsed.text).not.toContain('left out');
	});

	test('hears once, however many tickets they have, and not of tickets that are gone', async () => {
		const { event, scope, register } = await publish();
		const own = { email: 'mary@example.org' };
		const order = await register('grace@example.org', 4, {
			attendees: [
				{ name: 'Grace Hopper' },
				{ name: 'Mary', ...own },
				{ name: 'Ann', email: 'MARY@example.org' },
				{ name: 'Bo', email: 'bo@example.org' },
			],
		});
		await work();
		await api.post(`/api/events/${event.id}/attendees/${order.attendees[3].id}/cancel`, undefined, {
			token: owner.token,
		});
		await work();
		server.received.length = 0;
		await postponeEvent(services, scope, 'Later.');
		await work();
		expect(server.received.map((mail) => mail.to[0]?.toLowerCase()).sort()).toEqual([
			'grace@example.org',
			'mary@example.org',
		]);
		const mary = mailsTo('mary@example.org')[0]!;
		expect(mary.parsed.subject).toBe('Postponed: Evening of <Small> Machines');
		expect(mary.parsed.text).not.toMatch(/left out|my-ticket|You can cancel/);
		expect(entryIn(mary)).toMatchObject({ method: 'PUBLISH', status: 'TENTATIVE' });
	});

	test('gets the new date into the same entry', async () => {
		const { event, mary } = await withTickets();
		const given = entryIn(mailsTo('mary@example.org')[0]);
		await api.patch(`/api/events/${event.id}`, { startsAtLocal: '2030-04-02T19:30' }, { token: owner.token });
		while ((await factPoller.run(services, signal)) > 0);
		await database().pool.query('UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1)');
		await work();
		const mail = mailsTo('mary@example.org').at(-1);
		expect(mail?.parsed.subject).toBe('New date: Evening of <Small> Machines');
		expect(mail?.parsed.text).not.toContain('left out');
		const moved = entryIn(mail);
		expect([moved.uid, moved.method]).toEqual([`${mary.id}@foyer`, 'PUBLISH']);
		expect(moved.sequence).toBeGreaterThan(given.sequence);
		expect(moved.text).toContain('DTSTART:20300402T173000Z');
	});

	test('whose ticket is cancelled, by the organiser or the buyer, can take the entry out; the buyer’s stays', async () => {
		const { order, mary } = await withTickets();
		const given = entryIn(mailsTo('mary@example.org')[0]);
		// They know of their ticket, so they are notified of its end, whoever ends it.
		await api.post(`/api/orders/${order.manageToken}/cancel`, { attendeeId: mary.id });
		await work();
		const taken = entryIn(mailsTo('mary@example.org').at(-1));
		expect(taken).toMatchObject({ method: 'CANCEL', uid: given.uid, status: 'CANCELLED' });
		expect(taken.sequence).toBeGreaterThan(given.sequence);
		expect(entryIn(mailsTo('grace@example.org').at(-1)).uid).toBeNull();
		await api.post(`/api/orders/${order.manageToken}/cancel`, {});
		await work();
		const ofBuyer = entryIn(mailsTo('grace@example.org').at(-1));
		expect(ofBuyer).toMatchObject({ method: 'CANCEL', uid: `${order.id}@foyer`, status: 'CANCELLED' });
		expect(ofBuyer.text).not.toContain('ATTENDEE');
		expect(mailsTo('mary@example.org')).toHaveLength(2);
	});
});

describe('the reminder', () => {
	const remind = () =>
		notificationJobs.find((job) => job.name === 'notifications.remind-guests')!.run(services);

	/** An event that begins in some hours, with an order confirmed some hours ago. */
	async function soon(hours: number, confirmedHoursAgo: number, more: object = {}) {
		const { event, scope, register } = await publish({
			startsAtLocal: undefined,
			startsAt: new Date(Date.now() + hours * hourMs).toISOString(),
		});
		const order = await register('grace@example.org', 'attendees' in more ? 3 : 1, more);
		await database().pool.query(`UPDATE orders SET confirmed_at = now() - make_interval(hours => $1)`, [
			confirmedHoursAgo,
		]);
		await work();
		server.received.length = 0;
		return { event, scope, order };
	}

	test('comes the day before, once', async () => {
		const { order } = await soon(20, 30);
		await remind();
		await remind();
		await work();
		expect(server.received).toHaveLength(1);
		const { parsed } = server.received[0]!;
		expect(parsed.subject).toBe('Soon: Evening of <Small> Machines');
		expect(parsed.text).toContain(`/my-ticket/${order.manageToken}`);
		const header = (name: string) => parsed.headers.find((one) => one.key === name)?.value;
		expect(header('list-unsubscribe')).toMatch(/^<https:\/\/foyer\.test\/api\/unsubscribe\/[\w-]{43}>$/);
		expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
	});

	test('comes to every address with tickets of its own, once, without the order behind it', async () => {
		const own = { email: 'mary@example.org' };
		const { order } = await soon(20, 30, {
			attendees: [{ name: 'Grace' }, { name: 'Mary', ...own }, { name: 'Ann', ...own }],
		});
		await remind();
		await remind();
		await work();
		await remind();
		await work();
		expect(server.received.map((mail) => mail.to[0]).sort()).toEqual([
			'grace@example.org',
			'mary@example.org',
		]);
		const { parsed } = server.received.find((mail) => mail.to[0] === 'mary@example.org')!;
		expect(parsed.subject).toBe('Soon: Evening of <Small> Machines');
		expect(parsed.text).toContain('Have your 2 QR codes ready.');
		for (const secret of [order.manageToken, 'my-ticket', 'left out', 'Please cancel'])
			expect(parsed.text).not.toContain(secret);
		expect(parsed.text).toContain('/unsubscribe?token=');
	});

	test.each([
		['is days away', 30, 40, ''],
		['begins in minutes', 0.5, 30, ''],
		['was registered for on the last day', 20, 2, ''],
		['is a draft again', 20, 30, `UPDATE events SET status = 'draft'`],
		['belongs to the demo', 20, 30, 'UPDATE events SET is_demo = true'],
		['lost the order', 20, 30, `UPDATE orders SET status = 'cancelled'`],
	])('does not come when the event %s', async (_, hours, confirmedHoursAgo, change) => {
		await soon(hours, confirmedHoursAgo);
		if (change) await database().pool.query(change);
		await remind();
		await work();
		expect(server.received).toHaveLength(0);
	});

	test('is not sent to who has unsubscribed, by one click or on the page, until they come back', async () => {
		await soon(20, 30);
		await remind();
		await work();
		const [, token] = /unsubscribe\?token=([\w-]{43})/.exec(server.received[0]?.parsed.text ?? '') ?? [];
		const oneClick = await api.call('POST', `/api/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', {
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		});
		expect(oneClick.status).toBe(200);
		expect((await api.post(`/api/unsubscribe/${token}`)).status).toBe(200);
		/** As if this event had not been reminded of yet. */
		const remindAnew = async () => {
			await database().pool.query(`UPDATE mails SET dedupe_key = 'earlier:' || id`);
			server.received.length = 0;
			await remind();
			await work();
		};
		await remindAnew();
		expect(server.received).toHaveLength(0);
		expect((await statuses()).at(-1)).toBe('events/reminder obsolete: This mailbox wants no reminders.');
		expect((await api.delete(`/api/unsubscribe/${token}`)).status).toBe(204);
		await remindAnew();
		expect(server.received).toHaveLength(1);
		await database().pool.query(
			`INSERT INTO mail_suppressions (id, email_hash, reason) SELECT gen_random_uuid(), $1, 'bounced'`,
			[hashOfAddress(server.received[0]?.to[0] ?? '')],
		);
		await remindAnew();
		expect(server.received).toHaveLength(0);
		expect((await statuses()).at(-1)).toBe('events/reminder obsolete: Emails to this address bounce.');
		for (const wrong of [spoil(token ?? ''), 'x'.repeat(43)])
			expect((await api.post(`/api/unsubscribe/${wrong}`)).status).toBe(404);
		expect(await api.post(`/api/unsubscribe/${token?.slice(0, 20)}`)).toMatchObject({
			status: 400,
			body: { message: expect.stringContaining('This link is incomplete.') },
		});
	});
});

test('an administrator reads a sent ticket mail without its code and its link', async () => {
	const { register } = await publish();
	const order = await register('grace@example.org');
	await work();
	const admin = await makeUser(services, { isAdmin: true });
	const list = await api.get('/api/admin/mails', { token: admin.token });
	const shown = (await api.get(`/api/admin/mails/${list.body.data[0].id}`, { token: admin.token })).body;
	expect(shown.text).toContain('Grace "Amazing" Hopper');
	expect(shown.text + shown.html).not.toContain(order.manageToken);
	expect((shown.text + shown.html).replaceAll(' ', '')).not.toContain(order.attendees[0].ticketCode);
	expect(shown.html).not.toContain('data:image');
	await database().pool.query(`UPDATE mails SET status = 'stored'`);
	const stored = (await api.get(`/api/admin/mails/${list.body.data[0].id}`, { token: admin.token })).body;
	expect(stored.html).toContain('data:image/png;base64,');
	expect(stored.html).not.toContain('<style>');
});

async function readQr(png: ArrayBuffer): Promise<string | undefined> {
	const { data, info } = await sharp(Buffer.from(png))
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const picture = {
		data: new Uint8ClampedArray(data),
		width: info.width,
		height: info.height,
		colorSpace: 'srgb',
	};
	const [found] = await readBarcodes(picture as ImageData, { formats: ['QRCode'] });
	return found?.text;
}
