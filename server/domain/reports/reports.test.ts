import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { payouts } from '#server/db/tables/payments.ts';
import { planSettings, subscriptions } from '#server/db/tables/subscriptions.ts';
import { readXlsx } from '#server/platform/table/read-xlsx.ts';
import { newId } from '#shared/lib/ids.ts';
import { datasetIds } from '#shared/rules/report-query.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { datasets } from './datasets/catalogue.ts';
import { expireFiles, filePoller } from './files/make-files.ts';
import { readyReports } from './ready-reports.ts';
import { schedulePoller } from './schedules/run-schedules.ts';

const { database, services, api, owner } = useTestOwner();
const hourMs = 3_600_000;
let jazz: Door;
let blues: Door;

beforeAll(async () => {
	jazz = await makeDoor({ services, api, owner }, { title: 'Jazz', guests: 3 });
	blues = await makeDoor({ services, api, owner }, { title: 'Blues', guests: 2 });
	for (const guest of jazz.guests.slice(0, 2)) {
		const answer = await api.post(`/api/staff-access/checkin/${jazz.token}`, {
			guestQrData: guest.code,
			nonce: randomUUID(),
		});
		expect(answer.status).toBe(200);
	}
});

const base = () => `/api/organisations/${owner.organisationId}`;
const preview = (query: object, token = owner.token) =>
	api.post(`${base()}/report-preview`, query, { token });

describe('preview', () => {
	test('groups with totals', async () => {
		const { status, body } = await preview({
			dataset: 'attendees',
			groups: ['event'],
			measures: ['tickets', 'checkedIn', 'checkInRate', 'addresses'],
		});
		expect([status, body.message]).toEqual([200, undefined]);
		expect(body.rows).toEqual([
			['Jazz', 3, 2, 0.6667, 3],
			['Blues', 2, 0, 0, 2],
		]);
		expect(body.totals).toEqual([[null, 5, 2, 0.4, 5]]);
		expect(body.columns.map((column: { label: string }) => column.label)).toEqual([
			'Event',
			'Number of tickets',
			'Checked in',
			'Check-in rate',
			'Different email addresses',
		]);
	});

	test('totals as a share, added up over time and as a change, on the screen and in files', async () => {
		const shares = {
			dataset: 'attendees',
			groups: ['event'],
			measures: ['tickets', 'tickets.share'],
			order: [{ by: 'tickets.share' }],
		};
		const { body } = await preview(shares);
		expect(body.rows).toEqual([
			['Blues', 2, 0.4],
			['Jazz', 3, 0.6],
		]);
		expect(body.totals).toEqual([[null, 5, 1]]);
		expect(body.columns.map(({ type, form }: Record<string, unknown>) => [type, form])).toEqual([
			['event', null],
			['number', null],
			['percent', 'share'],
		]);
		await database().pool.query(`UPDATE attendees SET created_at = '2026-03-05T12:00Z' WHERE event_id = $1`, [
			blues.event,
		]);
		const measures = ['tickets', 'tickets.running', 'tickets.change'];
		const byMonth = { dataset: 'attendees', groups: ['createdAt.year'], measures };
		await database().pool.query(`UPDATE attendees SET created_at = '2025-03-05T12:00Z' WHERE event_id = $1`, [
			jazz.event,
		]);
		const overTime = await preview(byMonth);
		expect(overTime.body.rows).toEqual([
			['2025-01-01', 3, 3, null],
			['2026-01-01', 2, 5, -1],
		]);
		expect(overTime.body.totals).toEqual([[null, 5, null, null]]);
		const run = await api.post(
			`${base()}/report-runs`,
			{ query: { ...byMonth, measures: [...measures, 'tickets.share'] } },
			{ token: owner.token },
		);
		await makeFiles();
		const file = await api.get(`${base()}/report-runs/${run.body.id}/file`, { token: owner.token });
		expect(file.body).toContain(
			'Number of tickets,"Number of tickets, running","Number of tickets, change","Number of tickets, share (%)"',
		);
		expect(file.body).toContain('2026-01-01,2,5,-1,40.00');
	});

	test('ticket types show what is sold and left to who may see events, and price tiers what was paid', async () => {
		const marketing = await makeMember(services, owner.organisationId, 'marketing', [jazz.event]);
		const query = { dataset: 'ticket_types', groups: ['event'], measures: ['ticketTypes', 'sold', 'held'] };
		expect((await preview(query, marketing.token)).body.rows).toEqual([['Jazz', 2, 3, 0]]);
		await database().pool.query(
			`INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, tier_name, quantity, unit_minor, net_minor, tax_minor, gross_minor)
			SELECT organisation_id, event_id, order_id, n, 'ticket', ticket_type_id, tier, 1, 0, 0, 0, 0
			FROM attendees, (VALUES (1, 'Early bird'), (2, 'Early bird'), (3, NULL)) lines (n, tier)
			WHERE id = (SELECT id FROM attendees WHERE event_id = $1 LIMIT 1)`,
			[blues.event],
		);
		const tiers = { dataset: 'attendees', groups: ['tier'], measures: ['tickets'] };
		const { body } = await preview(tiers);
		expect(body.rows).toEqual([
			[null, 4],
			['Early bird', 1],
		]);
		expect(body.totals).toEqual([[null, 5]]);
	});

	test('every column, grain and measure of every dataset can be asked for', async () => {
		for (const dataset of datasetIds) {
			const { columns, measures } = datasets[dataset];
			for (const [id, { type }] of Object.entries(columns)) {
				const answers = [
					await preview({ dataset, columns: [id] }),
					await preview({ dataset, groups: [id], measures: Object.keys(measures) }),
					await preview({
						dataset,
						columns: [id],
						order: [{ by: id, descending: true }],
						filters: [
							{
								column: id,
								is: type === 'flag' ? 'is' : type === 'event' ? 'is_not' : 'not_empty',
								values: type === 'flag' ? [true] : type === 'event' ? [randomUUID()] : [],
							},
						],
					}),
				];
				for (const { status, body } of answers)
					expect([dataset, id, status, body.message]).toEqual([dataset, id, 200, undefined]);
			}
		}
	});
});

