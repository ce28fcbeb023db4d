import { arrayRows } from '#server/db/statement.ts';

/** A day of an event, or of all events of an organisation: then `scopeId` is the organisation's own id. */
export interface DayScope {
	organisationId: string;
	scopeId: string;
	/** `2026-11-24`, in the zone of the event. */
	onDay: string;
}

/** Columns of counts and of money; each is summed over events and days. */
export const countColumns = [
	'views',
	'visitors',
	'forms',
	'orders',
	'unpaid',
	'tickets',
	'cancelled',
	'attended',
	'checked_in',
	'web_orders',
	'web_unpaid',
	'web_tickets',
	'web_attended',
	'imported_orders',
	'manual_orders',
	'door_orders',
] as const;
/** Raised with every change of what is counted; the index of days to count again has it too. */
export const figureVersion = 2;
export const moneyColumns = ['sold_minor', 'refunded_minor', 'tax_minor', 'fees_minor'] as const;
export const sourceCounts = ['views', 'visitors', 'forms', 'orders', 'tickets', 'net_minor'] as const;
/** The key of a source. */
export const sourceKeys = ['source', 'medium', 'campaign', 'link'] as const;

type Numbers<Columns extends readonly string[]> = Record<Columns[number], number>;
type Texts<Columns extends readonly string[]> = Record<Columns[number], string>;

/** A row of `event_day_figures`: counts under currency '', money under each other. */
export type FigureRow = DayScope & { currency: string } & Numbers<typeof countColumns> &
	Numbers<typeof moneyColumns>;
/** A row of `event_day_sources`, with the same use of the currency. */
export type SourceRow = DayScope & { currency: string } & Texts<typeof sourceKeys> &
	Numbers<typeof sourceCounts>;

const zeros = <Columns extends readonly string[]>(columns: Columns) =>
	Object.fromEntries(columns.map((column) => [column, 0])) as Numbers<Columns>;

export const newFigureRow = ({ organisationId, scopeId, onDay }: DayScope, currency = ''): FigureRow => ({
	...{ organisationId, scopeId, onDay, currency },
	...zeros(countColumns),
	...zeros(moneyColumns),
});

export const newSourceRow = (
	{ organisationId, scopeId, onDay }: DayScope,
	key: Texts<typeof sourceKeys>,
	currency = '',
): SourceRow => ({ ...{ organisationId, scopeId, onDay, currency }, ...key, ...zeros(sourceCounts) });

const scopeColumns = [
	['organisation_id', 'uuid', (row: DayScope) => row.organisationId],
	['scope_id', 'uuid', (row: DayScope) => row.scopeId],
	['on_day', 'text', (row: DayScope) => row.onDay],
] as const;

/** Days as parameters of a statement. */
export const dayRows = (first: number) => arrayRows<DayScope>(first, 'd', scopeColumns);

export const figureRows = arrayRows<FigureRow>(1, 'f', [
	...scopeColumns,
	['currency', 'text', (row) => row.currency],
	...[...countColumns, ...moneyColumns].map(
		(column) => [column, 'bigint', (row: FigureRow) => row[column]] as const,
	),
]);

export const sourceRows = arrayRows<SourceRow>(1, 's', [
	...scopeColumns,
	['currency', 'text', (row) => row.currency],
	...sourceKeys.map((column) => [column, 'text', (row: SourceRow) => row[column]] as const),
	...sourceCounts.map((column) => [column, 'bigint', (row: SourceRow) => row[column]] as const),
]);

export const dayKey = (row: DayScope) => `${row.organisationId} ${row.scopeId} ${row.onDay}`;
export const sourceKey = (row: SourceRow) =>
	JSON.stringify([dayKey(row), ...sourceKeys.map((column) => row[column])]);
