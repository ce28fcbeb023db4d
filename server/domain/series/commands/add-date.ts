import { holdOrganisation, requireOpening } from '#server/domain/events/commands/change-status.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { dateTimes } from '#shared/rules/series/date-times.ts';
import { datesOfDay, readExistingDates } from '../dates-of-series.ts';
import { makeDates } from '../make-dates.ts';
import { nextByHand } from '../plan-dates.ts';
import { requireCourse, requireFewDates } from '../rule.ts';
import { lockSeries, readSegments, type SeriesScope, segmentOf, touchSeries } from '../series-record.ts';

/**
 * Adds a manually added date, as the series is at that day, published when the series is.
 * @param how.startsAtLocal wall time in the zone that the series has at that day: `2027-04-02T19:30`
 * @returns id of its event
 * @throws `date-exists`, `date-over`, `series-too-long`, what publishing throws
 */
export async function addDate(
	services: Services,
	scope: SeriesScope,
	how: { startsAtLocal: string; userId: string },
): Promise<string> {
	const { organisationId } = scope;
	const local = how.startsAtLocal.slice(0, 16);
	const [day = '', time = ''] = local.split('T');
	return services.database.transaction(async (tx) => {
		const series = await lockSeries(tx, scope);
		const segments = await readSegments(tx, scope);
		const segment = segmentOf(`+${day}/1`, segments);
		const key = nextByHand(day, time, segment.startTimes, await datesOfDay(tx, scope, day));
		if (key === null)
			throw ruleViolation('date-exists', message`The series has a date at that time already.`);
		const { endsAt } = dateTimes(key, { ...segment, startTimes: segment.startTimes.map(() => time) });
		if (endsAt <= services.clock.now())
			throw ruleViolation('date-over', message`That date would be over already. Choose a later one.`);
		const existing = await readExistingDates(tx, scope);
		requireFewDates(existing.ahead + 1);
		requireCourse(series.booking, { ahead: existing.ahead + 1, isOpen: false });
		if (existing.isPublished && existing.latestId !== null) {
			await holdOrganisation(tx, organisationId);
			const model = await lockEvent(tx, { organisationId, eventId: existing.latestId });
			await requireOpening(services, tx, { ...model, endsAt });
		}
		const [eventId] = await makeDates(services, tx, scope, {
			dates: [{ key, startsAtLocal: local }],
			segments,
			model: existing.latestId,
			isPublished: existing.isPublished,
			createdBy: how.userId,
			isDemo: series.isDemo,
		});
		await touchSeries(tx, scope);
		if (!eventId) throw new Error('A date was made.');
		return eventId;
	});
}
