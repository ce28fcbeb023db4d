import { setTimeout as sleep } from 'node:timers/promises';
import { beginFeed, lookForChanges } from '#server/db/change-feed.ts';
import { committedSince } from '#server/db/commits.ts';
import { bindStatement, plainArray } from '#server/db/statement.ts';
import { delayWork, endDelays } from '#server/jobs/delayed-work.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import { runEachInParallel } from '#server/platform/concurrency/run-in-parallel.ts';
import { lowPriority, yieldToRequests } from '#server/platform/load-shedding.ts';
import type { Services } from '#server/services.ts';
import type { Poller } from '../module.ts';
import { makeMessages, type News } from './make-messages.ts';
import { sources } from './news.ts';
import { readEvent } from './read-objects.ts';

/*
 * Check-ins for connections. The statement of a scan publishes no fact, so that the door pays nothing for who listens: what was committed
 * since the last look is read, for organisations with such a connection alone.
 */

/** Each page reads all that is new beyond it, so it is large; messages are made of a few rows at once, between which requests go first. */
const ofPage = 2_000;
const atOnce = 100;

/** The partial index of connections has the same condition. */
const listening = `SELECT organisation_id, bool_or('check_in.refused' = ANY (types)) AS refusals FROM connections
	WHERE types && '{check_in.created,check_in.undone,check_in.refused,ticket.checked_in,ticket.check_in_undone}'::text[]
	GROUP BY organisation_id`;

/** SQL: scan `i` was refused. */
export const isRefused = `(i.decision = 'refused' AND i.verdict <> 'accepted' AND i.annulled_at IS NULL)`;

/** SQL columns of the message about an accepted entry or a refused scan `i`. A refused scan may have no ticket. */
export const checkInMessageColumns = `i.organisation_id AS "organisationId", i.event_id AS "eventId",
		a.id AS "attendeeId", a.order_id AS "orderId", a.ticket_type_id AS "ticketTypeId", t.name AS "ticketType", t.is_admission AS "isAdmission",
		i.id AS "checkInId", i.list_id AS "listId", i.gate_id AS "gateId", i.method, i.occurred_at AS "occurredAt",
		i.annulled_at AS "annulledAt", i.direction, i.verdict, ${isRefused} AS "isRefused"
	FROM check_ins i
	LEFT JOIN attendees a ON a.organisation_id = i.organisation_id AND a.event_id = i.event_id AND a.id = i.attendee_id
	LEFT JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id`;

/** $1 what was seen, $2 number of a check-in before that, $3 organisations, $4 rows from this number on, $5 organisations subscribed to refused scans */
const newCheckIns = {
	name: 'integrations.new-check-ins',
	text: `SELECT i.sequence::text AS sequence, ${checkInMessageColumns}
		WHERE i.sequence > greatest($2::bigint, $4::bigint) AND i.organisation_id = ANY($3::uuid[])
			AND ((i.verdict = 'accepted' AND i.direction = 'in' AND a.id IS NOT NULL) OR (${isRefused} AND i.organisation_id = ANY($5::uuid[])))
			AND ${committedSince('i.transaction_id', '$1::pg_snapshot')}
		ORDER BY i.sequence LIMIT ${ofPage}`,
};

export type CheckInMessageRow = {
	organisationId: string;
	eventId: string;
	/** With the rest of the ticket null where the code named none of this event. */
	attendeeId: string | null;
	orderId: string | null;
	ticketTypeId: string | null;
	ticketType: string | null;
	/** False: an add-on, and no guest. */
	isAdmission: boolean | null;
	checkInId: string;
	listId: string;
	gateId: string | null;
	method: string;
	occurredAt: Date;
	annulledAt: Date | null;
	direction: 'in' | 'out';
	verdict: string;
	isRefused: boolean;
};

type ReadEvent = (scope: { organisationId: string; eventId: string }) => ReturnType<typeof readEvent>;

/** Never who it was, and never the code of the ticket. */
export function checkInNews(
	row: CheckInMessageRow,
	readOnce: ReadEvent,
): News<'check_in.created' | 'check_in.undone' | 'check_in.refused'> {
	const { organisationId, eventId, attendeeId, orderId, ticketTypeId, ticketType, isAdmission, checkInId } =
		row;
	return {
		organisationId,
		eventId,
		type: row.isRefused ? 'check_in.refused' : row.annulledAt ? 'check_in.undone' : 'check_in.created',
		source: sources.checkIn(checkInId),
		async read() {
			const event = await readOnce({ organisationId, eventId });
			if (!event) return null;
			const { listId, gateId, method, occurredAt, annulledAt, direction, verdict: reason } = row;
			const ticket = attendeeId && { id: attendeeId, orderId, ticketTypeId, ticketType, isAdmission };
			if (row.isRefused) {
				const refusal = { id: checkInId, listId, gateId, method, direction, reason, occurredAt };
				const ids = { eventId, ...(attendeeId && { orderId, attendeeId }), checkInId };
				return { ids, object: { event, ticket, refusal } };
			}
			// Its ticket was removed since.
			if (!ticket) return null;
			return {
				ids: { eventId, orderId, attendeeId, checkInId },
				object: {
					event,
					ticket,
					checkIn: { id: checkInId, listId, gateId, method, occurredAt, annulledAt },
				},
			};
		},
	};
}

