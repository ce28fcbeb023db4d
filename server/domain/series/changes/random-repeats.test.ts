import { expect, test } from 'vitest';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Chance, createChance, isLong } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/**
 * Random weekly rules for a series of which dates are ordered, added and removed meanwhile: the days are those that a plain reading of the
 * rule makes, no date that was ordered is lost, and the latest change is undone exactly.
 */

const { database, services, api, owner } = useTestOwner();

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
type Weekday = (typeof weekdays)[number];
type Row = { id: string; key: string; slug: string; code: string; local: string; isOrdered: boolean };

async function datesOf(seriesId: string): Promise<Row[]> {
	const { rows } = await database().pool.query<Row>(
		`SELECT id, series_key AS key, slug, code, to_char(starts_at AT TIME ZONE time_zone, 'YYYY-MM-DD HH24:MI') AS local,
				EXISTS (SELECT FROM orders o WHERE o.event_id = e.id) AS "isOrdered"
			FROM events e WHERE series_id = $1`,
		[seriesId],
	);
	return rows.toSorted((a, b) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1));
}

const exceptionsOf = async (seriesId: string): Promise<string[]> =>
	(
		await database().pool.query<{ key: string }>(
			'SELECT key FROM event_series_exceptions WHERE series_id = $1 ORDER BY key',
			[seriesId],
		)
	).rows.map(({ key }) => key);

const segmentsOf = async (seriesId: string): Promise<unknown[]> =>
	(
		await database().pool.query(
			'SELECT to_jsonb(s) AS row FROM event_series_segments s WHERE series_id = $1 ORDER BY position',
			[seriesId],
		)
	).rows;

/** Days of the weekdays, by counting. */
function daysOf(from: string, until: string, days: readonly Weekday[]): string[] {
	const found: string[] = [];
	for (let at = Temporal.PlainDate.from(from); at.toString() <= until; at = at.add({ days: 1 }))
		if (days.includes(weekdays[at.dayOfWeek - 1] as Weekday)) found.push(at.toString());
	return found;
}

const mondayOf = (day: string): string => {
	const date = Temporal.PlainDate.from(day);
	return date.subtract({ days: date.dayOfWeek - 1 }).toString();
};

/** The days on which the series is to have dates of its rule, from the date on that the change is made from. */
function expectedDays(
	before: readonly Row[],
	from: Row,
	rule: { days: readonly Weekday[]; until: string },
	left: readonly string[],
): string[] {
	const { day } = readKey(from.key);
	const monday = mondayOf(day);
	const isFirstOfWeek = !before.some(
		({ key }) => keyOrder(key) < keyOrder(from.key) && mondayOf(readKey(key).day) === monday,
	);
	return daysOf(isFirstOfWeek ? monday : day, rule.until, rule.days).filter(
		(one) => !left.includes(`${one}/1`),
	);
}

async function changeRule(chance: Chance, seriesId: string, label: string): Promise<string | null> {
	const before = await datesOf(seriesId);
	const scope = chance.pick(['all', 'following']);
	const picked = chance.pick(before);
	// “All” is about every date that is ahead: the first of them is where it begins.
	const from = scope === 'all' ? (before[0] as Row) : picked;
	const days = chance.shuffle(weekdays).slice(0, chance.between(1, 3));
	const until = `2030-0${chance.pick([2, 3])}-${chance.between(10, 28)}`;
	// Days that were removed, and a date of that day which stays as it is.
	const left = [
		...(await exceptionsOf(seriesId)),
		...before.filter(({ key }) => keyOrder(key) < keyOrder(from.key)).map(({ key }) => key),
	];
	const answer = await api.patch(
		`/api/series/${seriesId}/dates`,
		{
			scope,
			from: picked.id,
			changes: { repeat: { rule: `FREQ=WEEKLY;BYDAY=${days.join(',')}`, until } },
		},
		{ token: owner.token },
	);
	const line = `${label}: ${scope} from ${picked.key}, ${days} until ${until}, of ${before.map(({ key }) => key).join(' ')}: ${JSON.stringify(answer.body.metadata ?? answer.body).slice(0, 1500)}`;
	const wanted = expectedDays(before, from, { days, until }, left);
	if (answer.status === 422 && answer.body.metadata.rule === 'series-no-dates') {
		expect(
			daysOf(mondayOf(readKey(from.key).day), until, days).filter((day) => day >= readKey(from.key).day),
			line,
		).toEqual([]);
		expect(await datesOf(seriesId)).toEqual(before);
		return null;
	}
	expect(answer.status, line).toBe(200);
	const after = await datesOf(seriesId);
	const reached = ({ key }: Row) => keyOrder(key) >= keyOrder(from.key);
	const kept = before.filter((row) => !reached(row));
	const byRule = after.filter(({ id, key }) => !readKey(key).isByHand && !kept.some((row) => row.id === id));
	expect(
		byRule.map(({ key }) => readKey(key).day),
		line,
	).toEqual(wanted);
	for (const row of kept) expect(after, line).toContainEqual(row);
	for (const row of before) {
		const now = after.find(({ id }) => id === row.id);
		if (row.isOrdered || readKey(row.key).isByHand) expect(now, line).toBeDefined();
		if (!now) continue;
		expect([now.slug, now.code], line).toEqual([row.slug, row.code]);
		// What stays by hand stays when it was.
		if (readKey(now.key).isByHand) expect(now.local, line).toBe(row.local);
		else expect(now.local.slice(0, 10), line).toBe(readKey(now.key).day);
		if (reached(row) && !readKey(now.key).isByHand && !readKey(row.key).isByHand)
			expect(mondayOf(readKey(now.key).day), line).toBe(mondayOf(readKey(row.key).day));
	}
	return answer.body.change.id;
}

