import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { staffLinks } from '#server/db/tables/staff.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { withFreshSecrets } from '../fresh-secrets.ts';
import type { StaffLinkRow } from '../queries.ts';
import { datesOfLinks, type LinkDate } from './link-date.ts';
import { lockSeriesLink, type SeriesLinkRow } from './series-links.ts';

/**
 * The date that a link of a series opens now.
 * @throws BUSINESS_RULE_VIOLATION `date-not-open` with the next date and `opensAt`; `no-date-ahead`
 */
export async function openDateOf(services: Services, link: SeriesLinkRow): Promise<LinkDate> {
	const date = (await datesOfLinks(services, link.organisationId, [link])).get(link.id);
	if (!date) throw ruleViolation('no-date-ahead', message`This series has no date ahead. Ask the organiser.`);
	if (!date.isOpen)
		throw ruleViolation(
			'date-not-open',
			message`Check-in for the next date isn’t open yet. Open this link again then.`,
			{
				eventTitle: date.title,
				startsAt: date.startsAt.toISOString(),
				opensAt: date.opensAt.toISOString(),
				timeZone: date.timeZone,
			},
		);
	return date;
}

/**
 * The ordinary link of a date by which devices of a link of its series come in; made when the first does. The link of the series is locked,
 * so that devices side by side make one.
 * @returns null when the link of the series was ended or renewed since it was found
 */
export async function takeLinkOfDate(
	tx: Tx,
	found: SeriesLinkRow,
	date: LinkDate,
): Promise<StaffLinkRow | null> {
	const link = await lockSeriesLink(tx, found);
	if (link.revokedAt || !link.tokenHash.equals(found.tokenHash)) return null;
	const ofDate = and(
		eq(staffLinks.organisationId, link.organisationId),
		eq(staffLinks.seriesLinkId, link.id),
		eq(staffLinks.eventId, date.eventId),
	);
	const [known] = await tx.select().from(staffLinks).where(ofDate);
	if (known) return known.revokedAt ? null : known;
	const { label, abilities, deviceLimit, createdBy, organisationId } = link;
	return withFreshSecrets(({ hash, shortCode }) =>
		tx.transaction(async (inner) => {
			const [made] = await inner
				.insert(staffLinks)
				.values({
					...{ id: newId(), organisationId, eventId: date.eventId, seriesLinkId: link.id },
					// Its own token and short code are given to nobody.
					...{ tokenHash: hash, shortCode, label, abilities, deviceLimit, createdBy },
				})
				.returning();
			if (!made) throw new Error('The staff link was not written.');
			return made;
		}),
	);
}
