import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
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

/** What of an event is sold, for the table of edit rules. Exact only while its pools are locked. */
export async function readEditState(services: Services, db: DbOrTx, row: EventRow): Promise<EditState> {
	const { rows } = await db.execute<{ confirmed: number; held: number; hasMoney: boolean }>(sql`
		SELECT coalesce(sum(p.confirmed), 0)::int AS confirmed, coalesce(sum(p.held), 0)::int AS held,
			coalesce(bool_or(t.kind <> 'free' AND p.confirmed + p.held > 0), false) AS "hasMoney"
		FROM ticket_types t
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id AND p.id = t.pool_id
		WHERE t.organisation_id = ${row.organisationId} AND t.event_id = ${row.id}`);
	const sold = rows[0] ?? { confirmed: 0, held: 0, hasMoney: false };
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
