import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { commands } from '../commands.ts';
import { runCommandLine } from '../run.ts';

const fixture = (name: string) =>
	fileURLToPath(new URL(`../../../tests/fixtures/import/${name}`, import.meta.url));

describe('import events', () => {
	let directory: string;
	let database: TestDatabase;
	let url: string;
	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'import-'));
		database = await createTestDatabase();
		const { host, database: name } = database.address as { host: string; database: string };
		url = `postgres:///${name}?host=${encodeURIComponent(host)}&user=foyer`;
	});
	afterAll(async () => {
		await database.drop();
		await rm(directory, { recursive: true, force: true });
	});

	async function run(...words: string[]) {
		const out: string[] = [];
		const err: string[] = [];
		const status = await runCommandLine(
			commands,
			['import', 'events', ...words],
			{ print: (line) => out.push(line), note: (line) => err.push(line) },
			() => parseConfig({ DATABASE_URL: url, DATA_DIR: directory, NODE_ENV: 'test' }),
		);
		return { status, out, err: err.join('\n') };
	}

	it('brings a file in, says what was assumed, and the second time that all is there', async () => {
		const first = await run(fixture('meetups.jsonl'), '--organisation', 'R-Ladies');
		expect(first.status).toBe(0);
		expect(first.out).toEqual(
			expect.arrayContaining([
				'Created the organisation "R-Ladies".',
				'13 events came in.',
				'What was assumed or left out:',
			]),
		);
		const second = await run(fixture('meetups.jsonl'), '--organisation', 'r-ladies');
		expect(second.out.slice(0, 2)).toEqual([
			'0 events came in.',
			'13 events were there already and stay as they are.',
		]);
	});

	it('counts the reasons for what does not come in, with the lines', async () => {
		const { status, out } = await run(
			fixture('jens-maus--duplicate-uid-sequence.ics'),
			'--organisation',
			'Club',
		);
		expect(status).toBe(0);
		expect(out).toEqual(
			expect.arrayContaining([
				'2 events came in.',
				'2 entries did not come in:',
				'  2 × An older version of another event of the file, or the same again. (lines 12, 20)',
			]),
		);
	});

	it('changes nothing when only asked what would come in', async () => {
		const { out } = await run(fixture('conferences.jsonl'), '--organisation', 'Nobody', '--dry-run');
		expect(out[0]).toBe('13 events would come in.');
		const { rows } = await database.pool.query(`SELECT 1 FROM organisations WHERE name = 'Nobody'`);
		expect(rows).toEqual([]);
	});

	it.each([
		['a broken calendar', fixture('allenporter--missing_colon.ics'), /no start \(DTSTART\)/],
		[
			'a calendar without events',
			fixture('collective--bom_calendar.ics'),
			/^This calendar has no events\.$/m,
		],
	])('ends %s with a message and status 1, and makes no organisation', async (_name, file, message) => {
		const { status, out } = await run(file, '--organisation', 'Empty');
		expect(status).toBe(1);
		expect(out.join('\n')).toMatch(message);
		expect(out.join('\n')).not.toContain('Created the organisation');
	});

	it('stops with one line for what it cannot work with', async () => {
		const text = join(directory, 'notes.txt');
		await writeFile(text, 'Name,Email\n');
		expect(await run(join(directory, 'none.ics'), '--organisation', 'X')).toMatchObject({
			status: 1,
			err: expect.stringMatching(/^There is no file /),
		});
		expect(await run(directory, '--organisation', 'X')).toMatchObject({
			status: 1,
			err: expect.stringMatching(/is not a file\.$/),
		});
		expect((await run(text, '--organisation', 'X')).out[0]).toMatch(/^This file is neither a calendar/);
		expect(await run(text, '--organisation', 'X', '--time-zone', 'Mars')).toMatchObject({
			status: 1,
			err: expect.stringMatching(/not a time zone/),
		});
		expect(
			await run(fixture('meetups.jsonl'), '--organisation', 'X', '--owner', 'nobody@example.com'),
		).toMatchObject({ status: 1 });
		expect(await run(fixture('meetups.jsonl'))).toMatchObject({
			status: 2,
			err: expect.stringMatching(/^--organisation is missing\./),
		});
	});
});
