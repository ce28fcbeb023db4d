import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import type { EditedRows } from '../changes/rows.ts';

/**
 * A module’s data of an event that can be copied: for duplicates, templates and imports. Modules to the right of events implement it, so
 * that nothing imports to the right. Never part of it: guests, orders, staff links, passwords, codes.
 */
export interface EventPart<Services> {
	/** `tickets` */
	name: string;
	/** Rows of an event as its part of the plan. The event is locked. */
	capture(tx: Tx, scope: EventScope): Promise<Partial<EventPlan>>;
	/**
	 * The part of a plan as rows of a new event, which is locked and whose own row is there. Parts are applied in the order of modules.
	 * @param isTyped by whoever makes the event: refused like what is typed into an event
	 */
	apply(tx: Tx, scope: EventScope, plan: EventPlan, isTyped: boolean): Promise<void>;
	/**
	 * Copies what copies of an event share with the original and templates do not hold. Called once all parts of the copies are there.
	 * @param to ids of events of the same organisation
	 */
	copy?(tx: Tx, from: EventScope, to: readonly string[]): Promise<void>;
	/**
	 * Copies what dates of a series retain when they become single events. Called before the series is deleted; the dates are locked.
	 * @param eventIds of those that stay
	 */
	dissolve?(
		tx: Tx,
		series: { organisationId: string; seriesId: string },
		eventIds: readonly string[],
	): Promise<void>;
	/** Its rows that edits change, for history and undo (docs/decisions/302-edit-rules-and-changes.md). */
	rows?: EditedRows<Services>;
}
