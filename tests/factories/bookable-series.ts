import type { Services } from '#server/services.ts';
import type { SeriesDate } from '#shared/contracts/series.ts';
import type { TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import type { TestApi } from '#tests/support/api.ts';

/** Published dates of a series with one ticket type. */
export interface TestSeries {
	id: string;
	dates: SeriesDate[];
	/** Of the ticket type in all dates. */
	lineageId: string;
	owner: TestUser;
}

/**
 * Makes a weekly series of published dates.
 * @param options.type of its ticket type
 * @param options.booking how guests book them
 * @param options.add adds to the event that the series is made of
 */
export async function makeSeries(
	services: Services,
	api: TestApi,
	owner: TestUser,
	options: {
		count?: number;
		booking?: 'each' | 'any' | 'all';
		type?: Record<string, unknown>;
		add?: (eventId: string) => Promise<unknown>;
	} = {},
): Promise<TestSeries> {
	const { count = 12, booking = 'any', type = {} } = options;
	const event = await makeEvent(services, owner, { isPublished: true });
	const { token } = owner;
	const made = await api.post(
		`/api/events/${event.id}/ticket-types`,
		{ name: 'Mat', kind: 'free', capacity: 10, ...type },
		{ token },
	);
	if (made.status !== 201) throw new Error(JSON.stringify(made.body));
	await options.add?.(event.id);
	const series = await api.post(
		`/api/events/${event.id}/series`,
		{ repeat: { rule: 'FREQ=WEEKLY', count }, booking },
		{ token },
	);
	if (series.status !== 201) throw new Error(JSON.stringify(series.body));
	return { id: series.body.series.id, dates: series.body.dates, lineageId: made.body.id, owner };
}
