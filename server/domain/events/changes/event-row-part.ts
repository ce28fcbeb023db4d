import { and, eq, inArray, sql } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type EventField, eventFieldChanges } from '#shared/rules/edit-rules.ts';
import { type EventRow, eventColumns, lockEvent } from '../event-rows.ts';
import { isNameTaken } from '../names.ts';
import { announceUpdate } from './announce-update.ts';
import { readEditState, requireEdits } from './edit-state.ts';
import { columnsOf, type EditedRows, fieldOf, formerValue, jsonRow } from './rows.ts';

const derived = [
	'startsOn',
	'endsOn',
	'previousStartsAt',
	'previousPlace',
	'hasShortPassword',
	'themeHue',
] as const satisfies (keyof EventRow)[];
const editedColumns = [...(Object.keys(eventFieldChanges) as EventField[]), ...derived];
const instants = ['startsAt', 'endsAt', 'previousStartsAt'];

/** The row of the event itself. */
export const eventRowPart: EditedRows<Services> = {
	async read(tx, scope) {
		const row = await lockEvent(tx, scope);
		return new Map([['event', { subject: '', values: jsonRow(row, editedColumns) }]]);
	},
	async readMany(db, organisationId, eventIds) {
		const rows = await db
			.select(eventColumns)
			.from(events)
			.where(and(eq(events.organisationId, organisationId), inArray(events.id, [...eventIds])));
		return new Map(
			rows.map((row) => [row.id, new Map([['event', { subject: '', values: jsonRow(row, editedColumns) }]])]),
		);
	},
	async restore(services, tx, scope, changes) {
		const row = await lockEvent(tx, scope);
		const restored = columnsOf(
			Object.fromEntries(changes.map((change) => [fieldOf(change.path), formerValue(change)])),
			instants,
		);
		if (restored.visibility !== undefined && row.moderation)
			throw ruleViolation(
				'event-moderated',
				message`An administrator has set who can see this event. Contact them to change it.`,
			);
		requireEdits(
			changes.flatMap(({ path, after, ...change }) => {
				const name = eventFieldChanges[fieldOf(path) as EventField];
				// A start or a policy that is taken back was there before: `undoChange` looks at who bought since.
				const isPlain = name !== undefined && name !== 'event.start' && name !== 'event.refund-policy';
				return isPlain ? [{ change: name, before: after, after: formerValue(change) }] : [];
			}),
			await readEditState(services, tx, row),
		);
		try {
			await tx.transaction(async (inner) => {
				await inner
					.update(events)
					.set({ ...restored, version: sql`${events.version} + 1`, updatedAt: services.clock.now() })
					.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
			});
		} catch (error) {
			if (!isNameTaken(error)) throw error;
			throw ruleViolation('slug-taken', message`Another event now uses the former URL.`);
		}
		await announceUpdate(services, tx, row, restored);
	},
};
