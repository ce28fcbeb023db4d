import { beforeAll, describe, expect, test } from 'vitest';
import { saleState } from '#server/domain/tickets/ticket-sale.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { instantOf, momentOf } from '#shared/rules/plan-moments.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { isLong } from '#tests/support/seed.ts';

const minute = 60_000;
const now = Temporal.Now.instant();
const horizon = now.add({ hours: 2 * 366 * 24 });

/** A change of a zone's clock. */
interface Change {
	zone: string;
	atMs: number;
	/** What the clock shows in the last minute before, and in the first after. */
	before: Temporal.PlainDateTime;
	after: Temporal.PlainDateTime;
}

/** Every change of every zone that falls into the next two years. */
function changesAhead(): Change[] {
	const changes: Change[] = [];
	for (const zone of Intl.supportedValuesOf('timeZone')) {
		let at: Temporal.ZonedDateTime | null = now.toZonedDateTimeISO(zone);
		for (;;) {
			at = at.getTimeZoneTransition('next');
			if (!at || Temporal.Instant.compare(at.toInstant(), horizon) > 0) break;
			const last = at.subtract({ minutes: 1 });
			if (last.offset === at.offset) continue;
			changes.push({
				zone,
				atMs: at.epochMilliseconds,
				before: last.toPlainDateTime().add({ minutes: 1 }),
				after: at.toPlainDateTime(),
			});
		}
	}
	return changes;
}

/** Wall times that organisers might set as the opening of a sale around a change: on its edges, within it, and on the days beside. */
function openings({ before, after }: Change): Temporal.PlainDateTime[] {
	const [low, high] = Temporal.PlainDateTime.compare(before, after) < 0 ? [before, after] : [after, before];
	const middle = low.add({ minutes: Math.round(low.until(high).total('minutes') / 30) * 15 });
	const nine = { hour: 9, minute: 0, second: 0 };
	return [
		low.subtract({ hours: 1 }),
		low,
		middle,
		high,
		high.add({ hours: 1 }),
		after.subtract({ days: 1 }).with(nine),
		after.with(nine),
		after.add({ days: 1 }).with(nine),
	];
}

const changes = changesAhead();
const typed = (wall: Temporal.PlainDateTime) => wall.toString({ smallestUnit: 'minute' });

describe(`a sale that opens around a change of clocks (${changes.length} of them in the next two years)`, () => {
	test('are there at all', () => {
		expect(new Set(changes.map((change) => change.zone)).size).toBeGreaterThan(100);
		expect(changes.some(({ before, after }) => Temporal.PlainDateTime.compare(before, after) < 0)).toBe(true);
		expect(changes.some(({ before, after }) => Temporal.PlainDateTime.compare(before, after) > 0)).toBe(true);
	});

	test('opens once, the first time that the clock on the wall shows what the organiser set', () => {
		const stepMs = (isLong ? 1 : 15) * minute;
		let counted = 0;
		for (const change of changes) {
			const clock = wallClock(change.zone);
			for (const wall of openings(change)) {
				const { instant, fit, local } = resolveWallTime(typed(wall), change.zone);
				const opensAtMs = Date.parse(instant);
				const sale = {
					kind: 'free',
					isClosed: false,
					takesMoney: false,
					opensAtMs,
					closesAtMs: opensAtMs + 86_400_000,
					left: null,
				} as const;
				// Walk through the hours around it on a clock that knows nothing of our rule.
				let openings = 0;
				let wasOpen = false;
				let firstShownMs: number | null = null;
				for (let atMs = opensAtMs - 4 * 60 * minute; atMs <= opensAtMs + 4 * 60 * minute; atMs += stepMs) {
					const isOpen = saleState(sale, atMs) === 'on_sale';
					if (isOpen && !wasOpen) openings += 1;
					wasOpen = isOpen;
					if (firstShownMs === null && clock(atMs) === typed(wall)) firstShownMs = atMs;
				}
				expect(openings).toBe(1);
				expect(saleState(sale, opensAtMs - 1)).toBe('not_yet');
				expect(saleState(sale, opensAtMs)).toBe('on_sale');
				if (fit === 'skipped') {
					// The clock never shows it: the sale opens as long after the jump as it was set after its beginning.
					expect(firstShownMs).toBeNull();
					expect(local).toBe(typed(wall.add(change.before.until(change.after))));
					expect(clock(opensAtMs)).toBe(local);
				} else {
					expect(firstShownMs).toBe(opensAtMs);
					expect(wallTimeOf(instant, change.zone)).toBe(typed(wall));
				}
				counted += 1;
			}
		}
		expect(counted).toBe(changes.length * 8);
	});

	test('that moves with its event over a change opens at the same time of the day', () => {
		for (const { zone, atMs } of changes) {
			const start = Temporal.Instant.fromEpochMilliseconds(atMs)
				.toZonedDateTimeISO(zone)
				.subtract({ days: 3 });
			const from = { startsAt: new Date(start.epochMilliseconds), timeZone: zone };
			const to = { startsAt: new Date(start.add({ days: 7 }).epochMilliseconds), timeZone: zone };
			const opens = start.subtract({ days: 2 }).with({ hour: 10, minute: 0, second: 0, millisecond: 0 });
			const moved = instantOf(momentOf(new Date(opens.epochMilliseconds), from), to);
			expect(wallTimeOf(moved, zone)).toBe(typed(opens.add({ days: 7 }).toPlainDateTime()));
		}
	});
});

describe('the database', () => {
	const database = useTestDatabase();
	let known: Set<string>;
	beforeAll(async () => {
		const { rows } = await database().pool.query('SELECT name FROM pg_timezone_names');
		known = new Set(rows.map((row) => row.name));
	});

	test('keeps every opening to the millisecond and shows it at the same wall time by its own zone rules', async () => {
		const windows = changes
			.filter((change) => known.has(change.zone))
			.flatMap((change) =>
				openings(change).map((wall) => ({ zone: change.zone, ...resolveWallTime(typed(wall), change.zone) })),
			);
		const { rows } = await database().pool.query<{
			zone: string;
			instant: Date;
			shown: string;
			local: string;
		}>(
			`SELECT zone, opens_at AS instant, to_char(opens_at AT TIME ZONE zone, 'YYYY-MM-DD"T"HH24:MI') AS shown, local
			FROM unnest($1::text[], $2::timestamptz[], $3::text[]) WITH ORDINALITY AS w(zone, opens_at, local, n) ORDER BY n`,
			[windows.map((one) => one.zone), windows.map((one) => one.instant), windows.map((one) => one.local)],
		);
		expect(rows.map((row) => row.instant.toISOString())).toEqual(windows.map((one) => one.instant));
		const different = rows.filter((row) => row.shown !== row.local);
		// Two editions of the zone rules may disagree about what some government announced lately; then on whole zones, and few.
		expect(new Set(different.map((row) => row.zone)).size).toBeLessThanOrEqual(4);
	});
});

/** What a clock on the wall of a zone shows, by the engine's formatting, which shares no code with the rule. */
function wallClock(timeZone: string): (ms: number) => string {
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	});
	return (ms) => format.format(ms).replace(' ', 'T');
}
