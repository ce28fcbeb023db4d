import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { feedbackBody, makeReport } from '#tests/factories/feedback.ts';
import { spoil } from '#tests/support/spoil.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { removeOldReports } from './jobs.ts';
import { makeReportToken, readReportToken } from './report-token.ts';

const { services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true, firstName: 'Root', lastName: 'Admin' });
});
beforeEach(() =>
	services.database.pool.query(
		'TRUNCATE feedback_reports, feedback_screenshots, feedback_activity, mails, mail_events',
	),
);

const picture = (width = 400) =>
	sharp({ create: { width, height: 300, channels: 3, background: '#448844' } })
		.png()
		.toBuffer();

async function upload(report: { reportId: string; uploadToken: string }, bytes?: Buffer, name = 'shot.png') {
	const form = new FormData();
	form.append(
		'file',
		new File([(bytes ?? (await picture())) as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }),
	);
	return api.post(`/api/feedback/reports/${report.reportId}/screenshots`, form, {
		query: { uploadToken: report.uploadToken },
	});
}
const detail = async (code: string) => (await api.get(`/api/admin/feedback/${code}`, admin)).body;
const queuedMails = async () =>
	(
		await services.database.pool.query(
			"SELECT * FROM mails WHERE template = 'feedback/status-changed' ORDER BY id",
		)
	).rows;

describe('sending', () => {
	test('needs no sign-in and gives the report a name', async () => {
		const answer = await api.post('/api/feedback/submit', feedbackBody());
		expect(answer.status).toBe(201);
		expect(answer.body.reportId).toMatch(/^FB-[A-Z2-9]{8}$/);
		expect(await detail(answer.body.reportId)).toMatchObject({
			type: 'bug',
			status: 'new',
			priority: 'high',
			category: 'Mobile/Responsive Issue',
			steps: 'Open an event',
			email: 'grace@example.org',
			browser: 'Safari',
			device: 'Mobile',
		});
	});

	test.each([
		['title', { title: '  ' }],
		['description', { description: '' }],
		['category', { category: '' }],
		['category', { category: 'User Experience' }],
		['email', { email: '' }],
		['email', { email: 'nobody' }],
	])('%s is refused: %j', async (field, changes) => {
		const answer = await api.post('/api/feedback/submit', feedbackBody(changes));
		expect(answer.status).toBe(400);
		expect(answer.body.details[0].field).toBe(field);
	});

	test('steps are for bugs, secrets of the page are not stored', async () => {
		const report = await makeReport(services, {
			type: 'feature',
			category: 'Accessibility',
			url: 'https://foyer.test/my-ticket/s3cret?token=t0ken',
		});
		const stored = await detail(report.reportId);
		expect(stored).toMatchObject({
			steps: '',
			url: 'https://foyer.test/my-ticket/[redacted]?token=[redacted]',
		});
	});
});

test.each([
	['a network sends', 24, 'source'],
	['all together send', 199, "'\\x00'"],
])('%s only so many screenshots in an hour', async (_who, more, source) => {
	const first = await makeReport(services);
	const second = await makeReport(services);
	expect((await upload(first)).status).toBe(204);
	// Those before count as of one hour, on reports of their own.
	await services.database.pool.query(
		`WITH r AS (
			INSERT INTO feedback_reports (id, code, type, title, description, priority, category, steps, expected_behavior,
				actual_behavior, browser, device, email, url, user_agent)
			SELECT gen_random_uuid(), n, 'bug', '', '', 'low', '', '', '', '', '', '', '', '', '' FROM generate_series(1, $1::int) n
			RETURNING id)
		INSERT INTO feedback_screenshots (id, report_id, position, file_stem, name, width, height, source)
		SELECT gen_random_uuid(), r.id, 1, '', '', 1, 1, ${source} FROM r, feedback_screenshots`,
		[more],
	);
	const refused = await upload(second);
	expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
	await services.database.pool.query(
		`UPDATE feedback_screenshots SET created_at = now() - interval '61 minutes'`,
	);
	expect((await upload(second)).status).toBe(204);
});

