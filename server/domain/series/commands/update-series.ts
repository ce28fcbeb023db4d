import type { Tx } from '#server/db/client.ts';
import { onSlugTaken, requireUsableSlug } from '#server/domain/events/commands/update-event.ts';
import type { Services } from '#server/services.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import type { SeriesBooking } from '#shared/rules/series/repeat.ts';
import { readExistingDates } from '../dates-of-series.ts';
import { requireCourse } from '../rule.ts';
import {
	isOpen,
	lockSeries,
	readSegments,
	type SeriesRow,
	type SeriesScope,
	touchSeries,
} from '../series-record.ts';

/** Publishes to the modules that sell the dates whether they are booked as a whole from now on. The series is locked. */
export const publishBooking = (
	services: Services,
	tx: Tx,
	{ organisationId, seriesId }: SeriesScope,
): Promise<void> =>
	services.facts.publish(
		tx,
		{ name: 'events.series-booking-changed', organisationId, eventId: null, payload: { seriesId } },
		services,
	);

/**
 * Changes how a series is booked, or its slug; the old slug goes on leading to it. Saving what is already so changes nothing.
 * @throws version conflict (412), RESOURCE_ALREADY_EXISTS, what `requireCourse` refuses, VALIDATION_FAILED about `slug`
 */
export async function updateSeries(
	services: Services,
	scope: SeriesScope,
	how: {
		changes: { booking?: SeriesBooking | undefined; slug?: string | undefined };
		ifMatch: number | undefined;
	},
): Promise<void> {
	await onSlugTaken(() =>
		services.database.transaction(async (tx) => {
			const row = await lockSeries(tx, scope);
			if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
			const { booking, slug = row.slug } = how.changes;
			const set: Partial<SeriesRow> = {};
			if (booking !== undefined && booking !== row.booking) {
				const { ahead } = await readExistingDates(tx, scope);
				requireCourse(booking, {
					ahead,
					isOpen: row.stoppedAt === null && isOpen(await readSegments(tx, scope)),
				});
				set.booking = booking;
			}
			if (slug.toLowerCase() !== row.slug) {
				set.slug = slug.toLowerCase();
				requireUsableSlug(set.slug);
			}
			if (Object.keys(set).length > 0) await touchSeries(tx, scope, set);
			if (set.booking && [set.booking, row.booking].includes('all'))
				await publishBooking(services, tx, scope);
		}),
	);
}
