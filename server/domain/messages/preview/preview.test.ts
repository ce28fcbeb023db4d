import { beforeEach, describe, expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi({ isFresh: true });
let owner: TestUser;
let eventId: string;

beforeEach(async () => {
	owner = await makeUser(services, { firstName: 'Analytical', lastName: 'Society' });
	({ id: eventId } = await makeEvent(services, owner, { title: 'Small Machines', isPublished: true }));
});

const buy = async (name: string, email: string) => {
	const [type] = (await api.get(`/api/events/${eventId}/ticket-types`)).body.data;
	const { status, body } = await api.post(`/api/events/${eventId}/orders`, {
		buyer: { name, email },
		items: [{ ticketTypeId: type.id, quantity: 1 }],
	});
	expect(status).toBe(201);
	return body as { manageToken: string };
};
const text = {
	subject: '{first_name}: {event_title}',
	text: 'Hello {first_name}, {ticket_link}. [{organiser}](https://society.example)',
};
const preview = (body: object = {}, token = owner.token, path = `/api/events/${eventId}`) =>
	api.post(`${path}/messages/preview`, { ...text, ...body }, { token });

describe('a preview', () => {
	test('shows a message as any of its recipients reads it, with no link of theirs', async () => {
		const orders = [
			await buy('Ada Lovelace', 'ada@example.org'),
			await buy('Grace Hopper', 'grace@example.org'),
		];
		const first = await preview();
		expect([first.status, first.body]).toMatchObject([
			200,
			{
				counts: { addresses: 2, bounced: 0, optedOut: 0, notFollowing: 0 },
				recipient: { name: 'Ada Lovelace', email: 'ada@example.org', at: 0 },
				subject: 'Ada: Small Machines',
				replyTo: owner.email,
				reviewReason: '',
				isExample: false,
			},
		]);
		expect(first.body.text).toContain('Hello Ada, My ticket (https://foyer.test/events/');
		expect(first.body.html).toContain('href="https://society.example"');
		expect(first.body.html).not.toContain('<style>');
		for (const { manageToken } of orders)
			expect(first.body.html + first.body.text).not.toContain(manageToken);
		expect(first.body.html + first.body.text).not.toMatch(/my-ticket|token=/);
		expect((await preview({ at: 1 })).body.subject).toBe('Grace: Small Machines');
		expect((await preview({ q: 'hopper' })).body.recipient.name).toBe('Grace Hopper');
		expect((await preview({ category: 'marketing' })).body.counts).toMatchObject({
			addresses: 0,
			notFollowing: 2,
		});
		expect(await database().pool.query('SELECT FROM guest_messages')).toMatchObject({ rowCount: 0 });
		await database().pool.query('UPDATE events SET is_demo = true WHERE id = $1', [eventId]);
		expect((await preview()).body.isExample).toBe(true);
		await expectInvariants(services);
	});

	test('without recipients and without a text is that of a guest in general', async () => {
		const { status, body } = await preview({ subject: '', text: '' });
		expect([status, body]).toMatchObject([200, { recipient: null, subject: '', counts: { addresses: 0 } }]);
		expect((await preview()).body.subject).toBe('there: Small Machines');
	});

	test('masks addresses for members who may not see guests, and finds nobody by them', async () => {
		for (const name of ['ada', 'brook', 'cleo', 'dan', 'grace']) await buy(name, `${name}@example.org`);
		const member = await makeMember(services, owner.organisationId, 'marketing');
		const { body } = await preview({ q: 'grace@ex' }, member.token);
		expect(body.recipient).toMatchObject({ email: 'a•••@example.org', at: 0 });
		expect(body.counts).toMatchObject({ addresses: 5, isFewer: false });
		const finance = await makeMember(services, owner.organisationId, 'finance');
		expect((await preview({}, finance.token)).status).toBe(403);
	});

	test('neither counts few nor shows one of them to members who may not see guests', async () => {
		const { token } = await makeMember(services, owner.organisationId, 'marketing');
		for (const name of ['ada', 'brook', 'cleo', 'dan']) await buy(name, `${name}@example.org`);
		const few = { addresses: 4, bounced: 0, notFollowing: 0, withoutAddress: 0, isFewer: true };
		expect((await preview({}, token)).body).toMatchObject({
			...{ counts: few, recipient: null, subject: 'there: Small Machines' },
		});
		// None at all are as many as four of them.
		const german = { segment: { conditions: [{ kind: 'languages', languages: ['de'] }] } };
		expect((await preview(german, token)).body).toMatchObject({ counts: few, recipient: null });
		expect((await preview({ category: 'marketing' }, token)).body.counts).toMatchObject(few);
		expect((await preview(german)).body.counts).toEqual({
			...{ addresses: 0, bounced: 0, optedOut: 0, notFollowing: 0, withoutAddress: 0 },
		});
		const path = `/api/events/${eventId}`;
		const rule = { kind: 'confirmation', subject: '{first_name}', text: 'Hello', q: 'ada' };
		expect((await api.post(`${path}/message-rules/preview`, rule, { token })).body).toMatchObject({
			// The made-up guest of the confirmation, not “ada”.
			...{ counts: few, recipient: null, subject: 'Ada' },
		});
		const draft = await api.post(`${path}/messages`, { ...text, ...german, isDraft: true }, { token });
		expect(draft.body.counts).toMatchObject({ addresses: 4, waiting: 4, isFewer: true });
		const { id } = draft.body;
		expect((await api.get(`${path}/messages/${id}`, { token })).body.counts).toMatchObject({ isFewer: true });
		const seen = await api.get(`${path}/messages/${id}`, { token: owner.token });
		expect(seen.body.counts).toMatchObject({ addresses: 0, waiting: 0 });
		expect(seen.body.counts).not.toHaveProperty('isFewer');
		await expectInvariants(services);
	});

	test('by answers of guests is as a guest in general for members who may not see guests', async () => {
		const { token } = await makeMember(services, owner.organisationId, 'marketing');
		for (const name of ['ada', 'brook', 'cleo', 'dan', 'grace']) await buy(name, `${name}@example.org`);
		const question = await api.post(
			`/api/events/${eventId}/questions`,
			{ label: 'Menu', kind: 'text' },
			{ token: owner.token },
		);
		expect(question.status).toBe(201);
		const answer = { kind: 'answer', questionId: question.body.id, values: ['vegan'], not: true };
		const segment = { conditions: [answer] };
		expect((await preview({ segment })).body.recipient).toMatchObject({ name: 'ada' });
		expect((await preview({ segment }, token)).body).toMatchObject({
			...{ recipient: null, counts: { addresses: 5, isFewer: false } },
		});
	});

	test('refuses unknown placeholders and one in the subject that is a link', async () => {
		const refused = await preview({ text: 'Hello {{first_name}}, your {password}' });
		expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
		expect(refused.body.details).toMatchObject([
			{
				field: 'text',
				message: expect.stringMatching(
					/^Unknown: \{\{first_name\}\}, \{password\}\. Only these .*\{first_name\}/,
				),
			},
		]);
		expect((await preview({ subject: '{ticket_link}' })).status).toBe(400);
	});

	test('of a series is as guests of one of its dates read it', async () => {
		const series = await makeTuesdays(api, owner.token, 3);
		await publishDates(api, owner.token, series);
		const path = `/api/series/${series.id}`;
		expect((await preview({}, owner.token, path)).body).toMatchObject({ recipient: null });
		await bookDate(api, series.dates[1]?.id as string, 'grace@example.org');
		const { status, body } = await preview({ text: '{event_date}' }, owner.token, path);
		expect([status, body.recipient?.email]).toEqual([200, 'grace@example.org']);
		expect(body.text).toContain('15 January 2030');
	});
});

describe('a test', () => {
	const send = (body: object = {}, token = owner.token) =>
		api.post(`/api/events/${eventId}/messages/test`, { ...text, ...body }, { token });

	test('goes to the member who writes it alone, and unsubscribes from nothing', async () => {
		const { manageToken } = await buy('Grace Hopper', 'grace@example.org');
		await database().pool.query(`DELETE FROM mails`);
		const server = await startMailServer();
		services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		const answer = await send();
		expect([answer.status, answer.body.message]).toEqual([202, `We email a test to ${owner.email}.`]);
		while ((await mailPoller.run(services, new AbortController().signal)) > 0);
		const [mail] = server.received.filter(({ parsed }) => parsed.subject?.startsWith('[Test]'));
		services.mailer.close();
		await server.close();
		expect(mail?.to).toEqual([owner.email]);
		expect(mail?.parsed.subject).toBe('[Test] Grace: Small Machines');
		expect(mail?.raw).not.toMatch(/^List-Unsubscribe/im);
		expect(mail?.parsed.text).not.toContain(manageToken);
		expect(mail?.parsed.text).not.toMatch(/my-ticket|nsubscribe/);
		await expectInvariants(services);
	});

	test('needs a verified address and the right to write', async () => {
		services.mailer = { ...services.mailer, canSend: true };
		await database().pool.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.userId]);
		expect((await send()).body.metadata).toMatchObject({ rule: 'email-not-verified' });
		const finance = await makeMember(services, owner.organisationId, 'finance');
		expect((await send({}, finance.token)).status).toBe(403);
		expect((await send({ text: '' })).status).toBe(400);
	});
});
