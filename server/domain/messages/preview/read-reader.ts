import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { MessageReader } from '#server/domain/notifications/sources/messages.ts';
import type { Services } from '#server/services.ts';
import type { MessagePreview } from '#shared/contracts/messages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import { maskEmail } from '#shared/rules/staff-abilities.ts';
import type { MessagePlace } from '../place.ts';
import { checkSegment } from '../segments/check-segment.ts';
import { hideFew, mayShowOne } from '../segments/few-addresses.ts';
import { previewCounts } from '../segments/preview-counts.ts';
import { readAddress } from '../segments/read-address.ts';

/** The requested recipient: the n-th of those whose name or email contains `q`. */
export interface ReaderRequest {
	segment: Segment;
	at: number;
	q: string;
	/** False: their addresses are masked for who asks, nothing is found by them, and few are neither counted nor shown. */
	maySeeAddresses: boolean;
}

/** A recipient that is shown, with its place among those requested. */
type Found = Awaited<ReturnType<typeof readAddress>>;

/** The event itself, or the date of a series that is next, or the last one; null: the series has no dates. */
export async function findSampleEvent(db: DbOrTx, place: MessagePlace): Promise<string | null> {
	if (place.eventId !== null) return place.eventId;
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT id FROM events WHERE organisation_id = ${place.organisationId} AND series_id = ${place.seriesId}
		ORDER BY ends_at < now(), CASE WHEN ends_at < now() THEN now() - ends_at ELSE ends_at - now() END LIMIT 1`);
	return rows[0]?.id ?? null;
}

/** Whether the events of a place are examples, whose guests are invented. */
export async function isExample(
	db: DbOrTx,
	{ organisationId, eventId, seriesId }: MessagePlace,
): Promise<boolean> {
	const { rows } = await db.execute<Record<string, unknown>>(
		eventId === null
			? sql`SELECT FROM event_series WHERE organisation_id = ${organisationId} AND id = ${seriesId} AND is_demo`
			: sql`SELECT FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId} AND is_demo`,
	);
	return rows.length > 0;
}

/**
 * A recipient of a segment; null: there is none, or none that is shown to who asks.
 * @throws `segment-unknown`
 */
export async function findRecipient(
	services: Services,
	place: MessagePlace,
	{ segment, at, q, maySeeAddresses }: ReaderRequest,
): Promise<Found> {
	await checkSegment(services.database.db, place, segment);
	if (maySeeAddresses) return readAddress(services, place, segment, { at, q });
	return (await mayShowOne(services, place, segment))
		? readAddress(services, place, segment, { at, q: '' })
		: null;
}

/** The same as the API answers it. */
export const presentRecipient = (
	found: Found,
	{ maySeeAddresses }: Pick<ReaderRequest, 'maySeeAddresses'>,
): MessagePreview['recipient'] => {
	if (!found) return null;
	const { name, email } = found.address;
	return { name, email: maySeeAddresses ? email : maskEmail(email), at: found.at };
};

/** How many a segment counts, as the API answers it. */
export async function countFor(
	services: Services,
	place: MessagePlace,
	{ segment, maySeeAddresses }: Pick<ReaderRequest, 'segment' | 'maySeeAddresses'>,
	category: MessageCategory,
): Promise<{ addresses: number; counts: MessagePreview['counts'] }> {
	const counts = await previewCounts(services, place, segment, category);
	return { addresses: counts.addresses, counts: maySeeAddresses ? counts : hideFew(counts) };
}

/**
 * A recipient of a segment; where there is none, a guest of the event in general.
 * @throws `segment-unknown`; not-found for a series without dates
 */
export async function readReader(
	services: Services,
	place: MessagePlace,
	request: ReaderRequest,
): Promise<{ reader: MessageReader; found: Found }> {
	const found = await findRecipient(services, place, request);
	if (found) return { reader: found.address, found };
	const eventId = await findSampleEvent(services.database.db, place);
	if (eventId === null) throw notFound('Event');
	return { reader: { eventId, orderId: null, attendeeId: null, locale: SOURCE_LANGUAGE }, found: null };
}