const byType = { dataset: 'attendees', groups: ['ticketType'], measures: ['tickets'] };
const list = { dataset: 'attendees', columns: ['name', 'email', 'event'] };
const save = async (query: object, more: object = {}, token = owner.token) =>
	api.post(`${base()}/reports`, { name: 'Report', query, ...more }, { token });
const makeFiles = async () => {
	while ((await filePoller.run(services, new AbortController().signal)) > 0);
};

describe('what cannot be asked', () => {
	test.each([
		['an unknown column', { dataset: 'attendees', columns: ['password'] }],
		['a column of Object', { dataset: 'attendees', columns: ['constructor'] }],
		['an unknown measure', { dataset: 'attendees', measures: ['toString'] }],
		['a form that is none', { dataset: 'attendees', measures: ['tickets.constructor'] }],
		['a share of different people', { dataset: 'attendees', measures: ['addresses.share'] }],
		['a share of a rate', { dataset: 'attendees', measures: ['checkInRate.share'] }],
		['a running total without a time', { ...byType, measures: ['tickets.running'] }],
		[
			'a change over weekdays',
			{ dataset: 'attendees', groups: ['createdAt.weekday'], measures: ['tickets.change'] },
		],
		['a grain of a text', { dataset: 'attendees', groups: ['name.month'] }],
		['nothing', { dataset: 'attendees' }],
		['columns beside groups', { ...byType, columns: ['name'] }],
		[
			'a day that is none',
			{ ...list, filters: [{ column: 'createdAt', is: 'at_least', values: ['2027-02-30'] }] },
		],
		['a text for a flag', { ...list, filters: [{ column: 'checkedIn', is: 'is', values: ['yes'] }] }],
		[
			'a comparison of texts by size',
			{ ...list, filters: [{ column: 'name', is: 'at_least', values: ['a'] }] },
		],
		['an order by what is not shown', { ...list, order: [{ by: 'status' }] }],
		['a zone that is none', { ...list, timeZone: 'Europe/Nowhere' }],
		['an event that is no id', { ...list, filters: [{ column: 'event', is: 'is', values: ['x'] }] }],
	])('%s', async (_, query) => {
		const { status, body } = await preview(query);
		expect([status, body.code]).toEqual([400, expect.stringMatching(/^VALIDATION_/)]);
	});
});

