/** Who pays for the places of a group: its leader all of them, or each guest their own. */
export const groupWays = ['leader', 'each'] as const;

/** `ended`: of `each` its deadline has passed or the organiser ended it; what was not taken is free again. */
export const groupStates = ['open', 'ended'] as const;

export const invitationStates = ['sent', 'claimed', 'cancelled'] as const;

/** Most places that are held for a group whose guests pay for themselves. */
export const MOST_GROUP_PLACES = 200;
/** So long before the deadline its leader is sent what is still open. */
export const GROUP_NOTICE_DAYS = 2;

/** How the ticket of a place is named until somebody claims it. */
export const placeName = (group: string, number: number): string =>
	`Place ${number} of ${group}`.slice(0, 200);
