import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { OrganisationAction } from '#shared/rules/permissions.ts';
import type { DatasetId, ReportColumnType } from '#shared/rules/report-query.ts';

/** SQL of a join; one that compares with a value takes a parameter for it from `use`. */
export type Join = string | ((use: (value: unknown, type: string) => string) => string);

/**
 * Datasets are data: what a row is, its columns with type, SQL and the right that each needs, and what can be added up. In all SQL
 * `$1` is the organisation and `$2` the events that are looked at (null: all); other parameters are taken by joins alone. A dataset joins outwards, many to
 * one: what is one to many enters as sums for each row, so that no total is multiplied by a join (docs/decisions/360-reports.md).
 */
export interface ReportColumn {
	label: TranslatableMessage;
	type: ReportColumnType;
	sql: string;
	/** Joins that the SQL reads. */
	joins?: readonly string[];
	/** Beside the right to the dataset. */
	needs?: OrganisationAction;
	/** Names of people, addresses, free texts and what belongs to one person: never in shared links. */
	isPersonal?: true;
	choices?: Readonly<Record<string, TranslatableMessage>>;
	/** What distinguishes two groups with the same text. */
	key?: string;
}

/** Something added up over rows. */
export type Aggregate =
	| { kind: 'count'; where?: string }
	| { kind: 'sum'; sql: string; where?: string }
	/** How many different ones there are; not the sum over groups. */
	| { kind: 'distinct'; sql: string; where?: string };

export interface ReportMeasure {
	label: TranslatableMessage;
	/** `percent` and an average of `money` are one aggregate divided by another. */
	type: 'number' | 'money' | 'percent';
	of: Aggregate;
	per?: Aggregate;
	joins?: readonly string[];
	needs?: OrganisationAction;
}

/** Facts of an erasure on which files are taken away: each has its listener (../listeners.ts). */
export type ErasingFact = 'orders.account-erased' | 'orders.guest-erased' | 'fundraisers.donor-erased';

export interface ReportDataset {
	id: DatasetId;
	label: TranslatableMessage;
	description: TranslatableMessage;
	needs: OrganisationAction;
	/** What erases the people whom its personal columns name, so that files with them go. */
	erasedBy: readonly ErasingFact[];
	from: string;
	/** The organisation of a row. */
	organisation: string;
	/** The event of a row. */
	event: string;
	/** Unique in the organisation, as an index has them: the order of a list without another one. */
	key: readonly string[];
	/** By name; a join may read those before it. */
	joins: Readonly<Record<string, Join>>;
	/** Whose answers to questions a row may show: SQL of its event, its order and, where a row is one guest, of the guest. */
	answered?: { event: string; order: string; guest?: string };
	columns: Readonly<Record<string, ReportColumn>>;
	measures: Readonly<Record<string, ReportMeasure>>;
}

/** The event of a row as columns, where `event` is joined as `e`. */
export function eventColumns(eventId: string): Record<string, ReportColumn> {
	const joins = ['event'];
	return {
		event: { label: message`Event`, type: 'event', sql: 'e.title', joins, key: eventId },
		eventSeries: { label: message`Series`, type: 'text', sql: 'es.title', joins },
		eventStartsAt: { label: message`Event starts`, type: 'instant', sql: 'e.starts_at', joins },
		eventStatus: {
			label: message`Event status`,
			type: 'choice',
			sql: 'e.status',
			joins,
			choices: eventStatuses,
		},
		eventIsOver: { label: message`Event is over`, type: 'flag', sql: '(e.ends_at < now())', joins },
		city: { label: message`City`, type: 'text', sql: 'e.city', joins },
		category: { label: message`Category`, type: 'text', sql: 'e.category', joins },
	};
}

/** The series of an event `e`; where nothing reads of it the database leaves the join out. */
export const seriesJoin = 'LEFT JOIN event_series es ON es.organisation_id = $1 AND es.id = e.series_id';

export const eventJoin = (eventId: string) =>
	`LEFT JOIN events e ON e.organisation_id = $1 AND e.id = ${eventId} ${seriesJoin}`;

export const eventStatuses = {
	draft: message`Draft`,
	published: message`Published`,
	cancelled: message`Cancelled`,
	postponed: message`Postponed`,
	archived: message`Archived`,
};

const orderStatuses = {
	awaiting_approval: message`Awaiting approval`,
	pending: message`Pending`,
	confirmed: message`Confirmed`,
	expired: message`Expired`,
	cancelled: message`Cancelled`,
};

export const orderSources = {
	web: message`Website`,
	manual: message`Added manually`,
	import: message`Import`,
	door: message`At the door`,
};

/**
 * Names of the price tiers at which tickets were sold, `tiers.names`; nothing where they had the regular price. `of` are columns of
 * order lines beside the event, `on` is what they are joined on.
 */
export const tierJoin = (of: string, on: string) =>
	`LEFT JOIN (SELECT l.event_id, ${of}, string_agg(DISTINCT l.tier_name, ', ') AS names FROM order_lines l
		WHERE l.organisation_id = $1 AND ($2::uuid[] IS NULL OR l.event_id = ANY($2)) AND l.tier_name IS NOT NULL
		GROUP BY l.event_id, ${of}) tiers ON ${on}`;

export const tierColumn: ReportColumn = {
	label: message`Price tier`,
	type: 'text',
	sql: 'tiers.names',
	joins: ['tiers'],
};

/** Which order `o` it is, and what became of it, where `joins` lead to it. */
export const orderNameColumns = (joins: readonly string[]) =>
	({
		orderCode: { label: message`Order`, type: 'text', sql: 'o.code', joins, isPersonal: true },
		orderStatus: {
			label: message`Order status`,
			type: 'choice',
			sql: 'o.status',
			joins,
			choices: orderStatuses,
		},
	}) satisfies Record<string, ReportColumn>;

/** Columns of an order `o`, where `joins` lead to it. */
export function orderColumns(joins: readonly string[]): Record<string, ReportColumn> {
	return {
		...orderNameColumns(joins),
		source: { label: message`Came by`, type: 'choice', sql: 'o.source', joins, choices: orderSources },
		buyerName: {
			label: message`Buyer`,
			type: 'text',
			sql: 'o.buyer_name',
			joins,
			needs: 'attendees.view',
			isPersonal: true,
		},
		buyerEmail: {
			label: message`Buyer’s email`,
			type: 'text',
			sql: 'o.buyer_email',
			joins,
			needs: 'attendees.view',
			isPersonal: true,
		},
	};
}
