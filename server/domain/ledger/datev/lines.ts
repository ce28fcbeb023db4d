import { columns } from './columns.ts';
import type { Posting } from './postings.ts';
import { plainText, quoted } from './text.ts';

/** The data of a file’s first line. */
export interface FileHead {
	/** Local times as digits: `20261201093000000`. */
	createdAt: string;
	/** `20260101` */
	fiscalYearStart: string;
	firstDay: string;
	lastDay: string;
	consultantNumber: number;
	clientNumber: number;
	accountLength: number;
	/** At most 30 characters. */
	name: string;
	/** `03`, `04`, or empty. */
	chart: string;
	currency: string;
	/** The figures no longer change. */
	isClosed: boolean;
}

/** Rows of a file, at most; more are refused by DATEV. */
export const MAX_ROWS = 99_999;

const version = { header: '700', category: '21', format: '13' };

/** The first two lines: the header of 31 fields, then the titles of the columns. */
export function headLines(head: FileHead): string {
	const fields = [
		quoted('EXTF'),
		version.header,
		version.category,
		quoted('Buchungsstapel'),
		version.format,
		head.createdAt,
		// Set by the import.
		'',
		// Origin, exported by, imported by
		...[quoted(''), quoted(''), quoted('')],
		String(head.consultantNumber),
		String(head.clientNumber),
		head.fiscalYearStart,
		String(head.accountLength),
		head.firstDay,
		head.lastDay,
		quoted(head.name),
		// Initials of who dictated it
		quoted(''),
		// Type 1: bookkeeping. Purpose 0: whatever the accounting standard.
		...['1', '0'],
		head.isClosed ? '1' : '0',
		quoted(head.currency),
		...['', quoted(''), '', ''],
		quoted(head.chart),
		...['', '', quoted(''), quoted('')],
	];
	return `${fields.join(';')}\r\n${columns.join(';')}\r\n`;
}

const place = (title: string): number => {
	const index = columns.indexOf(title);
	if (index === -1) throw new Error(`The format has no column ${title}.`);
	return index;
};
const places = {
	amount: place('Umsatz (ohne Soll/Haben-Kz)'),
	side: place('Soll/Haben-Kennzeichen'),
	currency: place('WKZ Umsatz'),
	account: place('Konto'),
	counterAccount: place('Gegenkonto (ohne BU-Schlüssel)'),
	taxKey: place('BU-Schlüssel'),
	day: place('Belegdatum'),
	reference: place('Belegfeld 1'),
	text: place('Buchungstext'),
	infoKind: place('Beleginfo - Art 1'),
	info: place('Beleginfo - Inhalt 1'),
	isClosed: place('Festschreibung'),
};
const empty: readonly string[] = columns.map(() => '');

/** An amount with two decimals behind a comma. */
const amountText = (minor: number, digits: number): string =>
	digits === 0 ? `${minor},00` : `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`;

/**
 * One row of 125 fields.
 * @param digits of the currency: 0 or 2
 */
export function rowLine(
	posting: Posting,
	head: Pick<FileHead, 'currency' | 'isClosed'>,
	digits: number,
): string {
	const cells = [...empty];
	cells[places.amount] = amountText(posting.amountMinor, digits);
	cells[places.side] = quoted(posting.side);
	cells[places.currency] = quoted(head.currency);
	cells[places.account] = posting.account;
	cells[places.counterAccount] = posting.counterAccount;
	if (posting.taxKey !== '') cells[places.taxKey] = quoted(posting.taxKey.padStart(4, '0'));
	cells[places.day] = posting.day;
	cells[places.reference] = quoted(posting.reference.replaceAll(/[^\w$%\-/]/g, '').slice(0, 36));
	cells[places.text] = quoted(plainText(posting.text, 60));
	if (posting.document !== '') {
		cells[places.infoKind] = quoted('Beleg');
		cells[places.info] = quoted(plainText(posting.document, 210));
	}
	cells[places.isClosed] = head.isClosed ? '1' : '0';
	return `${cells.join(';')}\r\n`;
}