describe('answers to questions as columns', () => {
	const ask = async (door: Door, question: object) =>
		(await api.post(`/api/events/${door.event}/questions`, question, { token: owner.token })).body
			.id as string;
	const answer = (door: Door, question: string, value: unknown, ofOrder = false, minutesAgo = 5) =>
		database().pool.query(
			`INSERT INTO answers (organisation_id, event_id, id, question_id, order_id, attendee_id, value, answered_by, answered_at)
			SELECT organisation_id, event_id, gen_random_uuid(), $2, order_id, CASE WHEN $4 THEN NULL ELSE id END, $3, 'buyer', now() - $5 * interval '1 minute'
			FROM attendees WHERE event_id = $1 ORDER BY id LIMIT 1`,
			[door.event, question, JSON.stringify(value), ofOrder, minutesAgo],
		);
	const column = (id: string) => `question:${id}`;
	const named = (body: { columns: { label: string }[] }) => body.columns.map(({ label }) => label);

	test('with one wording they are one column over all events, typed, in files too; what of it names people is not shared', async () => {
		const diet = { label: 'Diet {0}', kind: 'multiple_choice', scope: 'attendee' };
		const choices = [{ label: 'Vegan' }, { label: 'No nuts' }];
		const ofJazz = await ask(jazz, { ...diet, choices });
		const ofBlues = await ask(blues, { ...diet, label: 'DIET {0}', choices });
		const height = await ask(jazz, { label: 'Height', kind: 'number', scope: 'attendee' });
		const firm = await ask(jazz, { label: 'Firm', kind: 'text', scope: 'order' });
		const choiceOf = async (door: Door, id: string) => {
			const { body } = await api.get(`/api/events/${door.event}/questions`, { token: owner.token });
			return body.data
				.find((one: { id: string }) => one.id === id)
				.choices.map(({ id }: { id: string }) => id);
		};
		const [vegan, nuts] = await choiceOf(jazz, ofJazz);
		await answer(jazz, ofJazz, [nuts, vegan]);
		await answer(blues, ofBlues, [(await choiceOf(blues, ofBlues))[1]]);
		await answer(jazz, height, 1.75);
		await answer(jazz, firm, 'Moss & Co', true);

		const { body } = await preview({
			dataset: 'attendees',
			groups: ['event', column(ofBlues)],
			measures: ['tickets'],
		});
		expect(named(body)).toEqual(['Event', 'DIET {0}', 'Number of tickets']);
		expect(body.rows).toEqual([
			['Jazz', null, 2],
			['Blues', 'No nuts', 1],
			['Blues', null, 1],
			['Jazz', 'Vegan, No nuts', 1],
		]);
		const tall = {
			...list,
			columns: ['event', column(height), column(firm)],
			filters: [{ column: column(height), is: 'at_least', values: [1.7] }],
		};
		expect((await preview(tall)).body.rows).toEqual([['Jazz', 1.75, 'Moss & Co']]);
		// Of orders, questions of the order alone.
		const orders = {
			dataset: 'orders',
			columns: [column(firm), 'orderCode'],
			filters: [{ column: column(firm), is: 'not_empty' }],
		};
		expect((await preview(orders)).body.rows).toEqual([['Moss & Co', expect.any(String)]]);
		const ofGuests = await preview({ dataset: 'orders', columns: [column(height)] });
		expect([ofGuests.status, JSON.stringify(ofGuests.body)]).toEqual([
			400,
			expect.stringContaining('columns.0'),
		]);
		const run = await api.post(`${base()}/report-runs`, { query: tall }, { token: owner.token });
		await makeFiles();
		const file = await api.get(`${base()}/report-runs/${run.body.id}/file`, { token: owner.token });
		expect(file.body).toMatch(/Event,Height,Firm\r\n"?Jazz"?,1\.75,"?Moss & Co"?\r\n/);

		const link = async (query: object) => {
			const { body } = await save(query);
			const expiresAt = new Date(Date.now() + hourMs).toISOString();
			return api.post(`${base()}/reports/${body.id}/links`, { label: '', expiresAt }, { token: owner.token });
		};
		const byAnswer = (id: string) => ({ dataset: 'attendees', groups: [column(id)], measures: ['tickets'] });
		expect((await link(byAnswer(ofJazz))).status).toBe(201);
		expect((await link(byAnswer(firm))).status).toBe(422);
	});

	test('the newest answer counts; what is not asked any more is still a column, what was deleted is named', async () => {
		const first = await ask(blues, { label: 'Shirt', kind: 'text', scope: 'attendee' });
		await answer(blues, first, 'M', false, 60);
		await api.delete(`/api/events/${blues.event}/questions/${first}`, { token: owner.token });
		const second = await ask(blues, { label: 'Shirt', kind: 'text', scope: 'attendee' });
		const shirts = { dataset: 'attendees', groups: [column(first)], measures: ['tickets'] };
		const ofBlues = { ...shirts, filters: [{ column: 'event', is: 'is', values: [blues.event] }] };
		expect((await preview(ofBlues)).body.rows).toContainEqual(['M', 1]);
		await answer(blues, second, 'L');
		expect((await preview(ofBlues)).body.rows).toContainEqual(['L', 1]);
		const gone = await preview({ ...shirts, groups: [column(randomUUID())] });
		expect([gone.status, JSON.stringify(gone.body)]).toEqual([400, expect.stringContaining('was deleted')]);
	});

	test('those of the reached events are offered, by their wording; at most twelve are shown', async () => {
		const offered = async (token: string) => {
			const { body } = await api.get(`${base()}/report-datasets`, { token });
			const labels = (id: string) =>
				body.data
					.find((one: { id: string }) => one.id === id)
					.columns.filter(({ id }: { id: string }) => id.startsWith('question:'))
					.map(({ label }: { label: string }) => label);
			return [labels('attendees'), labels('orders')];
		};
		expect(await offered(owner.token)).toEqual([['DIET {0}', 'Firm', 'Height', 'Shirt'], ['Firm']]);
		const limited = await makeMember(services, owner.organisationId, 'event_manager', [blues.event]);
		expect(await offered(limited.token)).toEqual([['DIET {0}', 'Shirt'], []]);
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		expect(await offered(marketing.token)).toEqual([[], []]);
		const stranger = await makeUser(services);
		const { body } = await api.get(`${base()}/report-datasets`, { token: owner.token });
		const height = body.data[0].columns.find(({ label }: { label: string }) => label === 'Height').id;
		const foreign = await api.post(
			`/api/organisations/${stranger.organisationId}/report-preview`,
			{ dataset: 'attendees', columns: [height] },
			{ token: stranger.token },
		);
		expect(foreign.status).toBe(400);
		const many = Array.from({ length: 13 }, () => column(randomUUID()));
		const { status, body: refused } = await preview({ dataset: 'attendees', columns: many });
		expect([status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining('at most 12 questions')]);
	});
});

describe('rights', () => {
	test('without the right to a dataset it is refused; columns that may not be seen are left out, filters refused', async () => {
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		expect((await preview(byType, marketing.token)).status).toBe(403);
		const scans = { dataset: 'check_ins', columns: ['verdict', 'guest'] };
		const { body } = await preview(scans, marketing.token);
		expect([body.leftOut, body.columns.map(({ id }: { id: string }) => id)]).toEqual([
			['guest'],
			['verdict'],
		]);
		expect(JSON.stringify(body.rows)).not.toContain('Ada');
		const filtered = { ...scans, filters: [{ column: 'guest', is: 'contains', values: ['Ada'] }] };
		expect((await preview(filtered, marketing.token)).status).toBe(403);
		const manager = await makeMember(services, owner.organisationId, 'event_manager');
		const money = await preview(
			{ dataset: 'orders', groups: ['event'], measures: ['orders', 'total'] },
			manager.token,
		);
		expect(money.body.leftOut).toEqual(['total']);
		const checkIn = await makeMember(services, owner.organisationId, 'check_in');
		expect((await preview(byType, checkIn.token)).status).toBe(403);
	});

	test('who is limited to an event sees that event, whatever the filters name', async () => {
		const limited = await makeMember(services, owner.organisationId, 'event_manager', [jazz.event]);
		const query = { dataset: 'attendees', groups: ['event'], measures: ['tickets'] };
		expect((await preview(query, limited.token)).body.rows).toEqual([['Jazz', 3]]);
		const named = { ...query, filters: [{ column: 'event', is: 'is', values: [blues.event] }] };
		expect((await preview(named, limited.token)).body.rows).toEqual([]);
		expect((await preview(named)).body.rows).toEqual([['Blues', 2]]);
		// A file that the owner made holds what the member may not see.
		const run = await api.post(`${base()}/report-runs`, { query }, { token: owner.token });
		await makeFiles();
		const file = `${base()}/report-runs/${run.body.id}`;
		expect((await api.get(file, { token: limited.token })).status).toBe(404);
		expect((await api.get(`${file}/file`, { token: limited.token })).status).toBe(404);
		expect((await api.get(`${base()}/report-runs`, { token: limited.token })).body.data).toEqual([]);
		expect((await api.get(`${file}/file`, { token: owner.token })).status).toBe(200);
	});

	test('private reports are their owner’s alone; shared ones are seen by others with their own reach', async () => {
		const colleague = await makeMember(services, owner.organisationId, 'event_manager', [jazz.event]);
		const mine = await save(byType);
		const shared = await save(byType, { name: 'Ours', sharing: 'organisation' });
		const listed = await api.get(`${base()}/reports`, { token: colleague.token });
		expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Ours']);
		const path = (id: string) => `${base()}/reports/${id}`;
		for (const way of ['', '/rows', '/links', '/schedules'])
			expect((await api.get(`${path(mine.body.id)}${way}`, { token: colleague.token })).status).toBe(404);
		const rows = await api.get(`${path(shared.body.id)}/rows`, { token: colleague.token });
		expect(rows.body.data).toEqual([['Standard', 3]]);
		const taken = await api.patch(path(shared.body.id), { sharing: 'private' }, { token: colleague.token });
		expect(taken.body.metadata.rule).toBe('not-the-owner');
		const stale = { token: owner.token, headers: { 'If-Match': '"7"' } };
		expect((await api.patch(path(mine.body.id), { name: 'New' }, stale)).status).toBe(412);
		expect((await api.delete(path(mine.body.id), { token: owner.token })).status).toBe(204);
	});
});

