import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ImportItem } from './draft.ts';
import { readEventsFile } from './read-events-file.ts';

const now = new Date('2026-11-21T08:00:00Z');
const path = (name: string) =>
	fileURLToPath(new URL(`../../../../tests/fixtures/import/${name}`, import.meta.url));

async function read(source: string | Uint8Array): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	for await (const item of readEventsFile(source, { now })) items.push(item);
	return items;
}

it.each([
	['conferences.jsonl', 13],
	['meetups.jsonl', 13],
	['collective--issue_313_globally_unique_tzid.ics', 3],
])('knows %s by its content', async (name, count) => {
	const items = await read(path(name));
	expect(items.filter((item) => 'draft' in item)).toHaveLength(count);
});

it.each([
	['other text', Buffer.from('Name,Email\nAna,ana@example.com\n'), 'unknown-format'],
	['a workbook that cannot be read', Buffer.from('504b030414000000', 'hex'), 'unreadable'],
	['nothing', new Uint8Array(), 'empty-file'],
])('says of %s that it holds no events', async (_name, bytes, code) => {
	const [item, ...others] = await read(bytes);
	expect(item).toMatchObject({ row: 0, problem: { code, message: expect.stringMatching(/\.$/) } });
	expect(others).toEqual([]);
});

it('reads UTF-16 too', async () => {
	const text =
		'\ufeffBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Zoë\r\nDTSTART:20270101\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
	const items = await read(Buffer.from(text, 'utf16le'));
	expect(items).toMatchObject([{ draft: { title: 'Zoë' } }]);
});

it('leaves a missing file to the caller', async () => {
	await expect(read('/nowhere/at/all.ics')).rejects.toMatchObject({ code: 'ENOENT' });
});
