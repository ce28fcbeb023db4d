import { createHash } from 'node:crypto';
import type { EventCard, PublicEvent } from '#shared/contracts/events.ts';
import { changePolicyText } from '#shared/rules/change-rules.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { type MemberRights, memberCan, organisationActions } from '#shared/rules/permissions.ts';
import { resalePolicyText } from '#shared/rules/resale.ts';
import { logoUrl } from '../accounts/present.ts';
import { cardPrices } from './card-prices.ts';
import type { CardRow } from './card-rows.ts';
import { presentCover, themeHueOf } from './cover-of.ts';
import { descriptionHtml } from './description-html.ts';
import type { EventWithOrganiser } from './event-rows.ts';

/** A card from a row of a list. */
export function presentCardRow(row: CardRow): EventCard {
	const card = presentCard({
		id: row.id,
		slug: row.slug,
		code: row.code,
		title: row.title,
		summary: row.summary,
		category: row.category,
		format: row.format,
		status: row.status,
		city: row.city,
		countryCode: row.country_code,
		venueName: row.venue_name,
		timeZone: row.time_zone,
		startsAt: row.starts_at,
		endsAt: row.ends_at,
		startsOn: row.starts_on,
		isAllDay: row.is_all_day,
		coverFile: row.cover_file,
		coverAlt: row.cover_alt,
		coverSeed: row.cover_seed,
		themeHue: row.theme_hue,
		...cardPrices(
			{
				minPriceMinor: row.min_price_minor === null ? null : Number(row.min_price_minor),
				maxPriceMinor: row.max_price_minor === null ? null : Number(row.max_price_minor),
				currency: row.currency,
			},
			row.offer,
		),
		currency: row.currency,
		externalUrl: row.external_url,
		organiserName: row.organiser_name,
		organiserSlug: row.organiser_slug,
	});
	return {
		...card,
		isSoldOut: row.is_sold_out,
		series:
			row.series_id && row.series_slug
				? { id: row.series_id, slug: row.series_slug, moreDates: row.more_dates ?? 0 }
				: null,
	};
}

type CardFields = Pick<
	EventWithOrganiser,
	| 'id'
	| 'slug'
	| 'code'
	| 'title'
	| 'summary'
	| 'category'
	| 'format'
	| 'status'
	| 'city'
	| 'countryCode'
	| 'venueName'
	| 'timeZone'
	| 'startsAt'
	| 'endsAt'
	| 'startsOn'
	| 'isAllDay'
	| 'coverFile'
	| 'coverAlt'
	| 'coverSeed'
	| 'themeHue'
	| 'minPriceMinor'
	| 'maxPriceMinor'
	| 'currency'
	| 'externalUrl'
	| 'organiserName'
	| 'organiserSlug'
>;

/** What a list and the event's page show. Every field is named: nothing else of the row can leave. */
function presentCard(event: CardFields): Omit<EventCard, 'isSoldOut' | 'series'> {
	return {
		id: event.id,
		slug: event.slug,
		code: event.code,
		title: event.title,
		summary: event.summary,
		category: event.category as EventCard['category'],
		format: event.format,
		status: event.status,
		city: event.city,
		countryCode: event.countryCode,
		venueName: event.venueName,
		timeZone: event.timeZone,
		startsAt: event.startsAt.toISOString(),
		endsAt: event.endsAt.toISOString(),
		isAllDay: event.isAllDay,
		cover: presentCover(event),
		themeHue: themeHueOf(event),
		minPriceMinor: event.minPriceMinor,
		maxPriceMinor: event.maxPriceMinor,
		currency: event.currency,
		isExternal: event.externalUrl !== '',
		organiser: { name: event.organiserName, slug: event.organiserSlug },
	};
}

/**
 * The view of one event. The online link and what else is for members stands under `organisation`, which only
 * members get.
 */
export async function presentEvent(
	event: EventWithOrganiser,
	member: MemberRights | null,
	warnings?: PublicEvent['warnings'],
): Promise<PublicEvent> {
	return {
		...presentCard(event),
		organiser: {
			name: event.organiserName,
			slug: event.organiserSlug,
			logoUrl: logoUrl(event.organiserLogoFile),
			contactEmail: event.organiserContactEmail,
		},
		isOrganiserVerified: event.isOrganiserVerified,
		isSandbox: event.isSandbox,
		description: event.description,
		descriptionHtml: await descriptionHtml(event.description, event.pictures ?? {}),
		tags: event.tags,
		venue: {
			name: event.venueName,
			address: event.address,
			city: event.city,
			region: event.region,
			countryCode: event.countryCode,
			latitude: event.latitude,
			longitude: event.longitude,
		},
		externalUrl: event.externalUrl,
		visibility: event.visibility,
		refundPolicy: event.refundPolicy,
		refundRules: event.refundRules,
		changeRules: event.changeRules,
		changePolicy: changePolicyText(event.changeRules, event.currency),
		allowsTransfers: event.allowsTransfers,
		resaleRules: event.resaleRules,
		resalePolicy: resalePolicyText(event.resaleRules, event.currency),
		waitlistMode: event.waitlistMode,
		waitlistOfferHours: event.waitlistOfferHours,
		takesGifts: event.takesGifts,
		startsAtLocal: wallTimeOf(event.startsAt, event.timeZone),
		endsAtLocal: wallTimeOf(event.endsAt, event.timeZone),
		publishedAt: event.publishedAt?.toISOString() ?? null,
		updatedAt: event.updatedAt.toISOString(),
		version: event.version,
		shareImageUrl: shareImagePath(event),
		statusMessage: event.statusMessage,
		previousStartsAt: event.previousStartsAt?.toISOString() ?? null,
		previousPlace: event.previousPlace,
		series:
			event.seriesId && event.seriesKey && event.seriesSlug
				? {
						id: event.seriesId,
						slug: event.seriesSlug,
						key: event.seriesKey,
						booking: event.seriesBooking ?? 'each',
					}
				: null,
		...(warnings ? { warnings } : {}),
		...(member ? { organisation: presentForMember(event, member) } : {}),
	};
}

function presentForMember(event: EventWithOrganiser, member: MemberRights) {
	return {
		id: event.organisationId,
		role: member.role,
		permissions: organisationActions.filter((action) => memberCan(member, action)),
		onlineUrl: event.onlineUrl,
		hasPassword: event.passwordHash !== null,
		feeBearer: event.feeBearer,
		pricesIncludeTax: event.pricesIncludeTax,
		hasShortPassword: event.hasShortPassword,
		coverSeed: event.coverSeed,
		publishAt: event.publishAt?.toISOString() ?? null,
		repeat: event.repeat,
	};
}

/** Hash of all that the picture for link previews shows: another content is another name. */
export function shareImageHash(event: EventWithOrganiser): string {
	return createHash('sha256')
		.update(
			JSON.stringify([
				event.title,
				event.startsAt,
				event.endsAt,
				event.timeZone,
				event.isAllDay,
				event.status,
				event.city,
				event.venueName,
				event.format,
				event.organiserName,
				event.category,
				event.coverFile,
				event.coverSeed,
			]),
		)
		.digest('hex')
		.slice(0, 12);
}

export function shareImagePath(event: EventWithOrganiser): string {
	return `/og/${event.id}-${shareImageHash(event)}.png`;
}