/** Check-ins whose messages could not be made when they were found. */
const delayedName = 'integrations.delayed-check-ins';

/** $1 organisations, $2 ids */
const delayedCheckIns = {
	name: 'integrations.read-delayed-check-ins',
	text: `SELECT ${checkInMessageColumns} WHERE i.organisation_id = ANY ($1::uuid[]) AND i.id = ANY ($2::uuid[])`,
};

/** One reading of each event for all its check-ins. */
function readEventsOnce(services: Services): ReadEvent {
	const events = new Map<string, ReturnType<typeof readEvent>>();
	return (scope) => {
		const known = events.get(scope.eventId) ?? readEvent(services, scope);
		events.set(scope.eventId, known);
		return known;
	};
}

/** Makes messages of check-ins that could not be made, or not in time, when they were found. */
export const delayedCheckInPoller = createFairPoller<CheckInMessageRow>({
	name: delayedName,
	idleMs: 5_000,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<{ organisation_id: string; key: string }>({
			name: 'integrations.due-delayed-check-ins',
			text: `SELECT organisation_id, key FROM delayed_work
				WHERE poller = '${delayedName}' AND next_try_at <= now() AND organisation_id <> ALL ($1::uuid[])
				ORDER BY since LIMIT ${atOnce}`,
			values: [without],
		});
		if (rows.length === 0) return [];
		const ids = rows.map(({ key }) => key);
		const { rows: found } = await database.pool.query<CheckInMessageRow>({
			...delayedCheckIns,
			values: [[...new Set(rows.map(({ organisation_id }) => organisation_id))], ids],
		});
		// Of a ticket that was removed since, no message is made.
		const isThere = new Set(found.map(({ checkInId }) => checkInId));
		const gone = ids.filter((id) => !isThere.has(id));
		if (gone.length > 0) await endDelays({ database }, delayedName, gone);
		return found;
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ checkInId }) => checkInId,
	async run(services, rows) {
		const readOnce = readEventsOnce(services);
		await makeMessages(
			services,
			rows.map((row) => checkInNews(row, readOnce)),
		);
		return rows.length;
	},
});

/** Organisations whose messages are made side by side, and for how long in one look: what takes longer is delayed. */
const lanes = 3;
const patienceMs = 3_000;

/** Makes messages of the check-ins of one organisation; those that fail or take long are delayed. */
async function makeForOrganisation(
	services: Services,
	rows: readonly (CheckInMessageRow & { isMade?: true })[],
	readOnce: ReadEvent,
	signal: AbortSignal,
): Promise<void> {
	const untilMs = performance.now() + patienceMs;
	let problem: unknown = new Error('Its messages take long to make.');
	const make = async () => {
		for (let at = 0; at < rows.length && performance.now() < untilMs; at += atOnce) {
			const startMs = performance.now();
			const some = rows.slice(at, at + atOnce);
			await makeMessages(
				services,
				some.map((row) => checkInNews(row, readOnce)),
			);
			for (const row of some) row.isMade = true;
			await yieldToRequests(performance.now() - startMs, signal, lowPriority);
		}
	};
	// What goes on behind the end of the time is made once all the same: a message has its source.
	await Promise.race([make(), sleep(patienceMs, undefined, { ref: false })]).catch((error) => {
		problem = error;
	});
	const left = rows.filter(({ isMade }) => !isMade);
	if (left.length === 0) return;
	services.log.error({ error: problem, count: left.length }, 'integrations.check-ins-delayed');
	const failed = left.map(({ checkInId: key, organisationId }) => ({ key, organisationId }));
	await delayWork(services, delayedName, failed, problem);
}

/** One round: makes a message of each new check-in with a subscriber. */
async function makeForCheckIns(services: Services, signal: AbortSignal): Promise<void> {
	const { database } = services;
	const { rows: organisations } = await database.pool.query<{
		organisation_id: string;
		refusals: boolean;
	}>(listening);
	if (organisations.length === 0) {
		// New subscribers receive events from then on.
		await database.pool.query('DELETE FROM check_in_feed');
		return;
	}
	const idsOf = (rows: typeof organisations) =>
		plainArray(rows.map(({ organisation_id }) => organisation_id));
	const ids = idsOf(organisations);
	const ofRefusals = idsOf(organisations.filter(({ refusals }) => refusals));
	const done = await lookForChanges(database, 'check_in_feed', async (tx, since) => {
		const readOnce = readEventsOnce(services);
		let from = '0';
		for (;;) {
			const values = [since.snapshot, since.sequence, ids, from, ofRefusals];
			const { rows: found } = await tx.execute<CheckInMessageRow & { sequence: string }>(
				bindStatement(newCheckIns, values),
			);
			const groups = [...Map.groupBy(found, ({ organisationId }) => organisationId).values()];
			await runEachInParallel(lanes, groups, (rows) => makeForOrganisation(services, rows, readOnce, signal));
			if (found.length < ofPage) return;
			from = found.at(-1)?.sequence ?? from;
		}
	});
	if (done === 'to begin') await beginFeed(database, 'check_in_feed');
}

export const findCheckIns: Poller = {
	name: 'integrations.find-check-ins',
	idleMs: 1_000,
	async run(services, signal) {
		await makeForCheckIns(services, signal);
		// The next look is after the pause, whatever was found.
		return 0;
	},
};
