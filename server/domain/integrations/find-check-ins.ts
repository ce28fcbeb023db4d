import { beginFeed, lookForChanges } from '#server/db/change-feed.ts';
import { committedSince } from '#server/db/commits.ts';
import { bindStatement, plainArray } from '#server/db/statement.ts';
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
const listening = `SELECT DISTINCT organisation_id FROM connections
	WHERE types && '{ticket.checked_in,ticket.check_in_undone}'::text[]`;

/** What is told of an accepted entry `i`. */
export const toldOfCheckIn = `i.organisation_id AS "organisationId", i.event_id AS "eventId",
		a.id AS "attendeeId", a.order_id AS "orderId", a.ticket_type_id AS "ticketTypeId", t.name AS "ticketType",
		i.id AS "checkInId", i.list_id AS "listId", i.gate_id AS "gateId", i.method, i.occurred_at AS "occurredAt",
		i.annulled_at AS "annulledAt"
	FROM check_ins i
	JOIN attendees a ON a.organisation_id = i.organisation_id AND a.event_id = i.event_id AND a.id = i.attendee_id
	JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id`;

/** $1 what was seen, $2 number of a check-in before that, $3 organisations, $4 rows from this number on */
const newCheckIns = {
	name: 'integrations.new-check-ins',
	text: `SELECT i.sequence::text AS sequence, ${toldOfCheckIn}
		WHERE i.sequence > greatest($2::bigint, $4::bigint) AND i.organisation_id = ANY($3::uuid[])
			AND i.verdict = 'accepted' AND i.direction = 'in' AND ${committedSince('i.transaction_id', '$1::pg_snapshot')}
		ORDER BY i.sequence LIMIT ${ofPage}`,
};

export type ToldCheckIn = {
	organisationId: string;
	eventId: string;
	attendeeId: string;
	orderId: string;
	ticketTypeId: string;
	ticketType: string;
	checkInId: string;
	listId: string;
	gateId: string | null;
	method: string;
	occurredAt: Date;
	annulledAt: Date | null;
};

type ReadEvent = (scope: { organisationId: string; eventId: string }) => ReturnType<typeof readEvent>;

/** Never who it was, and never the code of the ticket. */
export function checkInNews(row: ToldCheckIn, readOnce: ReadEvent): News {
	const { organisationId, eventId, attendeeId, orderId, ticketTypeId, ticketType, checkInId } = row;
	return {
		organisationId,
		eventId,
		type: row.annulledAt ? 'ticket.check_in_undone' : 'ticket.checked_in',
		source: sources.checkIn(checkInId),
		async read() {
			const event = await readOnce({ organisationId, eventId });
			if (!event) return null;
			const { listId, gateId, method, occurredAt, annulledAt } = row;
			return {
				ids: { eventId, orderId, attendeeId, checkInId },
				object: {
					event,
					ticket: { id: attendeeId, orderId, ticketTypeId, ticketType },
					checkIn: { id: checkInId, listId, gateId, method, occurredAt, annulledAt },
				},
			};
		},
	};
}

/** One round: makes a message of each new check-in that somebody wants to hear of. */
async function tellCheckIns(services: Services, signal: AbortSignal): Promise<void> {
	const { database } = services;
	const { rows: organisations } = await database.pool.query<{ organisation_id: string }>(listening);
	if (organisations.length === 0) {
		// Whoever listens next hears of what happens from then on.
		await database.pool.query('DELETE FROM check_in_feed');
		return;
	}
	const ids = plainArray(organisations.map(({ organisation_id }) => organisation_id));
	const done = await lookForChanges(database, 'check_in_feed', async (tx, since) => {
		const events = new Map<string, ReturnType<typeof readEvent>>();
		const readOnce: ReadEvent = (scope) => {
			const known = events.get(scope.eventId) ?? readEvent(services, scope);
			events.set(scope.eventId, known);
			return known;
		};
		let from = '0';
		for (;;) {
			const values = [since.snapshot, since.sequence, ids, from];
			const { rows: found } = await tx.execute<ToldCheckIn & { sequence: string }>(
				bindStatement(newCheckIns, values),
			);
			for (let at = 0; at < found.length; at += atOnce) {
				const startMs = performance.now();
				const some = found.slice(at, at + atOnce);
				await makeMessages(
					services,
					some.map((row) => checkInNews(row, readOnce)),
				);
				await yieldToRequests(performance.now() - startMs, signal, lowPriority);
			}
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
		await tellCheckIns(services, signal);
		// The next look is after the pause, whatever was found.
		return 0;
	},
};
