import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provideOrganisation } from '#server/domain/accounts/commands/provide-organisation.ts';
import type { Services } from '#server/services.ts';
import { createTestServices } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { EventDraft } from '../import/draft.ts';
import { readEventsFile } from '../import/read-events-file.ts';
import { importEvents } from './import-events.ts';

const now = new Date('2026-11-21T08:00:00Z');

async function drafts(source: string | Uint8Array): Promise<EventDraft[]> {
	const found: EventDraft[] = [];
	for await (const item of readEventsFile(source, { now })) if ('draft' in item) found.push(item.draft);
	return found;
}
const fixture = (name: string) =>
	drafts(fileURLToPath(new URL(`../../../../tests/fixtures/import/${name}`, import.meta.url)));

describe('importEvents', () => {
	let database: TestDatabase;
	let services: Services;
	let organisationId: string;

	beforeAll(async () => {
		database = await createTestDatabase();
		services = await createTestServices(database);
	});
	afterAll(() => database.drop());
	beforeEach(async () => {
		({ id: organisationId } = await provideOrganisation(services, { name: `Club ${performance.now()}` }));
	});

	async function stored() {
		const { rows } = await services.database.pool.query(
			`SELECT slug, title, status, external_url, starts_on::text, ends_on::text, published_at, cancelled_at, organiser_name,
				(SELECT count(*)::int FROM ticket_types t WHERE t.event_id = e.id) AS ticket_types
			FROM events e WHERE organisation_id = $1 ORDER BY starts_at, slug`,
			[organisationId],
		);
		return rows;
	}

	it('stores every event once, however often the file is read', async () => {
		const conferences = await fixture('conferences.jsonl');
		const meetups = await fixture('meetups.jsonl');
		expect(await importEvents(services, [...conferences, ...meetups], { organisationId })).toEqual({
			added: 26,
			known: 0,
		});
		expect(await importEvents(services, [...meetups, ...conferences], { organisationId })).toEqual({
			added: 0,
			known: 26,
		});
		const rows = await stored();
		expect(rows).toHaveLength(26);
		expect(rows.every((row) => row.published_at !== null && row.organiser_name.startsWith('Club '))).toBe(
			true,
		);
		expect(rows.filter((row) => row.status === 'cancelled').every((row) => row.cancelled_at !== null)).toBe(
			true,
		);
	});

	it('leaves what was changed since as it is', async () => {
		const [draft] = await fixture('meetups.jsonl');
		await importEvents(services, [draft as EventDraft], { organisationId });
		await services.database.pool.query('UPDATE events SET title = $2 WHERE organisation_id = $1', [
			organisationId,
			'Mine',
		]);
		await importEvents(services, [draft as EventDraft], { organisationId });
		expect((await stored()).map(({ title }) => title)).toEqual(['Mine']);
	});

	it('gives events of one name the year, then the town, then a random end', async () => {
		const [first] = await fixture('conferences.jsonl');
		const other = (sourceId: string, changes: Partial<EventDraft>) => ({
			...(first as EventDraft),
			title: 'DevFest',
			sourceId,
			...changes,
		});
		await importEvents(
			services,
			[
				other('a', { startsAtLocal: '2027-03-01T00:00' }),
				other('b', { startsAtLocal: '2027-03-01T00:00', city: 'Łódź' }),
				other('c', { startsAtLocal: '2027-03-01T00:00', city: 'Łódź' }),
				other('d', { startsAtLocal: '2028-03-01T00:00', city: 'Łódź' }),
			],
			{ organisationId },
		);
		const slugs = (await stored()).map(({ slug }) => slug).sort();
		expect(slugs).toEqual(['devfest', 'devfest-2027', 'devfest-2027-lodz', 'devfest-2028'].sort());
	});

	it('keeps the same source of two organisations apart', async () => {
		const conferences = await fixture('conferences.jsonl');
		await importEvents(services, conferences, { organisationId });
		const other = await provideOrganisation(services, { name: `Other ${performance.now()}` });
		expect(await importEvents(services, conferences, { organisationId: other.id })).toEqual({
			added: 13,
			known: 0,
		});
	});

	it('offers a ticket where people can still register here, and nowhere else', async () => {
		const file = (url: string, day: string) =>
			`BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${day}-${url.length}@example.com\nSUMMARY:Jam\nDTSTART:${day}T190000Z\nURL:${url}\nEND:VEVENT\nEND:VCALENDAR\n`;
		for (const text of [
			file('', '20990101'),
			file('https://example.com/jam', '20990102'),
			file('', '20010101'),
		]) {
			await importEvents(services, await drafts(Buffer.from(text)), { organisationId });
		}
		expect((await stored()).map((row) => [row.starts_on, row.ticket_types])).toEqual([
			['2001-01-01', 0],
			['2099-01-01', 1],
			['2099-01-02', 0],
		]);
	});

	it('brings drafts in on request, for somebody to look at first', async () => {
		await importEvents(services, await fixture('meetups.jsonl'), { organisationId, asDrafts: true });
		const statuses = new Set((await stored()).map(({ status }) => status));
		expect(statuses).toEqual(new Set(['draft', 'cancelled']));
	});
});

describe('provideOrganisation', () => {
	let database: TestDatabase;
	let services: Services;
	beforeAll(async () => {
		database = await createTestDatabase();
		services = await createTestServices(database);
	});
	afterAll(() => database.drop());

	it('finds by name in any case and by slug, and makes what is not there', async () => {
		const made = await provideOrganisation(services, { name: ' Söders Club ' });
		expect(made).toMatchObject({ name: 'Söders Club', slug: 'soders-club', isNew: true, hasMembers: false });
		for (const name of ['söders club', 'soders-club']) {
			expect(await provideOrganisation(services, { name })).toEqual({ ...made, isNew: false });
		}
	});

	it('refuses an owner without account, and makes nothing then', async () => {
		await expect(
			provideOrganisation(services, { name: 'Nobody’s', ownerEmail: 'nobody@example.com' }),
		).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
		expect(await provideOrganisation(services, { name: 'Nobody’s' })).toMatchObject({ isNew: true });
	});
});
