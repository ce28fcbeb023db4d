import { beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeReport } from '#tests/factories/feedback.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/** Every list of administrators that is searched, each with one row that names Jörg Müller and one that names somebody else. */
const { database, services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true, firstName: 'Root', lastName: 'Admin' });
	const { pool } = database();
	const names = [
		['Jörg', 'Müller'],
		['Anna', 'Bauer'],
	] as const;
	for (const [firstName, lastName] of names) {
		const name = `${firstName} ${lastName}`;
		const owner = await makeUser(services, { firstName, lastName });
		await pool.query('UPDATE organisations SET name = $2 WHERE id = $1', [
			owner.organisationId,
			`Verein ${name}`,
		]);
		await makeEvent(services, owner, { title: `Fest mit ${name}` });
		await makeReport(services, { title: `Von ${name}`, description: 'Hundert Prozent: 100 %' });
		await pool.query(
			`INSERT INTO contact_messages (id, name, email, topic, message, source) VALUES ($1, $2, 'a@example.org', 'question', 'Hallo', '\\x00')`,
			[newId(), name],
		);
		await pool.query(
			`INSERT INTO error_reports (id, fingerprint, source, severity, name, message, stack, route, release, request_id)
			VALUES ($1, $2, 'server', 'error', 'Error', $2, '', '/', '1', '')`,
			[newId(), `No seat for ${name}`],
		);
		await pool.query(
			`INSERT INTO mails (id, template, props, recipient, subject, dedupe_key) VALUES ($1, 'x', '{}', 'a@example.org', $2, $3)`,
			[newId(), `Ticket: ${name}`, newId()],
		);
		await pool.query(
			`INSERT INTO admin_acts (id, actor_id, actor_email, action, subject, input, request_id) VALUES ($1, $2, 'root@example.org', 'x', $3, '{}', '')`,
			[newId(), admin.userId, name],
		);
		const made = await api.post('/api/admin/content', { kind: 'post', title: `Aus Sicht von ${name}` }, as());
		expect(made.status).toBe(201);
	}
});

const as = () => ({ token: admin.token });

const lists: [path: string, query?: Record<string, string>][] = [
	['/api/admin/users'],
	['/api/admin/organisations'],
	['/api/admin/events'],
	['/api/admin/messages', { state: 'all' }],
	['/api/admin/errors', { state: 'all' }],
	['/api/admin/feedback'],
	['/api/admin/mails'],
	['/api/admin/audit'],
	['/api/admin/content'],
];

async function found(path: string, query: Record<string, string>): Promise<number> {
	const answer = await api.get(path, { ...as(), query });
	expect(answer.status, JSON.stringify(answer.body)).toBe(200);
	return answer.body.data.length;
}

test.each(lists)('%s knows umlauts in every spelling, and words in any order', async (path, query = {}) => {
	for (const q of ['Müller', 'müller', 'mueller', 'MUELLER', 'mu\u0308ller', 'Joerg', 'mueller joerg'])
		expect([q, await found(path, { ...query, q })]).toEqual([q, 1]);
	expect(await found(path, { ...query, q: 'Bauer' })).toBe(1);
});

test.each(lists)('%s takes signs of patterns as signs', async (path, query = {}) => {
	for (const q of ['M_ller', 'M%ller', '\\', 'Mueller Bauer'])
		expect([q, await found(path, { ...query, q })]).toEqual([q, 0]);
	for (const q of ['  ', "'", '"; --', '%'.repeat(200), 'oe'.repeat(100)]) await found(path, { ...query, q });
});
