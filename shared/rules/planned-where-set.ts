import { pick, pickDefined } from '../lib/pick.ts';

/**
 * Fields of a ticket type that the plan of an event (shared/contracts/event-plan.ts) holds only where they have another value than here:
 * a process of the version before refuses fields that it does not know. A new field of ticket types comes here (docs/adding.md).
 */
export const plannedWhereSet = {
	needsApproval: false,
	hasWithdrawal: false,
};

export type WhereSet = typeof plannedWhereSet;

export const whereSetFields = Object.keys(plannedWhereSet) as (keyof WhereSet)[];

/** What a plan holds of these fields of a ticket type. */
export const toPlanned = (values: WhereSet): Partial<WhereSet> =>
	pick(
		values,
		whereSetFields.filter((field) => values[field] !== plannedWhereSet[field]),
	);

/** All of these fields of a ticket in a plan, or of another object that leaves them out. */
export const fromPlanned = (
	planned: {
		[Field in keyof WhereSet]?: WhereSet[Field] | undefined;
	},
): WhereSet => ({ ...plannedWhereSet, ...pickDefined(planned, whereSetFields) });
