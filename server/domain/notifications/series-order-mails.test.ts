import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '#tests/support/mail-server.ts';
import { loadEngine } from '#tests/support/scan-pictures.ts';

/** Emails about several dates in one booking, and about guests who are moved to another date. */

const database = useTestDatabase();
const { signal } = new AbortController();
let services: Services;
let api: TestApi;
let owner: TestUser;
let server: MailServer;

beforeAll(async () => {
	await loadEngine();
	server = await startMailServer();
	services = await createTestServices(database());
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
	api = createTestApi(services);
	owner = await makeUser(services);
});
afterAll(async () => {
	services.mailer.close();
	await server.close();
});

/** Lets the worker do all that is due. @returns the emails that it sent */
async function work(): Promise<ReceivedMail[]> {
	server.received.length = 0;
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
	return [...server.received];
}

/** The codes that a door would read of the pictures of an email. */
const codesIn = async ({ parsed }: ReceivedMail) =>
	Promise.all(
		parsed.attachments
			.filter(({ mimeType }) => mimeType === 'image/png')
			.map(async ({ content }) => (await readBarcodes(new Uint8Array(content as ArrayBuffer)))[0]?.text),
	);

/** The calendar entries of an email: what is done with each, of which order. */
const entriesIn = ({ parsed }: ReceivedMail) =>
	parsed.attachments
		.filter(({ mimeType }) => mimeType === 'text/calendar')
		.map(({ content }) => {
			const text = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer);
			return `${/METHOD:(\w+)/.exec(text)?.[1]} ${/UID:([\w-]+)@/.exec(text)?.[1]}`;
		});

interface BookedOrder {
	id: string;
	eventId: string;
	manageToken: string;
	attendees: { id: string; ticketCode: string }[];
}

test('a booking of several dates is one email with the tickets and calendar entries of all; so is its cancellation', async () => {
	const series = await makeSeries(services, api, owner, { count: 4 });
	const booked = await api.post(
		`/api/series/${series.id}/orders`,
		{
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ lineageId: series.lineageId, quantity: 2 }],
			events: series.dates.slice(0, 3).map(({ id }) => id),
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(booked.status, JSON.stringify(booked.body)).toBe(201);
	const orders = booked.body.orders as BookedOrder[];
	const [mail, ...others] = await work();
	expect(others).toEqual([]);
	expect(mail?.to).toEqual(['ada@example.org']);
	expect(mail?.parsed.subject).toMatch(/^Your tickets for 3 dates: /);
	expect(await codesIn(mail as ReceivedMail)).toEqual(
		orders.flatMap(({ attendees }) => attendees.map(({ ticketCode }) => ticketCode)),
	);
	expect(entriesIn(mail as ReceivedMail)).toEqual(orders.map(({ id }) => `PUBLISH ${id}`));
	for (const { manageToken } of orders) expect(mail?.parsed.text).toContain(`/my-ticket/${manageToken}`);

	const cancelled = await api.post(
		`/api/orders/${orders[0]?.manageToken}/cancel-dates`,
		{},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(cancelled.status).toBe(200);
	const [farewell, ...more] = await work();
	expect(more).toEqual([]);
	expect(farewell?.parsed.subject).toMatch(/^3 dates cancelled: /);
	expect(entriesIn(farewell as ReceivedMail)).toEqual(orders.map(({ id }) => `CANCEL ${id}`));
	expect(await codesIn(farewell as ReceivedMail)).toEqual([]);
	await expectInvariants(services);
});

test('who is moved gets one email with the new tickets, the words of the organiser, and a calendar without the old date', async () => {
	const series = await makeSeries(services, api, owner, { count: 2 });
	const [first, second] = series.dates.map(({ id }) => id) as [string, string];
	const types = await api.get(`/api/events/${first}/ticket-types`);
	const type = types.body.data.find(({ name }: { name: string }) => name === 'Mat');
	const placed = await api.post(`/api/events/${first}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
		items: [{ ticketTypeId: type.id, quantity: 2 }],
		attendees: [
			{ name: 'Grace Hopper', email: 'grace@example.org' },
			{ name: 'Mary Jackson', email: 'mary@example.org' },
		],
	});
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	await work();
	const move = async (from: string, to: string, body: object) =>
		api.post(`/api/events/${from}/attendees/move`, { toEvent: to, ...body }, { token: owner.token });
	const moved = await move(first, second, { note: 'The hall is being <painted>.\nSee you a week later!' });
	expect(moved.status, JSON.stringify(moved.body)).toBe(200);
	const { rows } = await database().pool.query<{ name: string; order_id: string; ticket_code: string }>(
		'SELECT name, order_id, ticket_code FROM attendees WHERE event_id = $1 ORDER BY id',
		[second],
	);
	const mails = await work();
	expect(mails.map(({ to }) => to[0]).toSorted()).toEqual(['grace@example.org', 'mary@example.org']);
	const [grace, mary] = ['grace', 'mary'].map((name) => mails.find(({ to }) => to[0]?.startsWith(name))) as [
		ReceivedMail,
		ReceivedMail,
	];
	for (const { parsed } of [grace, mary]) {
		expect(parsed.subject).toMatch(/^You were moved to another date: /);
		expect(parsed.text).toContain('The hall is being <painted>.');
		expect(parsed.html).toContain('The hall is being &lt;painted&gt;.');
	}
	expect(await codesIn(grace)).toEqual(rows.map((row) => row.ticket_code));
	expect(await codesIn(mary)).toEqual(
		rows.flatMap((row) => (row.name === 'Mary Jackson' ? row.ticket_code : [])),
	);
	expect(entriesIn(grace)).toEqual([`PUBLISH ${rows[0]?.order_id}`, `CANCEL ${placed.body.id}`]);

	expect((await move(second, first, { notify: false, note: 'Not sent.' })).status).toBe(200);
	expect(await work()).toEqual([]);
	expect((await move(first, second, { note: 'x'.repeat(1_001) })).status).toBe(400);
	await expectInvariants(services);
});
