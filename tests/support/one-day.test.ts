import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilNewDay } from './one-day.ts';

const roomMs = 3 * 60_000;
/** Beside every quarter of an hour, where midnights of zones are, with a change of clocks in between. */
const moments = ['2027-03-27', '2027-10-31'].flatMap((day) =>
	Array.from({ length: 96 }, (_, quarter) => Date.parse(`${day}T00:00:00Z`) + quarter * 900_000).flatMap(
		(at) => [-roomMs - 1_000, -roomMs, -1_000, 0].map((ms) => at + ms),
	),
);

test.each([['UTC'], ['UTC Europe/London'], ['UTC Asia/Kathmandu']])(
	'at any time of a day, a file of three minutes is within one day of %s',
	(names) => {
		const zones = names.split(' ');
		const days = zones.map((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }));
		for (const now of moments) {
			const waitMs = untilNewDay(new Date(now), zones);
			expect(waitMs).toBeLessThanOrEqual(roomMs);
			for (const day of days)
				if (day.format(now + waitMs) !== day.format(now + waitMs + roomMs))
					expect.fail(`${names} at ${new Date(now).toISOString()}`);
		}
	},
);

test('midday waits for nothing, a second before midnight for it', () => {
	expect(untilNewDay(new Date('2027-05-01T12:00:00Z'), ['UTC'])).toBe(0);
	expect(untilNewDay(new Date('2027-05-01T23:59:59Z'), ['UTC'])).toBe(1_000);
	expect(untilNewDay(new Date('2027-05-01T22:59:00Z'), ['UTC', 'Europe/London'])).toBe(60_000);
});

test('no test works out a day before it may wait for the next one', () => {
	const root = join(import.meta.dirname, '../..');
	const early =
		/^(?:export )?const \w+ = .*\bnew Date\((?:Date\.now\(\).*)?\)\.(?:toISOString\(\)\.slice\(0, ?(?:4|7|10)\)|get(?:UTC)?(?:FullYear|Month|Date|Day)\(\))/gm;
	const found = globSync('{server,shared,app,tests}/**/*.test.{ts,tsx}', { cwd: root }).flatMap((file) =>
		[...readFileSync(join(root, file), 'utf8').matchAll(early)]
			.map(([line]) => line)
			// A function works it out when it is called.
			.filter((line) => !line.includes('=>'))
			.map((line) => `${file}: ${line}`),
	);
	expect(found).toEqual([]);
});
