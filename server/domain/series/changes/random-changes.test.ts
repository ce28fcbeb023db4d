import { expect, test } from 'vitest';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Chance, createChance, isLong } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/**
 * Random changes of this, this and following, and all dates, dates that are added and removed, and undoing of any change, against a plain
 * model in memory: per date its fields, per segment what each date would have from it. After each step they are equal, and no id, slug or
 * code has changed.
 */

const { database, services, api, owner } = useTestOwner();

type Field = 'venueName' | 'summary' | 'start' | 'capacity';
type Values = Record<Field, string | number>;

interface ModelDate {
	id: string;
	key: string;
	values: Values;
	isSold: boolean;
}

/** What the series says from a date on, in order, and what each date has. */
interface Model {
	segments: { from: string; values: Values }[];
	dates: ModelDate[];
}

/** A change that was made, with what it found and left. */
interface Done {
	id: string;
	scope: string;
	from: string;
	field: Field;
	before: Model;
	after: Model;
	isUndone: boolean;
}

const first: Values = { venueName: 'Atelier', summary: '', start: '19:30', capacity: 12 };

const segmentAt = (segments: Model['segments'], key: string) =>
	segments.findLast(({ from }) => keyOrder(from) <= keyOrder(key)) ??
	(segments[0] as Model['segments'][number]);

async function actual(seriesId: string) {
	const { rows } = await database().pool.query<
		Values & { id: string; slug: string; code: string; key: string }
	>(
		`SELECT e.id, e.slug, e.code, e.series_key AS key, e.venue_name AS "venueName", e.summary, p.size AS capacity,
				to_char(e.starts_at AT TIME ZONE e.time_zone, 'HH24:MI') AS start
			FROM events e JOIN ticket_types t ON t.event_id = e.id JOIN capacity_pools p ON p.id = t.pool_id
			WHERE e.series_id = $1`,
		[seriesId],
	);
	const ordered = rows.toSorted((a, b) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1));
	return {
		dates: ordered.map(({ id, key, venueName, summary, start, capacity }) => ({
			id,
			key,
			values: { venueName, summary, start, capacity },
		})),
		names: new Map(ordered.map(({ id, slug, code }) => [id, `${slug} ${code}`])),
	};
}

interface How {
	scope: string;
	from: string;
	field: Field;
	value: string | number;
	replaceOwn: boolean;
}

/** A change of one field on the dates from one on, or on all. */
function apply(model: Model, how: How): Model {
	const { field, value } = how;
	const reached = (key: string) =>
		how.scope === 'all' || (how.scope === 'following' && keyOrder(key) >= keyOrder(how.from));
	// Saving what the date has already is no change, and says nothing about the others.
	if (model.dates.find(({ key }) => key === how.from)?.values[field] === value) return model;
	const next = structuredClone(model);
	for (const date of next.dates) {
		const isOwn = date.values[field] !== segmentAt(model.segments, date.key).values[field];
		if (date.key === how.from || (reached(date.key) && (!isOwn || how.replaceOwn)))
			date.values[field] = value;
	}
	const parent = segmentAt(model.segments, how.from);
	const isFirst = keyOrder(how.from) < keyOrder(parent.from);
	if (how.scope === 'following' && parent.from !== how.from && !isFirst)
		next.segments = [...next.segments, { from: how.from, values: { ...parent.values } }].sort((a, b) =>
			keyOrder(a.from) < keyOrder(b.from) ? -1 : 1,
		);
	for (const segment of next.segments) if (reached(segment.from)) segment.values[field] = value;
	return next;
}