test('rows are read page by page: every row once, lists by key and others by place', async () => {
	for (const query of [list, { ...list, order: [{ by: 'name' }] }, { ...list, limit: 4 }]) {
		const { body } = await save(query);
		const seen: unknown[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof api.get>> = await api.get(`${base()}/reports/${body.id}/rows`, {
				token: owner.token,
				query: { limit: '2', ...(cursor && { cursor }) },
			});
			expect(page.status).toBe(200);
			seen.push(...page.body.data.map((row: string[]) => row[1]));
			cursor = page.body.nextCursor;
		} while (cursor);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBe('limit' in query ? 4 : 5);
	}
	const { body } = await save(list);
	const wrong = Buffer.from(JSON.stringify(['0', 'x', 'y'])).toString('base64url');
	const page = await api.get(`${base()}/reports/${body.id}/rows`, {
		token: owner.token,
		query: { cursor: wrong },
	});
	expect(page.status).toBe(400);
});

test('files are made in the background in each format, safe for spreadsheets, and go after seven days', async () => {
	await database().pool.query(`UPDATE attendees SET name = '=1+1' WHERE id = $1`, [jazz.guests[0]?.id]);
	const files: Record<string, string> = {};
	for (const format of ['csv', 'xlsx', 'json']) {
		const query = { ...list, order: [{ by: 'name' }] };
		const made = await api.post(
			`${base()}/report-runs`,
			{ name: 'Guests', query, format },
			{ token: owner.token },
		);
		expect([made.status, made.body.state]).toEqual([202, 'queued']);
		const path = `${base()}/report-runs/${made.body.id}`;
		const early = await api.get(`${path}/file`, { token: owner.token });
		expect(early.body.metadata.rule).toBe('run-not-done');
		await makeFiles();
		const done = await api.get(path, { token: owner.token });
		expect(done.body).toMatchObject({
			state: 'done',
			rows: 5,
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		const file = await api.get(`${path}/file`, { token: owner.token });
		expect(file.headers.get('content-disposition')).toContain(`Guests.${format}`);
		files[format] = typeof file.body === 'string' ? file.body : JSON.stringify(file.body);
	}
	expect(files.csv).toContain('Name,Email,Event\r\n');
	expect(files.csv).toContain(`"'=1+1",`);
	expect(files.json).toContain('"name":"=1+1"');
	expect(files.xlsx?.startsWith('PK')).toBe(true);
	const notices = await api.get('/api/account/notices', { token: owner.token });
	expect(notices.body.data[0].kind).toBe('report-ready');

	const [run] = (await api.get(`${base()}/report-runs`, { token: owner.token })).body.data;
	await database().pool.query(
		`UPDATE report_runs SET expires_at = now() - interval '1 second' WHERE state = 'done'`,
	);
	const late = await api.get(`${base()}/report-runs/${run.id}/file`, { token: owner.token });
	expect([late.status, late.body.code]).toEqual([410, 'RESOURCE_DELETED']);
	await expireFiles(services);
	const { rows } = await database().pool.query(`SELECT DISTINCT state, file_name FROM report_runs`);
	expect(rows).toEqual([{ state: 'expired', file_name: null }]);
	await database().pool.query(`UPDATE attendees SET name = 'Ada Lovelace'`);
});

test('a workbook has texts as they are, dates as dates and counts as numbers', async () => {
	await database().pool.query(`UPDATE attendees SET name = '=1+1' WHERE id = $1`, [jazz.guests[0]?.id]);
	const rowsOf = async (query: object) => {
		const made = await api.post(`${base()}/report-runs`, { query, format: 'xlsx' }, { token: owner.token });
		await makeFiles();
		const file = await api.app.request(`http://foyer.test${base()}/report-runs/${made.body.id}/file`, {
			headers: { Authorization: `Bearer ${owner.token}` },
		});
		const bytes = new Uint8Array(await file.arrayBuffer());
		const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
		const read = await readXlsx(bytes, { maxRows: 100, maxColumns: 20 });
		return { sheet, rows: 'rows' in read ? read.rows : [] };
	};
	const named = await rowsOf({
		dataset: 'attendees',
		columns: ['name', 'createdAt'],
		order: [{ by: 'name' }],
	});
	expect(named.rows.map(([name]) => name)).toContain('=1+1');
	expect(named.sheet.match(/<c r="B\d+" s="3"><v>/g)).toHaveLength(5);
	expect(named.rows[1]?.[1]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
	const days = await rowsOf({
		dataset: 'attendees',
		groups: ['createdAt.month', 'createdAt.weekday'],
		measures: ['tickets'],
	});
	expect(days.sheet).toMatch(/<c r="A2" s="2"><v>\d{5}<\/v><\/c><c r="B2"><v>[1-7]<\/v>/);
	expect(days.rows[1]?.[0]).toMatch(/^\d{4}-\d{2}-01$/);
	await database().pool.query(`UPDATE attendees SET name = 'Ada Lovelace'`);
});

test('a worker that dies leaves its file to the next; after three have died it has failed', async () => {
	const made = await api.post(`${base()}/report-runs`, { query: byType }, { token: owner.token });
	const { id } = made.body;
	const state = async () => (await api.get(`${base()}/report-runs/${id}`, { token: owner.token })).body.state;
	await database().pool.query(
		`UPDATE report_runs SET state = 'running', attempts = 1, lease_until = now() + interval '1 minute' WHERE id = $1`,
		[id],
	);
	expect(await filePoller.run(services, new AbortController().signal)).toBe(0);
	await database().pool.query(
		`UPDATE report_runs SET lease_until = now() - interval '1 second' WHERE id = $1`,
		[id],
	);
	await makeFiles();
	expect(await state()).toBe('done');
	await database().pool.query(
		`UPDATE report_runs SET state = 'running', attempts = 3, lease_until = now() - interval '1 second' WHERE id = $1`,
		[id],
	);
	await makeFiles();
	expect(await state()).toBe('failed');
});

describe('links', () => {
	const link = async (report: string, token = owner.token, days = 30) =>
		api.post(
			`${base()}/reports/${report}/links`,
			{
				label: 'Board',
				expiresAt: new Date(Date.now() + days * 24 * hourMs - 1_000).toISOString(),
			},
			{ token },
		);
	const open = (token: string) => api.get(`/api/report-links/${token}`);

	test('a stranger reads groups and totals until the link is revoked or ends', async () => {
		const { body: report } = await save(byType, { name: 'Tickets' });
		const { body: made } = await link(report.id);
		expect(made.path).toBe(`/shared-report/${made.token}`);
		const { body } = await open(made.token);
		expect([body.name, body.rows, body.totals]).toEqual(['Tickets', [['Standard', 5]], [[null, 5]]]);
		const listed = await api.get(`${base()}/reports/${report.id}/links`, { token: owner.token });
		expect(listed.body.data[0]).toMatchObject({ label: 'Board', opened: 1 });
		expect(JSON.stringify(listed.body)).not.toContain(made.token);
		const gone = await api.delete(`${base()}/reports/${report.id}/links/${made.id}`, { token: owner.token });
		expect(gone.status).toBe(204);
		expect((await open(made.token)).status).toBe(404);
		const { body: short } = await link(report.id, owner.token, 1);
		await database().pool.query(`UPDATE report_links SET expires_at = now() - interval '1 second'`);
		expect((await open(short.token)).status).toBe(404);
		expect((await open('x'.repeat(43))).status).toBe(404);
	});

	test('lists, names and addresses are not shared by link, also when the report is changed later', async () => {
		for (const query of [
			list,
			{ ...byType, groups: ['email'] },
			{ ...byType, filters: [{ column: 'name', is: 'starts', values: ['A'] }] },
		]) {
			const { body: report } = await save(query);
			expect((await link(report.id)).body.metadata.rule).toBe('not-shareable');
		}
		const { body: report } = await save(byType);
		const { body: made } = await link(report.id);
		await api.patch(`${base()}/reports/${report.id}`, { query: list }, { token: owner.token });
		expect((await open(made.token)).status).toBe(404);
		expect((await link(report.id, owner.token, 91)).status).toBe(400);
	});

	test('a link shows what its maker may see now', async () => {
		const maker = await makeMember(services, owner.organisationId, 'admin');
		const { body: report } = await save(byType, { sharing: 'organisation' });
		const { body: made } = await link(report.id, maker.token);
		expect((await open(made.token)).body.rows).toEqual([['Standard', 5]]);
		const change = (set: string) =>
			database().pool.query(`UPDATE memberships SET ${set} WHERE user_id = $1 AND organisation_id = $2`, [
				maker.userId,
				owner.organisationId,
			]);
		await change(`event_ids = ARRAY['${jazz.event}']::uuid[]`);
		expect((await open(made.token)).body.rows).toEqual([['Standard', 3]]);
		await change(`role = 'marketing'`);
		expect((await open(made.token)).status).toBe(404);
	});
});

describe('schedules', () => {
	const daily = { kind: 'daily', at: '07:30', timeZone: 'Europe/Berlin' };
	const mailsOf = async (template: string) =>
		(
			await database().pool.query(
				'SELECT recipient, props FROM mails WHERE template = $1 ORDER BY created_at',
				[template],
			)
		).rows;
	const due = () =>
		database().pool.query(`UPDATE report_schedules SET next_at = now() - interval '1 second'`);
	const run = async () => {
		await schedulePoller.run(services, new AbortController().signal);
		await makeFiles();
	};
	const prepare = async (body: object = {}, token = owner.token) => {
		const { body: report } = await save(byType, { name: 'Morning', sharing: 'organisation' });
		const path = `${base()}/reports/${report.id}/schedules`;
		const made = await api.post(path, { ...daily, ...body }, { token });
		expect([made.status, made.body.message]).toEqual([201, undefined]);
		return { path, schedule: made.body };
	};

	test('the file is made when it is due, once, and its way is mailed to members who may see it', async () => {
		const colleague = await makeMember(services, owner.organisationId, 'event_manager');
		const blind = await makeMember(services, owner.organisationId, 'check_in');
		const { path } = await prepare({ recipients: [owner.userId, colleague.userId, blind.userId] });
		await run();
		expect(await mailsOf('reports/schedule')).toEqual([]);
		await due();
		await run();
		await run();
		const mails = await mailsOf('reports/schedule');
		expect(mails.map(({ recipient }) => recipient).sort()).toEqual([owner.email, colleague.email].sort());
		expect(mails[0].props).toMatchObject({ name: 'Morning', rows: 1 });
		const [listed] = (await api.get(path, { token: owner.token })).body.data;
		expect(Date.parse(listed.nextAt)).toBeGreaterThan(Date.now());
		expect(listed.state).toBe('on');
		await api.delete(`${path}/${listed.id}`, { token: owner.token });
	});

	test('it stops with mail and notice when whoever scheduled it lost the right', async () => {
		const maker = await makeMember(services, owner.organisationId, 'admin');
		const { path, schedule } = await prepare({ recipients: [owner.userId] }, maker.token);
		await database().pool.query(
			`UPDATE memberships SET role = 'marketing' WHERE user_id = $1 AND organisation_id = $2`,
			[maker.userId, owner.organisationId],
		);
		await due();
		await run();
		const [listed] = (await api.get(path, { token: owner.token })).body.data;
		expect(listed).toMatchObject({ id: schedule.id, state: 'paused', pauseReason: 'rights' });
		const notified = (await mailsOf('reports/schedule-stopped')).map(({ recipient }) => recipient).sort();
		expect(notified).toEqual([owner.email, maker.email].sort());
		const notices = await api.get('/api/account/notices', { token: maker.token });
		expect(notices.body.data[0].kind).toBe('report-stopped');
		// Somebody with the right turns it on again, and it runs as them.
		const on = await api.patch(`${path}/${schedule.id}`, { state: 'on' }, { token: owner.token });
		expect(on.body).toMatchObject({ state: 'on', isMine: true, pauseReason: null });
		await api.delete(`${path}/${schedule.id}`, { token: owner.token });
	});

	test('it stops when whoever scheduled it left the organisation, who is shown nothing of it', async () => {
		const maker = await makeMember(services, owner.organisationId, 'admin');
		const { path } = await prepare({ recipients: [owner.userId] }, maker.token);
		await database().pool.query('DELETE FROM memberships WHERE user_id = $1 AND organisation_id = $2', [
			maker.userId,
			owner.organisationId,
		]);
		await due();
		await run();
		const [listed] = (await api.get(path, { token: owner.token })).body.data;
		expect(listed).toMatchObject({ state: 'paused', pauseReason: 'rights' });
		expect((await api.get('/api/account/notices', { token: maker.token })).body.data).toEqual([]);
		const { rows } = await database().pool.query('SELECT name FROM organisations WHERE id = $1', [
			owner.organisationId,
		]);
		const [notice] = (await api.get('/api/account/notices', { token: owner.token })).body.data;
		expect(notice).toMatchObject({
			kind: 'report-stopped',
			organisation: { id: owner.organisationId, name: rows[0].name },
		});
		await api.delete(`${path}/${listed.id}`, { token: owner.token });
	});

	test('it pauses with mail and notice when the plan has no reports, or ended, and goes on when one has', async () => {
		const { db } = services.database;
		const charge = (areCharged: boolean) =>
			db
				.insert(planSettings)
				.values({ areCharged })
				.onConflictDoUpdate({ target: planSettings.id, set: { areCharged } });
		const { path, schedule } = await prepare();
		const madeFiles = async () =>
			(await database().pool.query('SELECT FROM report_runs WHERE schedule_id = $1', [schedule.id])).rowCount;
		const lapsed = { every: 'month', plan: 'pro', state: 'ended' } as const;
		for (const [reason, set] of [
			['plan', { ...lapsed, endedReason: 'payer' }],
			['expired', { ...lapsed, endedReason: 'unpaid' }],
		] as const) {
			await charge(true);
			await db
				.insert(subscriptions)
				.values({ organisationId: owner.organisationId, ...set })
				.onConflictDoUpdate({ target: subscriptions.organisationId, set });
			const before = (await mailsOf('reports/schedule-stopped')).length;
			await due();
			await run();
			await run();
			const [listed] = (await api.get(path, { token: owner.token })).body.data;
			expect(listed).toMatchObject({ id: schedule.id, state: 'paused', pauseReason: reason });
			const mails = await mailsOf('reports/schedule-stopped');
			expect(mails.slice(before).map(({ recipient, props }) => [recipient, props.reason])).toEqual([
				[owner.email, reason],
			]);
			expect(await madeFiles()).toBe(0);
			const code = reason === 'plan' ? 'FEATURE_NOT_AVAILABLE' : 'SUBSCRIPTION_EXPIRED';
			const on = () => api.patch(`${path}/${schedule.id}`, { state: 'on' }, { token: owner.token });
			expect((await on()).body.code).toBe(code);
			await charge(false);
			expect((await on()).body).toMatchObject({ state: 'on', pauseReason: null });
		}
		await db.delete(subscriptions).where(eq(subscriptions.organisationId, owner.organisationId));
		await due();
		await run();
		expect(await madeFiles()).toBe(1);
		await api.delete(`${path}/${schedule.id}`, { token: owner.token });
	});

	test('three failures in a row stop it', async () => {
		const { path } = await prepare();
		// A query of another version, which this one does not know.
		await database().pool.query(`UPDATE reports SET query = jsonb_set(query, '{groups}', '["nothing"]')
			WHERE name = 'Morning' AND id = ANY (SELECT report_id FROM report_schedules)`);
		for (let day = 0; day < 3; day += 1) {
			await due();
			await run();
		}
		const [listed] = (await api.get(path, { token: owner.token })).body.data;
		expect(listed.state).toBe('failed');
	});

	test('beside an event it is made once, where the event is by then; not beside one that is called off', async () => {
		const beside = { kind: 'event', event: jazz.event, hours: -2 };
		const move = (hours: number) => moveEvent(services, jazz.event, { start: hours, end: hours + 3 });
		const setStatus = (status: string) =>
			database().pool.query('UPDATE events SET status = $2 WHERE id = $1', [jazz.event, status]);
		const sent = async () => (await mailsOf('reports/schedule')).length;
		await setStatus('published');
		await move(50);
		const { path, schedule } = await prepare(beside);
		expect(schedule).toMatchObject({ event: { id: jazz.event, title: 'Jazz' }, hours: -2, state: 'on' });
		const listed = async () => (await api.get(path, { token: owner.token })).body.data[0];
		const hoursUntil = async () => Math.round((Date.parse((await listed()).nextAt) - Date.now()) / hourMs);
		expect(await hoursUntil()).toBe(48);
		await move(5);
		expect(await hoursUntil()).toBe(3);
		const before = await sent();
		await run();
		expect([await sent(), (await listed()).state]).toEqual([before, 'on']);
		await move(1);
		await setStatus('cancelled');
		await run();
		expect([await sent(), (await listed()).state]).toEqual([before, 'on']);
		await setStatus('published');
		await run();
		await run();
		expect([await sent(), (await listed()).state]).toEqual([before + 1, 'done']);
		const again = await api.patch(`${path}/${schedule.id}`, { state: 'on' }, { token: owner.token });
		expect(again.body.metadata.rule).toBe('schedule-over');

		// After its end; what fails there is said at once, since there is no next time.
		const { path: after } = await prepare({ ...beside, hours: 1 });
		await database().pool.query(`UPDATE reports SET query = jsonb_set(query, '{groups}', '["nothing"]')
			WHERE id IN (SELECT report_id FROM report_schedules WHERE hours = 1)`);
		await move(-5);
		await run();
		expect((await api.get(after, { token: owner.token })).body.data[0]).toMatchObject({ state: 'failed' });
		expect((await mailsOf('reports/schedule-stopped')).at(-1)?.props.reason).toBe('event');

		const limited = await makeMember(services, owner.organisationId, 'event_manager', [jazz.event]);
		const elsewhere = await makeMember(services, owner.organisationId, 'event_manager', [blues.event]);
		// A file by hand that fails before its time leaves it on; whoever does not reach the event is not shown its title.
		await move(50);
		const { path: ahead, schedule: waiting } = await prepare(beside);
		const byHand = await api.post(`${ahead}/${waiting.id}/run`, {}, { token: owner.token });
		expect(byHand.status).toBe(202);
		await database().pool.query(
			`UPDATE report_runs SET state = 'running', attempts = 3, lease_until = now() - interval '1 second' WHERE id = $1`,
			[byHand.body.id],
		);
		await makeFiles();
		expect((await api.get(ahead, { token: owner.token })).body.data[0]).toMatchObject({
			state: 'on',
			event: { title: 'Jazz' },
		});
		expect((await api.get(ahead, { token: elsewhere.token })).body.data[0].event).toBeNull();
		await move(-5);
		for (const [field, body, token] of [
			['hours', { ...beside, hours: 0 }],
			['hours', { ...beside, hours: -2 }],
			['event', { ...beside, event: randomUUID() }],
			['event', { ...beside, event: null }],
			['event', { ...beside, event: blues.event }, limited.token],
		] as const) {
			const refused = await api.post(path, { ...daily, ...body }, { token: token ?? owner.token });
			expect([refused.status, JSON.stringify(refused.body)]).toEqual([
				400,
				expect.stringContaining(`"${field}"`),
			]);
		}
	});

	test('who is no member gets nothing, and a day must be named', async () => {
		const stranger = await makeUser(services);
		const { body: report } = await save(byType);
		const path = `${base()}/reports/${report.id}/schedules`;
		for (const wrong of [
			{ recipients: [stranger.userId] },
			{ kind: 'weekly' },
			{ kind: 'monthly' },
			{ at: '25:00' },
		])
			expect((await api.post(path, { ...daily, ...wrong }, { token: owner.token })).status).toBe(400);
	});
});

test('a guest who is erased goes out of files and filters; files without names stay', async () => {
	const guest = await makeUser(services, { email: 'erased.guest@example.org' });
	const added = await api.post(
		`/api/events/${blues.event}/attendees`,
		{ name: 'Erased Guest', email: guest.email },
		{ token: owner.token },
	);
	expect(added.status).toBe(201);
	const fileOf = async (query: object) => {
		const run = await api.post(`${base()}/report-runs`, { query }, { token: owner.token });
		return `${base()}/report-runs/${run.body.id}`;
	};
	const get = async (path: string) => (await api.get(path, { token: owner.token })).body;
	const named = await fileOf({ ...list, filters: [{ column: 'email', is: 'is', values: [guest.email] }] });
	const counted = await fileOf({ dataset: 'orders', groups: ['source'], measures: ['orders'] });
	await makeFiles();
	expect(await get(`${named}/file`)).toContain('Erased Guest');
	// One that is being written has read the name already.
	const running = await fileOf(list);
	await database().pool.query(
		`UPDATE report_runs SET state = 'running', attempts = 1, lease_until = now() + interval '1 minute' WHERE id = $1`,
		[running.split('/').at(-1)],
	);
	const { body: saved } = await save({
		...list,
		filters: [{ column: 'email', is: 'is', values: ['Erased.Guest@example.org'] }],
	});
	const erased = await api.post('/api/account/deletion', { email: guest.email }, { token: guest.token });
	expect(erased.status).toBe(204);
	expect((await get(`${named}/file`)).code).toBe('RESOURCE_DELETED');
	expect((await get(counted)).state).toBe('done');
	expect((await get(running)).state).toBe('queued');
	await makeFiles();
	const again = await get(`${running}/file`);
	expect(again).toContain('Erased person');
	expect(again).not.toContain('Erased Guest');
	expect((await get(`${base()}/reports/${saved.id}`)).query.filters[0].values).toEqual(['']);
	const { rows } = await database().pool.query(
		`SELECT id FROM report_runs WHERE query::text ILIKE '%erased.guest%'`,
	);
	expect(rows).toEqual([]);
});

test('a guest whom the organiser erases goes out of files that are open without the right to see guests', async () => {
	const door = await makeDoor({ services, api, owner }, { title: 'Leaving', guests: 1 });
	const fileOf = async (query: object) => {
		const run = await api.post(`${base()}/report-runs`, { query }, { token: owner.token });
		expect(run.status).toBe(202);
		return `${base()}/report-runs/${run.body.id}`;
	};
	const named = await fileOf({ dataset: 'waitlist', columns: ['name', 'email'] });
	const counted = await fileOf({ dataset: 'events', groups: ['event'], measures: ['events'] });
	await makeFiles();
	const path = `/api/events/${door.event}/attendees/${door.guests[0]?.id}/erasure`;
	const erased = await api.post(
		path,
		{},
		{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300);
	const get = async (file: string) => (await api.get(file, { token: owner.token })).body;
	expect((await get(`${named}/file`)).code).toBe('RESOURCE_DELETED');
	expect((await get(counted)).state).toBe('done');
});

test('where plans are charged, saving, files, links and schedules need one that has reports; the preview does not', async () => {
	const { body: report } = await save(byType);
	const path = `${base()}/reports/${report.id}`;
	const { body: schedule } = await api.post(
		`${path}/schedules`,
		{ kind: 'daily', at: '07:30', timeZone: 'UTC' },
		{ token: owner.token },
	);
	await api.patch(`${path}/schedules/${schedule.id}`, { state: 'paused' }, { token: owner.token });
	const expiresAt = new Date(Date.now() + 24 * hourMs).toISOString();
	const codes = async () => {
		const answers = [
			await save(byType),
			await api.post(`${path}/runs`, {}, { token: owner.token }),
			await api.post(`${base()}/report-runs`, { query: byType }, { token: owner.token }),
			await api.post(`${path}/links`, { expiresAt }, { token: owner.token }),
			await api.post(
				`${path}/schedules`,
				{ kind: 'daily', at: '07:30', timeZone: 'UTC' },
				{ token: owner.token },
			),
			await api.post(`${path}/schedules/${schedule.id}/run`, {}, { token: owner.token }),
			await api.patch(`${path}/schedules/${schedule.id}`, { state: 'on' }, { token: owner.token }),
		];
		return answers.map(({ status, body }) => body.code ?? status);
	};
	await services.database.db
		.insert(planSettings)
		.values({ areCharged: true })
		.onConflictDoUpdate({
			target: planSettings.id,
			set: { areCharged: true },
		});
	expect(await codes()).toEqual(Array(7).fill('FEATURE_NOT_AVAILABLE'));
	expect((await preview(byType)).status).toBe(200);
	expect((await api.get(`${path}/rows`, { token: owner.token })).status).toBe(200);
	await services.database.db.update(planSettings).set({ areCharged: false });
	expect(await codes()).toEqual([201, 202, 202, 201, 201, 202, 200]);
});

describe('ready-made reports', () => {
	test('those of the specification are there, over its subjects', () => {
		expect(readyReports.map(({ key }) => key)).toEqual(
			expect.arrayContaining([
				...['door-list', 'diet', 'badges', 'accounting', 'tax', 'donors', 'no-shows', 'code-use'],
			]),
		);
		expect(datasetIds).toEqual(
			expect.arrayContaining([
				...['orders', 'attendees', 'answers', 'check_ins', 'gifts', 'payouts', 'codes', 'waitlist'],
			]),
		);
	});

	test.each(readyReports.map(({ key }) => key))('%s can be read', async (key) => {
		const { status, body } = await preview(readyReports.find((one) => one.key === key)?.query ?? {});
		expect([status, body.message]).toEqual([200, undefined]);
	});

	test('payouts are those of the organisation; a member of one event sees none', async () => {
		const made = (organisationId: string, amountMinor: number) => ({
			...{ organisationId, id: newId(), accountId: newId(), providerId: `po_${newId()}`, amountMinor },
			...{
				currency: 'EUR',
				state: 'paid' as const,
				isAutomatic: true,
				arrivesAt: new Date(),
				madeAt: new Date(),
			},
		});
		const stranger = await makeUser(services);
		await services.database.db
			.insert(payouts)
			.values([made(owner.organisationId, 12_345), made(stranger.organisationId, 99_999)]);
		const query = { dataset: 'payouts', columns: ['amount', 'state'] };
		expect((await preview(query)).body.rows).toEqual([[12_345, 'paid', 'EUR']]);
		const limited = await makeMember(services, owner.organisationId, 'finance', [jazz.event]);
		expect((await preview(query, limited.token)).body.rows).toEqual([]);
	});
});
