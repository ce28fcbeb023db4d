import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { columnOf } from '#server/domain/orders/attendee-columns.ts';
import { newId } from '#shared/lib/ids.ts';
import { attendeeFieldNames, fieldsIn } from '#shared/rules/attendee-fields.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makePdf, uploadAnswer } from '#tests/factories/answer-files.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeInvitation } from '#tests/factories/team.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { expireExports } from './exports.ts';
import { exportPoller } from './make-exports.ts';

const { services, clock, api, query } = useTestApi({ isFresh: true, hasClock: true });
let ada: TestUser;
let host: TestUser;

beforeEach(async () => {
	ada = await makeUser(services, { email: 'Ada@example.org', password: 'hummus and regret' });
	host = await makeUser(services, { email: 'host@example.org', firstName: 'Hanna', lastName: 'Host' });
});

const ask = (token = ada.token) => api.post('/api/account/exports', undefined, { token });
const run = () => exportPoller.run(services, new AbortController().signal);
const list = async (token = ada.token) => (await api.get('/api/account/exports', { token })).body.data;
const download = async (id: string, token = ada.token) => {
	const response = await api.app.request(`http://foyer.test/api/account/exports/${id}/file`, {
		headers: { Authorization: `Bearer ${token}` },
	});
	return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
};
/** Somebody orders at an event of the host. */
async function order(eventId: string, email: string, name = 'Ada Lovelace'): Promise<void> {
	const [type] = await query('SELECT id FROM ticket_types WHERE event_id = $1', [eventId]);
	const answer = await api.post(
		`/api/events/${eventId}/orders`,
		{ buyer: { name, email }, items: [{ ticketTypeId: type.id, quantity: 1 }] },
		{ headers: { 'Idempotency-Key': newId() } },
	);
	expect([200, 201]).toContain(answer.status);
}
const erase = (user: TestUser, email = user.email) =>
	api.post('/api/account/deletion', { email }, { token: user.token });

