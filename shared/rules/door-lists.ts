/** Whom a check-in list lets in, and when. Null: every ticket type, no limit. */
export interface ListReach {
	ticketTypeIds: readonly string[] | null;
	opensAtMs: number | null;
	closesAtMs: number | null;
}

/** Whether a list refuses somebody now whom it let in before. */
export function isNarrowed(before: ListReach, after: ListReach): boolean {
	const losesTypes =
		after.ticketTypeIds !== null &&
		(before.ticketTypeIds === null || before.ticketTypeIds.some((id) => !after.ticketTypeIds?.includes(id)));
	const opensLater = (after.opensAtMs ?? -Infinity) > (before.opensAtMs ?? -Infinity);
	const closesEarlier = (after.closesAtMs ?? Infinity) < (before.closesAtMs ?? Infinity);
	return losesTypes || opensLater || closesEarlier;
}
