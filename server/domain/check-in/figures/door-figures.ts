import type { Services } from '#server/services.ts';
import type { DoorFigures } from '#shared/contracts/door-figures.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import { listGates } from '../lists/gates.ts';
import { readLists } from '../lists/lists.ts';
import { countCheckedIn } from './stats.ts';

const minuteMs = 60_000;
/** Steps of the arrivals' chart, and how much of them is shown. */
const steps = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs];
const maxSteps = 120;

/** SQL: whether the ticket of scan `c` is none of `types`: add-ons, at a list that does not count them. */
const isOfGuest = (
	types: string,
) => `(cardinality(${types}::uuid[]) = 0 OR NOT EXISTS (SELECT FROM attendees a
	WHERE a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id AND a.ticket_type_id = ANY (${types}::uuid[])))`;

const counts = {
	name: 'check-in.door-counts',
	text: `
SELECT ${isOfGuest('$4')} AS is_of_guest, verdict, direction, gate_id, device_id, device, staff_link_id, decision, conflict_kind IS NOT NULL AND settled_at IS NULL AS is_open,
	count(*)::int AS n, count(*) FILTER (WHERE recorded_at > now() - interval '1 hour')::int AS last_hour,
	count(*) FILTER (WHERE occurred_at > now() - interval '1 hour' AND occurred_at <= now() + interval '1 minute')::int AS entered_last_hour
FROM check_ins c WHERE organisation_id = $3 AND event_id = $1 AND list_id = $2 AND annulled_at IS NULL
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
};

const people = {
	name: 'check-in.door-people',
	text: `
SELECT
	${countCheckedIn('ARRAY[$3::uuid]', '$1', '$2', { hasTypes: '$4::uuid[] IS NOT NULL' })} AS checked_in,
	${countCheckedIn('ARRAY[$3::uuid]', '$1', '$2', { who: 'inside', hasTypes: '$4::uuid[] IS NOT NULL' })} AS inside,
	(SELECT count(*)::int FROM attendees WHERE organisation_id = $1 AND event_id = $2 AND status = 'active'
		AND ($4::uuid[] IS NULL OR ticket_type_id = ANY ($4::uuid[])) AND ticket_type_id <> ALL ($5::uuid[])) AS expected,
	(SELECT min(occurred_at) FROM check_ins
		WHERE organisation_id = $1 AND event_id = $2 AND list_id = $3 AND verdict IN ('accepted', 'left', 'conflict') AND annulled_at IS NULL) AS first_at,
	(SELECT max(occurred_at) FROM check_ins
		WHERE organisation_id = $1 AND event_id = $2 AND list_id = $3 AND verdict IN ('accepted', 'left', 'conflict') AND annulled_at IS NULL) AS last_at`,
};

const arrivals = {
	name: 'check-in.door-arrivals',
	text: `
SELECT floor(extract(epoch FROM occurred_at) * 1000 / $3::bigint)::bigint AS step,
	count(*) FILTER (WHERE direction = 'in')::int AS entries, count(*) FILTER (WHERE direction = 'out')::int AS exits
FROM check_ins c
WHERE organisation_id = $5 AND event_id = $1 AND list_id = $2 AND decision = 'admitted' AND verdict <> 'not_inside' AND annulled_at IS NULL
	AND occurred_at >= $4 AND ${isOfGuest('$6')}
GROUP BY 1`,
};

interface CountRow {
	is_of_guest: boolean;
	verdict: Verdict;
	direction: 'in' | 'out';
	gate_id: string | null;
	device_id: string | null;
	device: string;
	staff_link_id: string | null;
	decision: 'admitted' | 'refused';
	is_open: boolean;
	n: number;
	last_hour: number;
	entered_last_hour: number;
}

interface PeopleRow {
	checked_in: number;
	inside: number;
	expected: number;
	first_at: Date | null;
	last_at: Date | null;
}

/** How a door runs: who is in, at which gate, by which device, how fast. */
export async function getDoorFigures(
	services: Services,
	scope: { organisationId: string; eventId: string },
	listId: string | undefined,
): Promise<DoorFigures> {
	const lists = await readLists(services.database.db, scope);
	const list = listId === undefined ? lists[0] : lists.find((one) => one.id === listId);
	if (!list) throw notFound('Check-in list');
	const { pool } = services.database;
	const addOns = list.ticketTypeIds ? [] : await listAddOns(services, scope);
	const [counted, persons, gates, links, devices] = await Promise.all([
		pool.query<CountRow>({ ...counts, values: [scope.eventId, list.id, scope.organisationId, addOns] }),
		pool.query<PeopleRow>({
			...people,
			values: [scope.organisationId, scope.eventId, list.id, list.ticketTypeIds, addOns],
		}),
		listGates(services.database.db, scope),
		pool.query<{ id: string; label: string }>(
			'SELECT id, label FROM staff_links WHERE organisation_id = $1 AND event_id = $2',
			[scope.organisationId, scope.eventId],
		),
		pool.query<DeviceRow>(
			`SELECT device_id, name, staff_link_id, queued, last_seen_at FROM door_devices
			WHERE organisation_id = $1 AND event_id = $2 ORDER BY last_seen_at DESC LIMIT 500`,
			[scope.organisationId, scope.eventId],
		),
	]);
	const person = persons.rows[0] as PeopleRow;
	const sum = (rows: CountRow[], pick: (row: CountRow) => number = (row) => row.n) =>
		rows.reduce((total, row) => total + pick(row), 0);
	const admitted = counted.rows.filter(
		(row) => row.is_of_guest && row.decision === 'admitted' && row.verdict !== 'not_inside',
	);
	const byVerdict = new Map<Verdict, number>();
	for (const row of counted.rows) {
		if (row.decision === 'refused') byVerdict.set(row.verdict, (byVerdict.get(row.verdict) ?? 0) + row.n);
	}
	const names = new Map(gates.map((gate) => [gate.id, gate.name]));
	const gateIds = [...gates.map((gate) => gate.id), null];
	return {
		listId: list.id,
		checkedIn: person.checked_in,
		inside: person.inside,
		expected: person.expected,
		pacePerHour: sum(admitted, (row) => (row.direction === 'in' ? row.entered_last_hour : 0)),
		refusals: [...byVerdict]
			.map(([verdict, count]) => ({ verdict, count }))
			.sort((a, b) => b.count - a.count),
		gates: gateIds
			.map((id) => {
				const here = admitted.filter((row) => (names.has(row.gate_id ?? '') ? row.gate_id : null) === id);
				return {
					id,
					name: names.get(id ?? '') ?? '',
					entries: sum(here.filter((row) => row.direction === 'in')),
					exits: sum(here.filter((row) => row.direction === 'out')),
				};
			})
			.filter((gate) => gate.id !== null || gate.entries + gate.exits > 0),
		devices: devicesOf(counted.rows, devices.rows, new Map(links.rows.map((link) => [link.id, link.label]))),
		...(await arrivalsOf(services, scope, { listId: list.id, person, addOns })),
		openConflicts: sum(counted.rows.filter((row) => row.is_open)),
	};
}

/** Ticket types of an event that let nobody in. */
async function listAddOns(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<string[]> {
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 AND NOT is_admission',
		[scope.organisationId, scope.eventId],
	);
	return rows.map(({ id }) => id);
}

interface DeviceRow {
	device_id: string;
	name: string;
	staff_link_id: string | null;
	queued: number;
	last_seen_at: Date;
}

/** Devices by their own id; those that send none, by name and link. */
function devicesOf(rows: CountRow[], known: DeviceRow[], links: Map<string, string>): DoorFigures['devices'] {
	const found = new Map<string, DoorFigures['devices'][number]>();
	for (const device of known) {
		found.set(device.device_id, {
			id: device.device_id,
			name: device.name,
			link: links.get(device.staff_link_id ?? '') ?? '',
			entries: 0,
			refused: 0,
			scansLastHour: 0,
			queued: device.queued,
			lastSeenAt: device.last_seen_at.toISOString(),
		});
	}
	for (const row of rows) {
		const id = row.device_id ?? `${row.staff_link_id ?? 'member'}:${row.device}`;
		const device = found.get(id) ?? {
			id,
			name: row.device,
			link: links.get(row.staff_link_id ?? '') ?? '',
			entries: 0,
			refused: 0,
			scansLastHour: 0,
			queued: 0,
			lastSeenAt: null,
		};
		if (row.decision === 'refused') device.refused += row.n;
		else if (row.direction === 'in' && row.is_of_guest) device.entries += row.n;
		device.scansLastHour += row.last_hour;
		found.set(id, device);
	}
	return [...found.values()].sort((a, b) => b.entries - a.entries || a.name.localeCompare(b.name));
}

/** Entries and exits over time, in the finest steps that show the whole door in one chart. */
async function arrivalsOf(
	services: Services,
	scope: { organisationId: string; eventId: string },
	{ listId, person, addOns }: { listId: string; person: PeopleRow; addOns: string[] },
): Promise<Pick<DoorFigures, 'stepMs' | 'arrivals'>> {
	if (!person.first_at || !person.last_at) return { stepMs: minuteMs, arrivals: [] };
	const lastMs = person.last_at.getTime();
	const span = lastMs - person.first_at.getTime();
	const stepMs = steps.find((step) => span / step < maxSteps - 1) ?? (steps.at(-1) as number);
	const last = Math.floor(lastMs / stepMs);
	const first = Math.max(Math.floor(person.first_at.getTime() / stepMs), last - maxSteps + 1);
	const { rows } = await services.database.pool.query<{ step: string; entries: number; exits: number }>({
		...arrivals,
		values: [scope.eventId, listId, stepMs, new Date(first * stepMs), scope.organisationId, addOns],
	});
	const counted = new Map(rows.map((row) => [Number(row.step), row]));
	return {
		stepMs,
		arrivals: Array.from({ length: last - first + 1 }, (_, index) => ({
			at: new Date((first + index) * stepMs).toISOString(),
			entries: counted.get(first + index)?.entries ?? 0,
			exits: counted.get(first + index)?.exits ?? 0,
		})),
	};
}