describe('screenshots', () => {
	test('at most 5, made anew, and shown to administrators only', async () => {
		const report = await makeReport(services);
		const answers = await Promise.all(Array.from({ length: 7 }, () => upload(report)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 204, 204, 422, 422]);
		const { screenshots } = await detail(report.reportId);
		expect(screenshots).toHaveLength(5);
		const path = `/api/admin/feedback/${report.reportId}/screenshots/${screenshots[0].id}`;
		const shown = await api.app.request(`http://foyer.test${path}?size=large`, {
			headers: { authorization: `Bearer ${admin.token}` },
		});
		expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
		expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(400);
		expect((await api.get(path)).status).toBe(401);
	});

	test('what is no picture, or too large, is refused', async () => {
		const report = await makeReport(services);
		expect((await upload(report, Buffer.from('<svg/>'))).status).toBe(400);
		expect((await upload(report, Buffer.alloc(5_000_001))).status).toBe(413);
		expect((await detail(report.reportId)).screenshots).toEqual([]);
	});

	test('only with the token of this report, and for an hour', async () => {
		const [report, other] = [await makeReport(services), await makeReport(services)];
		expect((await upload({ ...report, uploadToken: other.uploadToken })).status).toBe(404);
		const status = makeReportToken(services.secret, 'status', report.reportId);
		expect((await upload({ ...report, uploadToken: status })).status).toBe(404);
		await services.database.pool.query(
			"UPDATE feedback_reports SET created_at = now() - interval '61 minutes'",
		);
		expect((await upload(report)).status).toBe(404);
	});
});

describe('console log', () => {
	const lines = [{ level: 'error', at: '2027-01-01T10:00:00Z', text: 'GET /api?token=s3cret failed' }];
	const send = (report: { reportId: string; uploadToken: string }) =>
		api.post(
			`/api/feedback/reports/${report.reportId}/console-log`,
			{ lines },
			{ query: { uploadToken: report.uploadToken } },
		);

	test('is stored without secrets when the reporter agreed', async () => {
		const report = await makeReport(services, { includeConsoleLogs: true });
		expect((await send(report)).status).toBe(204);
		expect((await detail(report.reportId)).consoleLog).toEqual([
			{ ...lines[0], text: 'GET /api?token=[redacted] failed' },
		]);
	});

	test('is refused when they did not', async () => {
		expect((await send(await makeReport(services))).status).toBe(422);
	});
});

