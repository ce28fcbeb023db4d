/** Which event of which organisation: rows are found by both. */
export interface EventScope {
	organisationId: string;
	eventId: string;
}
