import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { globalTables } from '#server/db/tables/global.ts';
import { checkInFeed } from '#server/domain/check-in/feed/live-feed.ts';
import { routes } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { createTestApi, createTestServices, type TestApi } from './support/api.ts';
import { asAdmin, useTestDatabase } from './support/database.ts';
import { expectInvariants } from './support/invariants.ts';
import { listOrganisationTables, partitionByOrganisation, parts } from './support/partitions.ts';

/*
 * Every table of an organiser can be distributed by organisation: here PostgreSQL makes each of them four parts, and what organisers,
 * guests and people at the door do reads and writes one part only. `FOYER_TEST_PARTITIONED=1` runs all other tests on such tables.
 */
const database = useTestDatabase();
let services: Services;
let api: TestApi;

/** Statements that may look through all parts, each with its reason. The list only shrinks. */
const wholeReads: [statement: RegExp, why: string][] = [];

interface Plan {
	Schema?: string;
	'Relation Name'?: string;
	'Actual Loops'?: number;
	Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Statements that touched more parts than one, as the server itself explained them. */
const scattered = new Map<string, string[]>();
let explained = 0;

/** What `auto_explain` says of a statement that has ended: nodes that ran, by the schema of their part. */
function readPlan(notice: { message?: string | undefined }): void {
	const json = notice.message?.match(/^duration: .* plan:\n(.*)$/s)?.[1];
	if (!json) return;
	explained += 1;
	const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan };
	const ran = nodesOf(plan).filter((node) => node.Schema?.startsWith('part_') && node['Actual Loops'] !== 0);
	const places = new Set(ran.map((node) => node.Schema));
	if (places.size < 2 || wholeReads.some(([statement]) => statement.test(text))) return;
	scattered.set(text.replaceAll(/\s+/g, ' ').trim(), [
		...new Set(ran.map((node) => node['Relation Name'] as string)),
	]);
}

beforeAll(async () => {
	const { address, pool } = database();
	const { rows: named } = await pool.query('SELECT current_database() AS name');
	const { rows } = await pool.query(`SELECT relkind FROM pg_class WHERE oid = 'events'::regclass`);
	if (rows[0].relkind === 'r') await partitionByOrganisation(address);
	const settings = {
		session_preload_libraries: 'auto_explain',
		'auto_explain.log_min_duration': '0',
		'auto_explain.log_analyze': 'on',
		'auto_explain.log_timing': 'off',
		'auto_explain.log_verbose': 'on',
		'auto_explain.log_nested_statements': 'on',
		'auto_explain.log_format': 'json',
		'auto_explain.log_level': 'notice',
		// On a few rows the planner reads whole tables rather than look up one row after the other.
		enable_seqscan: 'off',
		enable_hashjoin: 'off',
		enable_mergejoin: 'off',
	};
	for (const [name, value] of Object.entries(settings))
		await asAdmin(`ALTER DATABASE ${named[0].name} SET ${name} = '${value}'`);
	pool.on('connect', (client) => client.on('notice', readPlan));
	services = await createTestServices(database());
	api = createTestApi(services);
});

test('each table belongs to an organiser by all of its keys, or is on the list of global tables', async () => {
	const { rows } = await database().pool.query<{ table: string; key: string }>(`
		SELECT c.relname AS table, i.relname AS key
		FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
		WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique
			AND (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = x.indkey[0]) <> 'organisation_id'`);
	const owned = await listOrganisationTables(database().pool);
	expect(rows.filter(({ table }) => owned.includes(table))).toEqual([]);
	const { rows: columns } = await database().pool.query<{ name: string }>(`
		SELECT table_name AS name FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name = 'organisation_id' AND is_nullable = 'NO'`);
	expect(owned.filter((table) => !columns.some(({ name }) => name === table))).toEqual([]);
	const { rows: references } = await database().pool.query<{ name: string }>(
		`
		SELECT k.conname AS name FROM pg_constraint k
		WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace
			AND k.confrelid::regclass::text = ANY($1) AND (SELECT attname FROM pg_attribute
				WHERE attrelid = k.conrelid AND attnum = k.conkey[1]) <> 'organisation_id'`,
		[owned],
	);
	expect(references).toEqual([]);
	expect(Object.keys(globalTables).filter((table) => owned.includes(table))).toEqual([]);
});