/** A change undone beside others; null: it cannot be. */
function undo(model: Model, { before, after, scope, from, field }: Done): Model | null {
	const next = structuredClone(model);
	for (const date of next.dates) {
		const [was, left] = [before, after].map(
			({ dates }) => dates.find(({ id }) => id === date.id)?.values[field],
		);
		if (was === undefined || left === undefined || was === left) continue;
		if (date.values[field] !== left) return null;
		date.values[field] = was;
	}
	if (scope === 'this') return next;
	if (JSON.stringify(model.segments) === JSON.stringify(after.segments))
		return { ...next, segments: structuredClone(before.segments) };
	if (field === 'start') return null;
	for (const segment of next.segments) {
		const isReached = scope === 'all' || keyOrder(segment.from) >= keyOrder(from);
		const left = segmentAt(after.segments, segment.from).values[field];
		if (isReached && segment.values[field] === left)
			segment.values[field] = segmentAt(before.segments, segment.from).values[field];
	}
	return next;
}

async function bodyOf(date: ModelDate, { field, value }: How) {
	if (field === 'capacity') {
		const types = (await api.get(`/api/events/${date.id}/ticket-types`, { token: owner.token })).body.data;
		return { tickets: [{ id: types[0].id, changes: { capacity: value } }] };
	}
	if (field !== 'start') return { event: { [field]: value } };
	return { event: { startsAtLocal: `${readKey(date.key).day}T${value}` } };
}

const choices: Record<Field, (string | number)[]> = {
	venueName: ['Hall', 'Roof', 'Cellar'],
	summary: ['Bring paper.', 'Bring ink.'],
	start: ['18:00', '19:30', '20:15'],
	capacity: [20, 30, 40],
};

class World {
	model: Model;
	history: Done[] = [];
	readonly label: string;
	readonly chance: Chance;
	readonly seriesId: string;

	constructor(
		label: string,
		chance: Chance,
		seriesId: string,
		dates: readonly { id: string; key: string }[],
	) {
		this.label = label;
		this.chance = chance;
		this.seriesId = seriesId;
		this.model = {
			segments: [{ from: dates[0]?.key ?? '', values: { ...first } }],
			dates: dates.map(({ id, key }) => ({ id, key, values: { ...first }, isSold: false })),
		};
	}

	async change(): Promise<void> {
		const { chance } = this;
		const field = chance.pick<Field>(['venueName', 'summary', 'start', 'capacity']);
		const date = chance.pick(this.model.dates);
		const how: How = {
			scope: chance.pick(['this', 'following', 'all']),
			from: date.key,
			field,
			value: chance.pick(choices[field]),
			replaceOwn: chance.pick([false, false, true]),
		};
		const answer = await api.patch(
			`/api/series/${this.seriesId}/dates`,
			{
				scope: how.scope,
				from: date.id,
				changes: await bodyOf(date, how),
				...(how.replaceOwn && { replaceOwn: true }),
			},
			{ token: owner.token },
		);
		expect(answer.status, `${this.label} ${JSON.stringify(how)} ${JSON.stringify(answer.body)}`).toBe(200);
		const before = this.model;
		this.model = apply(before, how);
		expect(answer.body.change === null).toBe(this.model === before);
		if (answer.body.change)
			this.history.push({ ...how, id: answer.body.change.id, before, after: this.model, isUndone: false });
	}

	async undo(): Promise<void> {
		const open = this.history.filter(({ isUndone }) => !isUndone);
		if (open.length === 0) return;
		// Mostly one of the latest: those before are rarely as they were left.
		const done = this.chance.pick(open.slice(-3));
		const answer = await api.post(
			`/api/series/${this.seriesId}/changes/${done.id}/undo`,
			{},
			{ token: owner.token },
		);
		const before = this.model;
		const next = undo(before, done);
		const line = `${this.label}, undo of ${JSON.stringify([done.scope, done.from, done.field])}: ${JSON.stringify(answer.body)}`;
		if (next === null) {
			expect([answer.status, answer.body.metadata?.rule], line).toEqual([422, 'undo-blocked']);
			return;
		}
		expect(answer.status, line).toBe(200);
		done.isUndone = true;
		this.model = next;
		this.history.push({ ...done, id: answer.body.change.id, before, after: next, isUndone: false });
	}