describe('the export', () => {
	test('is made in the background, holds what every module knows, and is announced by mail', async () => {
		const event = await makeEvent(services, host, { isPublished: true });
		await order(event.id, 'ada@EXAMPLE.org');
		await order(event.id, 'grace@example.org', 'Grace Hopper');
		expect((await ask()).status).toBe(202);
		// Asked twice, made once.
		await ask();
		expect(await list()).toMatchObject([{ state: 'queued' }]);
		expect(await run()).toBe(1);
		expect(await run()).toBe(0);
		const [ready] = await list();
		expect(ready.state).toBe('ready');
		expect(await query(`SELECT recipient FROM mails WHERE template = 'accounts/export-ready'`)).toEqual([
			{ recipient: 'Ada@example.org' },
		]);
		const files = unzipSync((await download(ready.id)).bytes);
		const read = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] as Uint8Array));
		expect(Object.keys(files).sort()).toEqual([
			'README.txt',
			'account.json',
			'activity.json',
			'answers.json',
			'cash-drawers.json',
			'donation-receipts.json',
			'donations.json',
			'events.json',
			'feedback.json',
			'followed-organisers.json',
			'gift-aid-declarations.json',
			'gift-cards-bought.json',
			'gift-cards-received.json',
			'group-invitations.json',
			'groups.json',
			'invitations.json',
			'mail-reports.json',
			'mail-suppressions.json',
			'mailing-lists.json',
			'mails.json',
			'messages-received.json',
			'messages-to-guests.json',
			'messages-to-organisers.json',
			'messages-to-the-operator.json',
			'notices.json',
			'notifications.json',
			'orders.json',
			'organisations.json',
			'receipts-and-invoices.json',
			'refund-accounts.json',
			'refund-requests.json',
			'series-changes.json',
			'series.json',
			'sessions.json',
			'supporter-pages.json',
			'tickets-handed-on.json',
			'tickets-resold.json',
			'tickets.json',
			'waitlists.json',
			'withdrawals.json',
		]);
		expect(read('account')).toMatchObject({ email: 'Ada@example.org', first_name: 'Ada' });
		expect(read('orders')).toMatchObject([{ buyer_email: 'ada@EXAMPLE.org', event: event.title }]);
		const tickets = read('tickets');
		expect(tickets).toHaveLength(1);
		for (const field of fieldsIn('personal-data')) expect(tickets[0]).toHaveProperty(columnOf(field));
		expect(read('organisations')).toMatchObject([{ role: 'owner' }]);
		const everything = Object.values(files)
			.map((bytes) => strFromU8(bytes))
			.join();
		for (const secret of ['argon2', 'token_hash', 'grace@example.org', ada.token]) {
			expect(everything).not.toContain(secret);
		}
	});

	test('has the files that the person uploaded as answers', async () => {
		const event = await makeEvent(services, host, { isPublished: true });
		const question = { label: 'Consent form', kind: 'file' };
		const path = `/api/events/${event.id}`;
		const { body: asked } = await api.post(`${path}/questions`, question, { token: host.token });
		const place = async (email: string) => {
			const [type] = await query('SELECT id FROM ticket_types WHERE event_id = $1', [event.id]);
			const items = [{ ticketTypeId: type.id, quantity: 1 }];
			const { body } = await api.post(`${path}/orders`, { buyer: { name: 'Ada', email }, items });
			const order = `/api/orders/${body.manageToken}`;
			const bytes = makePdf();
			const file = await uploadAnswer(api, order, { question: asked.id, bytes, name: 'Form.pdf' });
			const answers = { [asked.id]: file.body.id };
			await api.patch(`${order}/answers`, { people: [{ attendeeId: body.attendees[0].id, answers }] });
			return { id: file.body.id as string, bytes };
		};
		const [hers] = [await place('ada@example.org'), await place('grace@example.org')];
		await ask();
		await run();
		const [ready] = await list();
		const files = unzipSync((await download(ready.id)).bytes);
		const uploads = Object.keys(files).filter((name) => name.startsWith('answers/'));
		expect(uploads).toEqual([`answers/${hers.id}.pdf`]);
		expect(hers.bytes.equals(Buffer.from(files[uploads[0] ?? ''] ?? []))).toBe(true);
		const answers = JSON.parse(strFromU8(files['answers.json'] as Uint8Array));
		expect(answers).toMatchObject([{ question: 'Consent form', answer: hers.id, file: 'Form.pdf' }]);
	});

	test('is for its owner alone, ends after a day, and its file goes', async () => {
		await ask();
		await run();
		const [ready] = await list();
		expect((await download(ready.id, host.token)).status).toBe(404);
		expect((await api.get(`/api/account/exports/${ready.id}/file`)).body.code).toBe('AUTH_REQUIRED');
		clock.advance(24 * 3_600_000);
		// The session of before has ended as well; another one of the same person sees that the day is over.
		const { token } = (await api.post('/api/auth/login', { email: ada.email, password: 'hummus and regret' }))
			.body;
		expect(await list(token)).toMatchObject([{ state: 'expired' }]);
		expect((await download(ready.id, token)).status).toBe(410);
		await expireExports(services);
		const names = [];
		for await (const { name } of services.files.list()) names.push(name);
		expect(names).toEqual([]);
	});

	test('an address that was never confirmed shows nothing of what lies under it', async () => {
		const event = await makeEvent(services, host, { isPublished: true });
		await order(event.id, 'victim@example.org');
		const eve = await makeUser(services, { email: 'victim@example.org', isVerified: false });
		await ask(eve.token);
		await run();
		const [ready] = await list(eve.token);
		const files = unzipSync((await download(ready.id, eve.token)).bytes);
		for (const name of ['orders', 'tickets', 'mails']) {
			expect(strFromU8(files[`${name}.json`] as Uint8Array)).toBe('[]\n');
		}
	});
});

