/** How large a made database is. */
export interface DatasetSize {
	attendees: number;
	events: number;
	/** Guests of the largest event, which is on now. */
	largest: number;
	/** How many organisations share the events; one in fifty events belongs to the first. One for each fifty events when left out. */
	organisers?: number;
}

/** The two sizes that the product's bars compare: the same shape, a hundred times over. */
export const smallDataset: DatasetSize = { attendees: 10_000, events: 1_000, largest: 1_000 };
export const largeDataset: DatasetSize = { attendees: 1_000_000, events: 100_000, largest: 100_000 };

/** What of a made database a measurement needs to know. */
export interface Dataset extends DatasetSize {
	/** Owner of the largest event and of one event in fifty. */
	organisationId: string;
	/** The owner's account. */
	userId: string;
	/** The largest event. */
	eventId: string;
	/** Its first ticket type. */
	ticketTypeId: string;
	/** Bearer token of the owner. */
	token: string;
	/** Token of a staff link of the largest event. */
	staffToken: string;
}