describe('what people do', () => {
	let owner: TestUser;
	let door: Door;
	let slug: string;
	let manageToken: string;
	const call = async (
		method: 'get' | 'post' | 'patch' | 'delete',
		path: string,
		body?: unknown,
		token = owner.token,
		expected = 2,
	) => {
		const answer = await api.call(
			method.toUpperCase(),
			path,
			method === 'post' ? (body ?? {}) : body,
			token ? { token } : {},
		);
		expect([method, path, answer.body, Math.floor(answer.status / 100)]).toEqual([
			method,
			path,
			answer.body,
			expected,
		]);
		return answer.body;
	};
	beforeAll(async () => {
		owner = await makeUser(services);
		door = await makeDoor({ services, api, owner }, { guests: 3 });
		slug = (await call('get', `/api/events/${door.event}`)).slug;
	});

	test('organisers: an event, what it sells, its guests, its check-in', async () => {
		const event = await call('post', '/api/events', {
			title: 'Autumn fair',
			startsAt: new Date(Date.now() + 86_400_000).toISOString(),
		});
		await call('patch', `/api/events/${event.id}`, {
			title: 'Autumn market',
			slug: `market-${event.code.toLowerCase()}`,
		});
		await call('post', `/api/events/${event.id}/publish`);
		const pool = await call('post', `/api/events/${event.id}/capacity-pools`, { name: 'Hall', size: 50 });
		const type = await call('post', `/api/events/${event.id}/ticket-types`, {
			name: 'Balcony',
			kind: 'free',
			capacity: 10,
			sharedPoolId: pool.id,
		});
		await call('patch', `/api/events/${event.id}/ticket-types/${type.id}`, { name: 'Gallery' });
		await call('delete', `/api/events/${event.id}/ticket-types/${type.id}`);
		const question = await call('post', `/api/events/${event.id}/questions`, {
			label: 'Diet?',
			kind: 'text',
			scope: 'attendee',
		});
		await call('patch', `/api/events/${event.id}/questions/${question.id}`, { label: 'Your diet?' });
		const list = await call('post', `/api/events/${event.id}/check-in-lists`, { name: 'Dinner' });
		await call('patch', `/api/events/${event.id}/check-in-lists/${list.id}`, { name: 'Lunch' });
		await call('post', `/api/events/${event.id}/gates`, { name: 'North' });
		const link = await call('post', `/api/events/${event.id}/staff-links`, {
			label: 'Gate',
			pin: '4711',
			deviceLimit: 3,
		});
		await call('patch', `/api/events/${event.id}/staff-links/${link.id}`, { label: 'Gates' });
		await call('post', '/api/staff-access/open', { code: link.shortCode, pin: '4711', deviceName: 'Phone' });
		await call('get', `/api/events/${event.id}/staff-links/${link.id}/devices`);
		await call('post', `/api/events/${event.id}/staff-links/${link.id}/rotate`);
		await call('post', `/api/events/${event.id}/staff-links/${link.id}/revoke`);
		await call('post', `/api/events/${event.id}/cancel`, { message: 'Rain' });
	});

	test('guests: the page, an order, its ticket, a change, a cancellation', async () => {
		const { data } = await call('get', `/api/events/${slug}/ticket-types`, undefined, '');
		const order = await call(
			'post',
			`/api/events/${slug}/orders`,
			{
				buyer: { name: 'Ada', email: 'ada@example.org' },
				items: [{ ticketTypeId: data[0].id, quantity: 2 }],
			},
			'',
		);
		({ manageToken } = order);
		await call('get', `/api/orders/${manageToken}`, undefined, '');
		await call(
			'patch',
			`/api/orders/${manageToken}/attendees/${order.attendees[0].id}`,
			{ name: 'Ada L.' },
			'',
		);
		await call('post', `/api/orders/${manageToken}/cancel`, { attendeeIds: [order.attendees[0].id] }, '');
	});

	test('people at the door: scans, undo, batches, the feed', async () => {
		const [first, second, third] = door.guests;
		const news = Promise.withResolvers<Uint8Array>();
		const scope = { organisationId: owner.organisationId, eventId: door.event };
		const unsubscribe = await checkInFeed(services).subscribe(scope, 'organiser', news.resolve);
		await call('post', `/api/staff-access/checkin/${door.token}`, {
			guestQrData: first?.code,
			nonce: randomUUID(),
		});
		await call(
			'post',
			`/api/staff-access/checkin/${door.token}`,
			{
				guestQrData: first?.code,
				nonce: randomUUID(),
			},
			'',
			4,
		);
		await call('post', `/api/staff-access/manual-checkin/${door.token}`, { guestId: second?.id });
		await call('post', `/api/staff-access/undo/${door.token}`, { guestId: second?.id });
		const feed = await call('get', `/api/staff-access/feed/${door.token}`);
		await call('post', `/api/staff-access/sync/${door.token}`, {
			device: { id: 'device-one', name: 'Door', queued: 1 },
			items: [
				{
					kind: 'scan',
					nonce: randomUUID(),
					guestQrData: third?.code,
					decision: 'admitted',
					shown: 'accepted',
					scannedAt: new Date().toISOString(),
				},
			],
		});
		await call('get', `/api/staff-access/feed/${door.token}?cursor=${feed.cursor}`);
		await news.promise;
		unsubscribe();
	});

	/** Everything that is read of one organisation. */
	const readable = routes
		.map(({ endpoint }) => endpoint)
		.filter(
			({ method, path, output }) =>
				method === 'GET' &&
				/\{(event|organisation|token|manageToken)\}/.test(path) &&
				output?.contentType !== 'text/event-stream',
		);
	test.each(readable.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_id, endpoint) => {
		const path = endpoint.path.replaceAll(
			/\{(\w+)\}/g,
			(_, name: string) =>
				({ event: door.event, organisation: owner.organisationId, token: door.token, manageToken })[name] ??
				newId(),
		);
		const answer = await api.get(path, { token: owner.token });
		expect(answer.status).toBeLessThan(500);
	});

	test('touches one part only', () => {
		expect(explained).toBeGreaterThan(100);
		expect(Object.fromEntries(scattered)).toEqual({});
	});
});

test('a statement that does not say whose rows it means is noticed', async () => {
	// On several connections: one that is older than the settings explains nothing.
	await Promise.all(
		Array.from({ length: 30 }, () => database().pool.query('SELECT FROM events WHERE id = $1', [newId()])),
	);
	expect([...scattered]).toEqual([['SELECT FROM events WHERE id = $1', expect.arrayContaining(['events'])]]);
	const { rows } = await database().pool.query(
		`SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'events'::regclass`,
	);
	expect(rows[0].n).toBe(parts);
});

test('the checks find nothing', () => expectInvariants(services));
