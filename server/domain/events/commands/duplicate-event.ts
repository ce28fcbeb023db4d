import type { Services } from '#server/services.ts';
import { shiftByDays } from '#shared/rules/event-times.ts';
import { wholeTimes } from '../event-times.ts';
import { applyParts, captureEvent } from '../plan/event-plan.ts';
import { getWholeEvent } from '../queries.ts';
import { insertEvent } from './create-event.ts';

/**
 * A new draft with the same content, on the same weekday at the same wall time: a week later, or as many weeks as it takes to
 * lie ahead. What other modules know of it is copied by their parts in the same transaction.
 * @returns id of the copy
 */
export async function duplicateEvent(
	services: Services,
	how: { organisationId: string; eventId: string; userId: string },
): Promise<string> {
	const source = await getWholeEvent(services, how);
	const now = services.clock.now();
	const weeksBehind = Math.max(0, Math.floor((now.getTime() - source.startsAt.getTime()) / (7 * 86_400_000)));
	const moved = shiftByDays(source, source.timeZone, 7 * (weeksBehind + 1));
	return services.database.transaction(async (tx) => {
		const { id } = await insertEvent(tx, {
			organisationId: source.organisationId,
			title: source.title,
			summary: source.summary,
			description: source.description,
			category: source.category,
			tags: source.tags,
			format: source.format,
			venueName: source.venueName,
			address: source.address,
			city: source.city,
			region: source.region,
			countryCode: source.countryCode,
			latitude: source.latitude,
			longitude: source.longitude,
			onlineUrl: source.onlineUrl,
			externalUrl: source.externalUrl,
			coverFile: source.coverFile,
			coverAlt: source.coverAlt,
			coverSeed: source.coverSeed,
			themeHue: source.themeHue,
			visibility: source.visibility,
			passwordHash: source.passwordHash,
			hasShortPassword: source.hasShortPassword,
			refundPolicy: source.refundPolicy,
			refundRules: source.refundRules,
			changeRules: source.changeRules,
			allowsTransfers: source.allowsTransfers,
			resaleRules: source.resaleRules,
			waitlistMode: source.waitlistMode,
			waitlistOfferHours: source.waitlistOfferHours,
			currency: source.currency,
			createdBy: how.userId,
			...wholeTimes({
				timeZone: source.timeZone,
				isAllDay: source.isAllDay,
				startsAt: new Date(moved.startsAt),
				endsAt: new Date(moved.endsAt),
			}),
		});
		const { organisationId } = how;
		const copy = { organisationId, eventId: id };
		await applyParts(services, tx, copy, await captureEvent(services, tx, how));
		for (const part of services.eventParts) await part.copy?.(tx, how, [id]);
		return id;
	});
}
