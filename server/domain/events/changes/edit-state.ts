import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	type Edit,
	type EditRule,
	type EditState,
	editPhase,
	judgeEdit,
	refusalOf,
} from '#shared/rules/edit-rules.ts';
import type { EventRow } from '../event-rows.ts';

/** The sales of an event, for the edit rules. Exact only while its pools are locked. */
export async function readEditState(services: Services, db: DbOrTx, row: EventRow): Promise<EditState> {
	const { rows } = await db.execute<{ confirmed: number; held: number; hasMoney: boolean }>(sql`
		SELECT coalesce(sum(p.confirmed), 0)::int AS confirmed, coalesce(sum(p.held), 0)::int AS held,
			coalesce(bool_or(t.kind <> 'free' AND p.confirmed + p.held > 0), false) AS "hasMoney"
		FROM ticket_types t
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id AND p.id = t.pool_id
		WHERE t.organisation_id = ${row.organisationId} AND t.event_id = ${row.id}`);
	return stateOf(services, row, rows[0] ?? { confirmed: 0, held: 0, hasMoney: false });
}

function stateOf(
	services: Services,
	row: EventRow,
	sold: Pick<EditState, 'confirmed' | 'held' | 'hasMoney'>,
): EditState {
	const now = services.clock.now();
	const phase = editPhase({ ...row, isShown: row.publishedAt !== null }, sold.confirmed + sold.held, now);
	return {
		...sold,
		phase,
		nowMs: now.getTime(),
		endsAtMs: row.endsAt.getTime(),
		isCancelled: row.status === 'cancelled',
		currency: row.currency,
	};
}

/** `readEditState` of several events of one organisation, by their ids. */
export async function readEditStates(
	services: Services,
	db: DbOrTx,
	events: readonly EventRow[],
): Promise<Map<string, EditState>> {
	const [first] = events;
	if (!first) return new Map();
	const { rows } = await db.execute<{
		eventId: string;
		confirmed: number;
		held: number;
		hasMoney: boolean;
	}>(sql`
		SELECT t.event_id AS "eventId", coalesce(sum(p.confirmed), 0)::int AS confirmed, coalesce(sum(p.held), 0)::int AS held,
			coalesce(bool_or(t.kind <> 'free' AND p.confirmed + p.held > 0), false) AS "hasMoney"
		FROM ticket_types t
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id AND p.id = t.pool_id
		WHERE t.organisation_id = ${first.organisationId} AND t.event_id = ANY(${plainArray(events.map(({ id }) => id))}::uuid[])
		GROUP BY t.event_id`);
	const sold = new Map(rows.map(({ eventId, ...of }) => [eventId, of]));
	return new Map(
		events.map((row) => [
			row.id,
			stateOf(services, row, sold.get(row.id) ?? { confirmed: 0, held: 0, hasMoney: false }),
		]),
	);
}

/** A refusal of the table, as an error. `field` is what a form marks. */
export function editRefusal(
	rule: EditRule,
	state: EditState,
	field?: string,
	metadata: Record<string, unknown> = {},
): AppError {
	const sentence = refusalOf(rule, state);
	return new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage: sentence,
		metadata: { rule, ...metadata },
		...(field && { details: [{ field, message: sentence, code: 'BUSINESS_RULE_VIOLATION' }] }),
	});
}

/** @throws BUSINESS_RULE_VIOLATION by the first edit that the table refuses */
export function requireEdits(
	edits: readonly (Edit & { field?: string; metadata?: Record<string, unknown> })[],
	state: EditState,
): void {
	for (const edit of edits) {
		const { rule } = judgeEdit(edit, state);
		if (rule) throw editRefusal(rule, state, edit.field, edit.metadata);
	}
}
