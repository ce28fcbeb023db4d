/** Figures of an event's money whose rows can be opened. */
export const eventFigures = [
	'sold',
	'returned',
	'tax',
	'platform_fees',
	'provider_fees',
	'disputes',
	'net',
] as const;
export type EventFigure = (typeof eventFigures)[number];
