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
	currency: string;
	external_url: string;
	published_at: Date | null;
	organiser_name: string;
	organiser_slug: string;
}

export const cardColumns = `e.id, e.organisation_id, e.slug, e.code, e.title, e.summary, e.category, e.format, e.status,
	e.city, e.country_code, e.venue_name, e.time_zone, e.starts_at, e.ends_at, e.starts_on::text, e.is_all_day, e.cover_file, e.cover_alt,
	e.cover_seed, e.theme_hue, e.min_price_minor, e.currency, e.external_url, e.published_at,
	o.name AS organiser_name, o.slug AS organiser_slug`;