describe('administration', () => {
	const change = (code: string, body: object) => api.patch(`/api/admin/feedback/${code}`, body, admin);

	test('a new status is mailed to the reporter once, with a link that shows it', async () => {
		const report = await makeReport(services);
		expect((await change(report.reportId, { status: 'planned' })).body.status).toBe('planned');
		await change(report.reportId, { status: 'planned' });
		const [mail, ...others] = await queuedMails();
		expect(others).toEqual([]);
		expect(mail.recipient).toBe('grace@example.org');
		const written = await composeMail(
			services,
			{ ...mail, props: mail.props },
			{ showsSecrets: true, isForSending: true },
		);
		expect(written).toMatchObject({ subject: `Update on your report ${report.reportId}` });
		expect((written as { text: string }).text).toContain(`https://foyer.test${report.statusPath}`);
	});

	test('of two changes in a row only the last is sent', async () => {
		const report = await makeReport(services);
		await change(report.reportId, { status: 'declined' });
		await change(report.reportId, { status: 'planned' });
		const written = await Promise.all(
			(await queuedMails()).map((mail) =>
				composeMail(services, mail, { showsSecrets: true, isForSending: true }),
			),
		);
		expect(written.map((mail) => 'obsolete' in mail)).toEqual([true, false]);
	});

	test('the signed link shows status and changes, not the notes; nobody else’s token does', async () => {
		const report = await makeReport(services);
		await change(report.reportId, { status: 'triaged' });
		await api.post(`/api/admin/feedback/${report.reportId}/notes`, { text: 'inside only' }, admin);
		const token = report.statusPath.split('/').at(-1)!;
		const answer = await api.get(`/api/feedback/status/${token}`);
		expect(answer.body).toMatchObject({
			reportId: report.reportId,
			status: 'triaged',
			changes: [{ status: 'triaged' }],
		});
		expect(JSON.stringify(answer.body)).not.toMatch(/inside only|grace@/);
		for (const wrong of [spoil(token), 'FB-AAAAAAAA-aaaaaaaaaaaaaaaaaaaaaa', 'x']) {
			expect((await api.get(`/api/feedback/status/${wrong}`)).status).toBe(404);
		}
	});

	test('priority, assignee and notes leave a trace; only administrators can be assigned', async () => {
		const report = await makeReport(services);
		const plain = await makeUser(services);
		await change(report.reportId, { priority: 'critical', assigneeId: admin.userId });
		await api.post(`/api/admin/feedback/${report.reportId}/notes`, { text: 'Seen on two phones.' }, admin);
		const stored = await detail(report.reportId);
		expect(stored.assignee).toEqual({ id: admin.userId, name: 'Root Admin' });
		expect(
			stored.activity.map(({ kind, text, author }: Record<string, string>) => [kind, text, author]),
		).toEqual([
			['priority', 'critical', 'Root Admin'],
			['assignee', 'Root Admin', 'Root Admin'],
			['note', 'Seen on two phones.', 'Root Admin'],
		]);
		const refused = await change(report.reportId, { assigneeId: plain.userId });
		expect([refused.status, refused.body.details[0].field]).toEqual([400, 'assigneeId']);
	});

	test('merging marks duplicates, moves what was merged before, and refuses circles', async () => {
		const [a, b, c] = [await makeReport(services), await makeReport(services), await makeReport(services)];
		const merge = (from: string, into: string) =>
			api.post(`/api/admin/feedback/${from}/merge`, { into }, { ...admin, headers: {} });
		await merge(a.reportId, b.reportId);
		await merge(b.reportId, c.reportId);
		await merge(b.reportId, c.reportId);
		expect(await detail(a.reportId)).toMatchObject({ status: 'duplicate', duplicateOf: c.reportId });
		expect(await detail(c.reportId)).toMatchObject({ duplicateCount: 2, status: 'new' });
		expect((await merge(c.reportId, a.reportId)).status).toBe(422);
		expect((await merge(c.reportId, c.reportId)).status).toBe(422);
		expect((await merge(c.reportId, 'FB-NOBODYX2')).status).toBe(404);
		expect(await queuedMails()).toHaveLength(2);
	});

	test('the list is searched, filtered and paged; the export follows the filters and runs nothing', async () => {
		await makeReport(services, { title: '=HYPERLINK("x")', description: 'd', enhancedDescription: 'd' });
		const done = await makeReport(services, { title: 'Dark mode', type: 'feature', category: 'Other' });
		await change(done.reportId, { status: 'done' });
		const codes = async (query: Record<string, string>) =>
			(await api.get('/api/admin/feedback', { ...admin, query })).body.data.map(
				(row: { title: string }) => row.title,
			);
		expect(await codes({})).toEqual(['Dark mode', '=HYPERLINK("x")']);
		expect(await codes({ status: 'open' })).toEqual(['=HYPERLINK("x")']);
		expect(await codes({ q: 'dark MODE' })).toEqual(['Dark mode']);
		expect(await codes({ q: done.reportId.toLowerCase() })).toEqual(['Dark mode']);
		expect(await codes({ type: 'bug', priority: 'low' })).toEqual([]);
		expect(await codes({ assignee: 'me' })).toEqual([]);
		const first = await api.get('/api/admin/feedback', { ...admin, query: { limit: '1' } });
		expect(await codes({ limit: '1', cursor: first.body.nextCursor })).toEqual(['=HYPERLINK("x")']);
		const csv = await api.get('/api/admin/feedback/export', { ...admin, query: { status: 'open' } });
		expect(csv.body.split('\r\n')).toHaveLength(3);
		expect(csv.body).not.toMatch(/(^|,|")=HYPERLINK/m);
	});

	test('closed reports go after a year with their pictures, others stay', async () => {
		const [old, open] = [await makeReport(services), await makeReport(services)];
		await upload(old);
		await change(old.reportId, { status: 'done' });
		const names = async () => {
			const found: string[] = [];
			for await (const file of services.files.list()) found.push(file.name);
			return found.length;
		};
		const before = await names();
		await services.database.pool.query(
			"UPDATE feedback_reports SET updated_at = now() - interval '400 days'",
		);
		await removeOldReports(services);
		expect(before - (await names())).toBe(3);
		expect((await api.get(`/api/admin/feedback/${old.reportId}`, admin)).status).toBe(404);
		expect((await detail(open.reportId)).reportId).toBe(open.reportId);
	});
});

test('a token is good for its own use only', () => {
	const secret = Buffer.alloc(32, 1);
	const token = makeReportToken(secret, 'status', 'FB-ABCDEFG2');
	expect(readReportToken(secret, 'status', token)).toBe('FB-ABCDEFG2');
	expect(readReportToken(secret, 'upload', token)).toBeNull();
	expect(readReportToken(Buffer.alloc(32, 2), 'status', token)).toBeNull();
});
