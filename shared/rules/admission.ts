/** Whether a new ticket type of this kind lets people in: all but add-ons, unless its organiser says otherwise. */
export const admitsByDefault = (kind: string): boolean => kind !== 'add_on';

/** How many guests the ticket types of an event have: what lets nobody in is none. */
export const guestsOf = (
	types: readonly { isAdmission: boolean; organiser?: { confirmed: number } | undefined }[],
): number =>
	types.reduce((sum, { isAdmission, organiser }) => sum + (isAdmission ? (organiser?.confirmed ?? 0) : 0), 0);