async function run(label: string, steps: number): Promise<void> {
	const chance = createChance(label);
	const series = await makeTuesdays(api, owner.token, 4);
	await publishDates(api, owner.token, series);
	for (let step = 0; step < steps; step++) {
		const dates = await datesOf(series.id);
		const kind = chance.pick(['rule', 'rule', 'undo', 'sale', 'add', 'remove']);
		const date = chance.pick(dates);
		const at = `${label}, step ${step}`;
		if (kind === 'sale') await bookDate(api, date.id, `guest-${step}@example.org`);
		else if (kind === 'rule') await changeRule(chance, series.id, at);
		else if (kind === 'undo') {
			const [segments, exceptions] = [await segmentsOf(series.id), await exceptionsOf(series.id)];
			const id = await changeRule(chance, series.id, at);
			if (id === null) continue;
			const isSold = chance.pick([true, false]);
			const made = (await datesOf(series.id)).filter((row) => !dates.some((one) => one.id === row.id));
			if (isSold && made[0]) await bookDate(api, made[0].id, `guest-${step}@example.org`);
			const undone = await api.post(
				`/api/series/${series.id}/changes/${id}/undo`,
				{},
				{ token: owner.token },
			);
			const isBlocked = isSold && made.length > 0;
			expect([undone.status, undone.body.metadata?.rule], `${at}: ${JSON.stringify(undone.body)}`).toEqual(
				isBlocked ? [422, 'undo-blocked'] : [200, undefined],
			);
			if (isBlocked) continue;
			const now = await datesOf(series.id);
			const places = (rows: readonly Row[]) => rows.map(({ key, local }) => `${key} ${local}`);
			expect(places(now), at).toEqual(places(dates));
			for (const row of dates.filter(({ isOrdered }) => isOrdered)) expect(now, at).toContainEqual(row);
			expect(await segmentsOf(series.id), at).toEqual(segments);
			expect(await exceptionsOf(series.id), at).toEqual(exceptions);
		} else if (kind === 'add') {
			const day = `2030-02-${chance.between(10, 28)}`;
			if (dates.some(({ key }) => readKey(key).day === day)) continue;
			const added = await api.post(
				`/api/series/${series.id}/dates`,
				{ startsAtLocal: `${day}T15:00` },
				{ token: owner.token },
			);
			expect(added.status, `${at}: ${JSON.stringify(added.body)}`).toBe(201);
		} else if (dates.length > 1) {
			const removed = await api.delete(`/api/series/${series.id}/dates/${date.id}`, { token: owner.token });
			expect(removed.status, `${at}: ${JSON.stringify(removed.body)}`).toBe(date.isOrdered ? 422 : 200);
		}
	}
}

test('random rules make the days that a plain reading of them makes, and lose no date that was ordered', async () => {
	for (let world = 0; world < (isLong ? 40 : 2); world++) await run(`series rules ${world}`, isLong ? 20 : 7);
	await expectInvariants(services);
}, 600_000);