describe('deleting the account', () => {
	test('erases the person and keeps the rows about money', async () => {
		const event = await makeEvent(services, host, { isPublished: true });
		await order(event.id, 'ada@example.org');
		await order(event.id, 'grace@example.org', 'Grace Hopper');
		const report = {
			...{ type: 'bug', title: 'It shakes', description: 'When I press it.', priority: 'low' },
			...{ category: 'Other', steps: '', expectedBehavior: '', actualBehavior: '', browser: 'Firefox' },
			...{
				device: 'Desktop',
				includeConsoleLogs: false,
				url: 'https://foyer.test/',
				enhancedDescription: '',
			},
			...{ userAgent: 'Mozilla/5.0', timestamp: new Date().toISOString() },
		};
		for (const from of ['ADA@example.org', 'grace@example.org'])
			expect((await api.post('/api/feedback/submit', { ...report, email: from })).status).toBe(201);
		// Whatever is stored of an attendee may name them.
		await query(
			`UPDATE attendees SET ${attendeeFieldNames.map((field) => `${columnOf(field)} = 'of Ada Lovelace'`)} WHERE email ILIKE 'ada@%'`,
		);
		// A donation with all that was said of it, and the line of an order that it came with.
		await query(
			`INSERT INTO donations (id, organisation_id, event_id, source, order_id, line, currency, amount_minor, donor_name, donor_email,
				message, dedication_kind, dedication_name, note)
			SELECT gen_random_uuid(), organisation_id, event_id, 'online', id, 0, 'EUR', 500, 'Ada Lovelace', buyer_email, 'Ada Lovelace',
				'honour', 'Annabella Lovelace', 'Ada Lovelace' FROM orders WHERE buyer_email ILIKE 'ada@%'`,
		);
		await query(
			`INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, quantity, unit_minor, net_minor, tax_minor, gross_minor,
				details)
			SELECT organisation_id, event_id, id, 0, 'gift', 1, 500, 500, 0, 500, '{"message": "Ada Lovelace"}' FROM orders
			WHERE buyer_email ILIKE 'ada@%'`,
		);
		// What members typed when she was checked in, and at her money.
		await query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at, annulled_at, annulled_reason,
				settled_note)
			SELECT gen_random_uuid(), organisation_id, event_id, event_id, id, 'accepted', 'manual', now(), now(), 'Not Ada Lovelace', 'Ada Lovelace'
			FROM attendees WHERE email ILIKE 'ada@%'`,
		);
		await query(
			`INSERT INTO payments (id, organisation_id, event_id, subject_kind, subject_id, method, currency, amount_minor, state, note)
			SELECT gen_random_uuid(), organisation_id, event_id, 'order', id, 'cash', 'EUR', 500, 'canceled', 'Of Ada Lovelace' FROM orders
			WHERE buyer_email ILIKE 'ada@%'`,
		);
		// A page that raises money, which has her name in its address.
		await query(
			`INSERT INTO fundraiser_pages (id, organisation_id, event_id, kind, slug, name, story, goal_minor, owner_email, user_id, state)
			SELECT gen_random_uuid(), organisation_id, event_id, 'page', 'ada-lovelace', 'Ada Lovelace', 'Ada Lovelace runs', 500, buyer_email,
				$1, 'shown' FROM orders WHERE buyer_email ILIKE 'ada@%'`,
			[ada.userId],
		);
		await makeInvitation(services, host, { email: ada.email });
		await query(
			`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at)
			VALUES (gen_random_uuid(), $1, 'Ada@example.org', 'ada@example.org', 'pending', 'Yes', now())`,
			[host.organisationId],
		);
		await query(
			`INSERT INTO organiser_messages (id, organisation_id, name, email, email_key, message)
			VALUES (gen_random_uuid(), $1, 'Ada Lovelace', 'Ada@example.org', 'ada@example.org', 'Hello')`,
			[host.organisationId],
		);
		await query(
			`WITH message AS (
				INSERT INTO guest_messages (id, organisation_id, event_id, subject, body, segment, category, state, started_at, sent_at, total)
				SELECT gen_random_uuid(), organisation_id, event_id, 'Doors', 'At seven', '{"conditions":[]}', 'service', 'sent', now(), now(), 1
				FROM orders WHERE buyer_email ILIKE 'ada@%' RETURNING organisation_id, id, event_id
			)
			INSERT INTO guest_message_recipients (organisation_id, message_id, email_key, position, email, event_id, order_id, skipped)
			SELECT organisation_id, id, 'ada@example.org', 1, 'Ada@example.org', event_id, gen_random_uuid(), 'example' FROM message`,
		);
		// Gift cards that she bought for herself and for another person, and that were for her.
		const purchase = newId();
		await query(
			`INSERT INTO gift_card_purchases (id, organisation_id, buyer_name, buyer_email, locale, currency, total_minor)
			VALUES ($2, $1, 'Ada Lovelace', 'Ada@example.org', 'en', 'EUR', 2500)`,
			[host.organisationId, purchase],
		);
		await query(
			`INSERT INTO gift_cards (id, organisation_id, purchase_id, origin, code_hash, last4, currency, issued_minor, locale, position,
				sender_name, message, recipient_name, recipient_email, note)
			VALUES (gen_random_uuid(), $1, $2, 'bought', '\\x01', '7XK2', 'EUR', 1000, 'en', 0, 'Ada Lovelace', 'Love, Ada Lovelace', 'Mary',
					'mary@example.org', ''),
				(gen_random_uuid(), $1, NULL, 'given', '\\x02', '7XK3', 'EUR', 1000, 'en', 0, '', 'For Ada Lovelace', 'Ada Lovelace',
					'ADA@example.org', 'Ada Lovelace helped')`,
			[host.organisationId, purchase],
		);
		await query(
			`INSERT INTO withdrawals (id, organisation_id, reference, name, email, locale, decision_note)
			VALUES (gen_random_uuid(), $1, 'Of Ada Lovelace', 'Ada Lovelace', 'ADA@example.org', 'en', 'Dear Ada Lovelace')`,
			[host.organisationId],
		);
		const before = await query('SELECT id, total_minor, status, code FROM orders ORDER BY id');
		const form = new FormData();
		const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b35' } })
			.png()
			.toBuffer();
		form.append('file', new File([logo as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }));
		const uploaded = await api.post(`/api/organisations/${ada.organisationId}/logo`, form, {
			token: ada.token,
		});
		expect(uploaded.status).toBe(200);
		await ask();
		await run();
		expect((await api.get('/api/account/deletion', { token: ada.token })).body).toEqual({ blockers: [] });
		expect((await erase(ada, 'host@example.org')).body.details[0].field).toBe('email');
		expect((await erase(ada, 'ada@example.org')).status).toBe(204);

		expect((await api.get('/api/auth/user', { token: ada.token })).status).toBe(401);
		expect(await query('SELECT id, total_minor, status, code FROM orders ORDER BY id')).toEqual(before);
		expect(await query('SELECT buyer_name, buyer_email FROM orders ORDER BY buyer_email')).toEqual([
			{ buyer_name: 'Erased person', buyer_email: '' },
			{ buyer_name: 'Grace Hopper', buyer_email: 'grace@example.org' },
		]);
		expect(await query('SELECT title, email, user_agent FROM feedback_reports ORDER BY email')).toEqual([
			{ title: 'It shakes', email: '', user_agent: '' },
			{ title: 'It shakes', email: 'grace@example.org', user_agent: 'Mozilla/5.0' },
		]);
		// Nowhere in the database is a trace of name or address.
		const tables = await query(
			`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
		);
		for (const { name } of tables) {
			const found = await query(
				`SELECT t::text AS line FROM ${name} t WHERE t::text ~* 'ada@example|lovelace'`,
			);
			expect([name, found]).toEqual([name, []]);
		}
		const names = [];
		for await (const file of services.files.list()) names.push(file.name);
		expect(names).toEqual([]);
		const login = await api.post('/api/auth/login', { email: ada.email, password: 'hummus and regret' });
		expect(login.body.code).toBe('AUTH_INVALID_CREDENTIALS');
		// The address is free again, and who takes it sees nothing of before.
		expect(
			(await api.post('/api/auth/register', { email: ada.email, password: 'marmots sing quietly' })).status,
		).toBe(201);
	});

	test('an address that was never confirmed erases nothing of what lies under it', async () => {
		const event = await makeEvent(services, host, { isPublished: true });
		await order(event.id, 'victim@example.org', 'The Victim');
		const eve = await makeUser(services, { email: 'victim@example.org', isVerified: false });
		expect((await erase(eve)).status).toBe(204);
		expect(await query('SELECT buyer_name, buyer_email FROM orders')).toEqual([
			{ buyer_name: 'The Victim', buyer_email: 'victim@example.org' },
		]);
	});

	test.each([
		[
			'last-owner',
			async () => {
				await makeMember(services, ada.organisationId, 'event_manager');
			},
		],
		[
			'events-to-come',
			async () => {
				await makeEvent(services, ada, { isPublished: true });
			},
		],
		[
			'last-administrator',
			async () => {
				await query('UPDATE users SET is_admin = true WHERE id = $1', [ada.userId]);
			},
		],
	])('is refused: %s', async (rule, make) => {
		await make();
		const { body } = await api.get('/api/account/deletion', { token: ada.token });
		expect(body.blockers).toHaveLength(1);
		const answer = await erase(ada, 'ada@example.org');
		expect([answer.status, answer.body.metadata.rule]).toEqual([422, rule]);
		expect(await query('SELECT 1 FROM users WHERE erased_at IS NOT NULL')).toEqual([]);
	});

	test('an organisation that others own goes on without them', async () => {
		const other = await makeMember(services, ada.organisationId, 'owner');
		await makeEvent(services, ada);
		expect((await erase(ada, 'ada@example.org')).status).toBe(204);
		const rows = await query('SELECT user_id FROM memberships WHERE organisation_id = $1', [
			ada.organisationId,
		]);
		expect(rows).toEqual([{ user_id: other.userId }]);
		expect(await query('SELECT name FROM organisations WHERE id = $1', [ada.organisationId])).toEqual([
			{ name: 'Ada Lovelace' },
		]);
	});

	test('needs a fresh sign-in', async () => {
		clock.advance(16 * 60_000);
		expect((await erase(ada, 'ada@example.org')).body.metadata.rule).toBe('confirm-sign-in');
		expect((await ask()).body.metadata.rule).toBe('confirm-sign-in');
	});
});
