import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestLog } from '#tests/support/log.ts';
import { createLog } from './log.ts';

const secret = 'S3CR3T-CANARY-00000000000000';

describe('log', () => {
	test('no secret gets out, wherever it stands', () => {
		const { log, text, lines } = createTestLog();
		log.info(
			{
				authorization: `Bearer ${secret}`,
				password: secret,
				newPassword: secret,
				manageToken: secret,
				guestQrData: secret,
				headers: { cookie: secret, Authorization: secret, 'set-cookie': [secret] },
				body: { deep: { token: secret, list: [{ clientSecret: secret }] } },
				path: `/staff-scanner/${secret}`,
				url: `https://foyer.example/api/staff-access/checkin/${secret}?x=1`,
				orderUrl: `/api/orders/${secret}/confirm`,
				referrer: `https://foyer.example/reset-password?token=${secret}&x=1`,
				database: `postgres://foyer:${secret}@db.example/foyer`,
			},
			`GET /scan/${secret} with Bearer ${secret}`,
		);
		log.error({
			error: new Error(`call of /scan/${secret} failed`, { cause: new Error(`token=${secret}&`) }),
		});
		log.child({ token: secret }).warn('child');
		expect(lines).toHaveLength(3);
		expect(text()).not.toContain(secret);
		expect(lines[0]).toMatchObject({ level: 'info', path: '/staff-scanner/[redacted]' });
	});

	test('a failed query says what failed but not for whom', () => {
		const { log, text, lines } = createTestLog();
		const cause = Object.assign(new Error('duplicate key'), {
			code: '23505',
			constraint: 'users_email_key_unique',
		});
		log.error(
			{ error: new DrizzleQueryError('INSERT INTO users VALUES ($1)', ['ada@people.example'], cause) },
			'x',
		);
		expect(text()).not.toContain('ada@people.example');
		expect(lines[0]).toMatchObject({
			error: {
				query: 'INSERT INTO users VALUES ($1)',
				cause: { message: 'duplicate key', code: '23505', constraint: 'users_email_key_unique' },
			},
		});
	});

	test('people read one line, and no value can forge another', () => {
		const output: string[] = [];
		const log = createLog({
			level: 'info',
			format: 'human',
			destination: { write: (line: string) => void output.push(line) },
		});
		log.info({ email: 'a@b.example', name: 'x\n12:00:00 error forged' }, 'two\nlines');
		log.debug('not shown');
		expect(output).toHaveLength(1);
		expect(output[0]!.trim().split('\n')).toHaveLength(1);
		expect(output[0]).toMatch(/^\d\d:\d\d:\d\d info {2}two\\nlines email=a@b\.example name="x\\n12:00/);
	});
});