	async add(): Promise<void> {
		const { chance } = this;
		const day = `2030-0${chance.pick([1, 2])}-${chance.between(10, 28)}`;
		const taken = this.model.dates.some(({ key }) => readKey(key).day === day);
		const { values } = segmentAt(this.model.segments, `+${day}/1`);
		const time = chance.pick([String(values.start), '15:00']);
		if (taken) return;
		const answer = await api.post(
			`/api/series/${this.seriesId}/dates`,
			{ startsAtLocal: `${day}T${time}` },
			{ token: owner.token },
		);
		expect(answer.status, `${this.label} ${JSON.stringify(answer.body)}`).toBe(201);
		const date = {
			id: answer.body.id,
			key: answer.body.key,
			values: { ...values, start: time },
			isSold: false,
		};
		this.model = {
			...this.model,
			dates: [...this.model.dates, date].sort((a, b) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1)),
		};
	}

	async remove(): Promise<void> {
		const { dates } = this.model;
		const date = this.chance.pick(dates);
		if (dates.length < 3) return;
		const answer = await api.delete(`/api/series/${this.seriesId}/dates/${date.id}`, { token: owner.token });
		const rule = answer.body.metadata?.rule ?? null;
		expect([answer.status, rule], this.label).toEqual(date.isSold ? [422, 'date-has-guests'] : [200, null]);
		if (!date.isSold) this.model = { ...this.model, dates: dates.filter(({ id }) => id !== date.id) };
	}

	async sell(step: number): Promise<void> {
		const date = this.chance.pick(this.model.dates);
		await bookDate(api, date.id, `guest-${step}@example.org`);
		date.isSold = true;
	}
}

async function run(label: string, steps: number): Promise<void> {
	const chance = createChance(label);
	const series = await makeTuesdays(api, owner.token, 5);
	await publishDates(api, owner.token, series);
	const world = new World(label, chance, series.id, series.dates);
	const names = (await actual(series.id)).names;
	const trail: string[] = [];
	for (let step = 0; step < steps; step++) {
		const kind = chance.pick(['change', 'change', 'change', 'sale', 'undo', 'undo', 'add', 'remove']);
		if (kind === 'sale') await world.sell(step);
		else if (kind === 'undo') await world.undo();
		else if (kind === 'add') await world.add();
		else if (kind === 'remove') await world.remove();
		else await world.change();
		trail.push(kind);
		const now = await actual(series.id);
		expect(now.dates, `${label}, step ${step}: ${trail.join(' ')}`).toEqual(
			world.model.dates.map(({ id, key, values }) => ({ id, key, values })),
		);
		for (const [id, name] of now.names) {
			expect(name).toBe(names.get(id) ?? name);
			names.set(id, name);
		}
	}
}

test('random changes leave each date as a plain model says', async () => {
	for (let world = 0; world < (isLong ? 60 : 3); world++)
		await run(`series changes ${world}`, isLong ? 40 : 14);
	await expectInvariants(services);
}, 600_000);

test('the model can fail: one that forgets what a date has of its own differs', () => {
	const [one, two] = ['2030-01-08/1', '2030-01-15/1'] as const;
	const own: Model = {
		segments: [{ from: one, values: { ...first } }],
		dates: [
			{ id: '1', key: one, values: { ...first }, isSold: false },
			{ id: '2', key: two, values: { ...first, venueName: 'Roof' }, isSold: false },
		],
	};
	const how: How = { scope: 'all', from: one, field: 'venueName', value: 'Hall', replaceOwn: false };
	const places = (model: Model) => model.dates.map(({ values }) => values.venueName);
	expect(places(apply(own, how))).toEqual(['Hall', 'Roof']);
	expect(places(apply(own, { ...how, replaceOwn: true }))).toEqual(['Hall', 'Hall']);
});
