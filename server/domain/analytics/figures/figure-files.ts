import { download, textStream } from '#server/http/export/files.ts';
import { type CsvValue, csvFile } from '#server/platform/csv-export.ts';
import type { FigureDay, FigureMoney, SourceFigures } from '#shared/contracts/figures.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';

/** A small table as a CSV file. */
export const figureFile = (name: string, header: string[], rows: CsvValue[][]): Response =>
	download(
		textStream(csvFile(header, rows, { hasByteOrderMark: true })),
		`${name}.csv`,
		'text/csv; charset=utf-8',
	);

const amount = (minor: number, currency: string) => {
	const digits = currencyDigits(currency);
	return (minor / 10 ** digits).toFixed(digits);
};

type Net = Pick<FigureMoney, 'currency' | 'netMinor'>;
/** A column of net revenue for each currency that occurs: amounts of two are never added. */
function netColumns(rows: readonly { net: readonly Net[] }[]) {
	const currencies = [...new Set(rows.flatMap(({ net }) => net.map(({ currency }) => currency)))].toSorted();
	return {
		header: currencies.map((currency) => `Net ${currency}`),
		cells: ({ net }: { net: readonly Net[] }) =>
			currencies.map((currency) =>
				amount(net.find((one) => one.currency === currency)?.netMinor ?? 0, currency),
			),
	};
}

/** Days with their counts. */
export function daysFile(name: string, days: readonly FigureDay[]): Response {
	const net = netColumns(days);
	const header = [
		'Day',
		'Views',
		'Visitors',
		'Began',
		'Registrations',
		'Unpaid',
		'Tickets',
		'Cancelled',
		'Attended',
		'Checked in',
	];
	return figureFile(
		name,
		[...header, ...net.header],
		days.map((row) => [
			row.day,
			row.views,
			row.visitors,
			row.forms,
			row.registrations,
			row.unpaid,
			row.tickets,
			row.cancelled,
			row.attended,
			row.checkedIn,
			...net.cells(row),
		]),
	);
}

export function sourcesFile(name: string, by: string, rows: readonly SourceFigures[]): Response {
	const net = netColumns(rows);
	return figureFile(
		name,
		[by, 'Label', 'Views', 'Visitors', 'Began', 'Registrations', 'Tickets', ...net.header],
		rows.map((row) => [
			row.name,
			row.label ?? '',
			row.views,
			row.visitors,
			row.forms,
			row.registrations,
			row.tickets,
			...net.cells(row),
		]),
	);
}
