import { type CardOffer, offerColumn, roomOfType } from './card-prices.ts';

/** What the database gives for a card; `e` is events, `o` the organisation. */
export interface CardRow {
	id: string;
	organisation_id: string;
	slug: string;
	code: string;
	title: string;
	summary: string;
	category: string;
	format: 'in_person' | 'online' | 'hybrid';
	status: 'draft' | 'published' | 'cancelled' | 'postponed' | 'archived';
	city: string;
	country_code: string;
	venue_name: string;
	time_zone: string;
	starts_at: Date;
	ends_at: Date;
	starts_on: string;
	is_all_day: boolean;
	cover_file: string | null;
	cover_alt: string;
	cover_seed: string | null;
	theme_hue: number | null;
	min_price_minor: string | null;
	max_price_minor: string | null;
	currency: string;
	external_url: string;
	published_at: Date | null;
	organiser_name: string;
	organiser_slug: string;
	series_id: string | null;
	series_slug: string | null;
	/** Lists that show a series once have it. */
	more_dates?: number;
	is_sold_out: boolean;
	/** Where what can be had by now costs something else than the stored range says. */
	offer: CardOffer | null;
}

/**
 * As registration sees it (`saleState` and `summariseSale`): of the types that guests see, none can be had or opens later, and one would
 * be if it had room. Read for the cards of a page only.
 */
export const isSoldOutSql = `(e.status = 'published' AND e.external_url = '' AND coalesce((
	SELECT bool_and(left_over < greatest(t.min_per_order, 1)) AND bool_and(t.sales_start_at IS NULL OR t.sales_start_at <= now())
	FROM ticket_types t CROSS JOIN LATERAL (${roomOfType}) AS room
	WHERE t.organisation_id = e.organisation_id AND t.event_id = e.id AND t.kind <> 'add_on' AND NOT t.is_hidden AND NOT t.is_closed
		AND NOT room.is_shut AND coalesce(t.sales_end_at, e.ends_at) > now()), false))`;

export const cardColumns = `e.id, e.organisation_id, e.slug, e.code, e.title, e.summary, e.category, e.format, e.status,
	e.city, e.country_code, e.venue_name, e.time_zone, e.starts_at, e.ends_at, e.starts_on::text, e.is_all_day, e.cover_file, e.cover_alt,
	e.cover_seed, e.theme_hue, e.min_price_minor, e.max_price_minor, e.currency, e.external_url, e.published_at,
	e.series_id, (SELECT s.slug FROM event_series s WHERE s.organisation_id = e.organisation_id AND s.id = e.series_id) AS series_slug,
	o.name AS organiser_name, o.slug AS organiser_slug, ${isSoldOutSql} AS is_sold_out,
	${offerColumn} AS offer`;
