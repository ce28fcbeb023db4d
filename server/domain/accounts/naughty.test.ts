import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { toSingleLine } from '#shared/lib/typed-text.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const strings = JSON.parse(
	readFileSync(new URL('../../../tests/fixtures/naughty-strings.json', import.meta.url), 'utf8'),
) as string[];

const { database, services, api } = useTestApi();

/** The sign-up hashes a password, so each string is tried once, in every field that takes text. */
test('every naughty string is stored whole in names, or refused at its field', async () => {
	const isWhole = async (text: string, index: number): Promise<boolean> => {
		const email = `naughty-${index}@example.org`;
		const answer = await api.post('/api/auth/register', {
			...{ firstName: text, lastName: text, organisationName: text },
			...{ email, password: 'hummus and regret' },
		});
		if (answer.status !== 201) {
			expect([answer.status, text]).toEqual([400, text]);
			const fields = answer.body.details.map((detail: { field: string }) => detail.field);
			expect(new Set(fields).difference(new Set(['firstName', 'lastName', 'organisationName'])).size).toBe(0);
			return false;
		}
		const { rows } = await database().pool.query(
			`SELECT u.first_name, u.last_name, o.name, o.slug FROM users u JOIN memberships m ON m.user_id = u.id
			JOIN organisations o ON o.id = m.organisation_id WHERE u.email = $1`,
			[email],
		);
		const stored = toSingleLine(text).trim();
		expect(rows[0]).toMatchObject({ first_name: stored, last_name: stored });
		if (stored !== '') expect(rows[0].name).toBe(stored);
		expect(rows[0].slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
		return true;
	};
	// Each answer waits as long as one for an address that is known.
	const whole = (await Promise.all(strings.map(isWhole))).filter(Boolean).length;
	expect(whole).toBeGreaterThan(strings.length * 0.8);
});

test('and shown whole to who they belong to; their mails are written', async () => {
	const texts = strings.filter(
		(text) => text.trim() !== '' && text.length <= 100 && !/\0|\p{Cs}/u.test(text),
	);
	for (const text of texts) {
		const { token } = await makeUser(services, { firstName: text, lastName: text });
		const { body } = await api.get('/api/auth/user', { token });
		expect([body.firstName, body.lastName]).toEqual([text, text]);
	}
	while ((await mailPoller.run(services, new AbortController().signal)) > 0);
	const { rows } = await database().pool.query(`SELECT status, count(*)::int FROM mails GROUP BY status`);
	expect(rows.map((row) => row.status)).toEqual(['stored']);
});

test('as addresses, passwords and tokens they are refused or fail in order, never with a fault', async () => {
	for (const text of strings) {
		for (const [path, body] of [
			['/api/auth/login', { email: text, password: 'x' }],
			['/api/auth/forgot-password', { email: text }],
			['/api/auth/verify-email', { token: text }],
			['/api/auth/reset-password', { token: text, password: 'hummus and regret' }],
			['/api/auth/first-administrator', { token: text, email: text, password: text }],
		] as const) {
			// What would cost a hash or a wait each time is tried with every tenth string only.
			if (/login|forgot/.test(path) && strings.indexOf(text) % 10 !== 0) continue;
			const answer = await api.post(path, body);
			expect([path, text, answer.status < 500]).toEqual([path, text, true]);
			expect(answer.status).not.toBe(201);
		}
	}
});
