import { getVisibleEvent, type Viewer } from '#server/domain/events/access.ts';
import { themeHueOf } from '#server/domain/events/cover-of.ts';
import type { Services } from '#server/services.ts';
import type { LiveTotal } from '#shared/contracts/fundraiser-live.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { listLatest } from './donation-rows.ts';
import { findFundraiser } from './rows.ts';

/** Donors that a big screen names at a time. */
const donorsOnScreen = 8;

/**
 * The data of a fundraiser’s big screen, read every second or two: as little as it needs, and of donors no more than the donor wall says.
 * A draft has none, not even for members: whoever passes by reads the screen.
 * @throws not-found, and what the event refuses its visitors
 */
export async function getLiveTotal(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<LiveTotal> {
	const { event } = await getVisibleEvent(services, reference, viewer);
	const scope = { organisationId: event.organisationId, eventId: event.id };
	const row = await findFundraiser(services.database.db, scope);
	if (!row || row.state === 'draft') throw notFound('Fundraiser');
	const latest = await listLatest(services, scope, row, null);
	return {
		event: {
			id: event.id,
			slug: event.slug,
			title: event.title,
			themeHue: themeHueOf(event),
		},
		isOpen: row.state === 'live',
		raisedMinor: row.raisedMinor,
		goalMinor: row.goalMinor,
		currency: row.currency,
		donors: row.donors,
		latest: latest.slice(0, donorsOnScreen).map(({ id, name, amountMinor }) => ({ id, name, amountMinor })),
	};
}
