import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { readTable, TableProblem } from '../table/read-table.ts';
import { allAt, readXml, textAt, type XmlElement } from './xml.ts';

/** Money that came in, as a bank's file says it. */
export interface BankFileLine {
	/** `2026-11-24` */
	bookedOn: string;
	amountMinor: number;
	currency: string;
	payer: string;
	/** What the payer wrote, with references. */
	text: string;
	/** The bank's own name for the line; empty: it gives none. */
	bankReference: string;
}

export interface BankFile {
	lines: BankFileLine[];
	/** Lines of money that went out, or is not booked yet. */
	skipped: number;
}

/** Of one file. */
export const mostBankLines = 2_000;

/** A file that is no bank statement, explained in a sentence for the person who chose it. */
export class BankFileProblem extends Error {
	readonly sentence: TranslatableMessage;
	constructor(sentence: TranslatableMessage) {
		super(sentence.text);
		this.sentence = sentence;
	}
}

/**
 * Reads a statement of a bank: CAMT.053 (ISO 20022), or a table (CSV, Excel) whose columns are found by their names. Nothing of it is kept.
 * @param currency of a table that names none
 * @throws BankFileProblem
 */
export async function readBankFile(bytes: Uint8Array, currency: string): Promise<BankFile> {
	const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart().replace('\ufeff', '');
	const file = start.startsWith('<') ? readCamt(bytes) : await readStatementTable(bytes, currency);
	if (file.lines.length > mostBankLines)
		throw new BankFileProblem(message`More than ${mostBankLines} lines. Export a shorter period.`);
	return file;
}

/** A day of the calendar since 1900, written `2026-11-24`; null for anything else. */
function dayOf(iso: string): string | null {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < '1900') return null;
	const at = new Date(`${iso}T00:00:00Z`);
	return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

const limited = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most);

/** A plain decimal as minor units, as far as the digits of its currency go; null for anything else. */
function minorOf(amount: string, currency: string): number | null {
	const digits = currencyDigits(currency);
	const match = /^([+-]?)(\d{1,12})(?:\.(\d*))?$/.exec(amount);
	if (!match) return null;
	const [, sign, whole = '', fraction = ''] = match;
	const cents = fraction.padEnd(digits, '0');
	if (!/^0*$/.test(cents.slice(digits))) return null;
	const minor = Number(whole + cents.slice(0, digits));
	return sign === '-' ? -minor : minor;
}

function readCamt(bytes: Uint8Array): BankFile {
	const root = readXml(new TextDecoder().decode(bytes));
	const statements = root ? allAt(root, 'BkToCstmrStmt', 'Stmt') : [];
	if (!root || statements.length === 0)
		throw new BankFileProblem(
			message`This file is no CAMT.053 statement. Export “CAMT.053” or CSV from your bank.`,
		);
	const lines: BankFileLine[] = [];
	let skipped = 0;
	for (const entry of statements.flatMap((statement) => allAt(statement, 'Ntry'))) {
		const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
		const isIn = textAt(entry, 'CdtDbtInd') === 'CRDT' && textAt(entry, 'RvslInd') !== 'true';
		// Entries of zero are notices of the bank.
		const of = isIn && (status === '' || status === 'BOOK') ? linesOfEntry(entry) : [];
		const moneyIn = of.filter(({ amountMinor }) => amountMinor > 0);
		lines.push(...moneyIn);
		skipped += Math.max(1, of.length) - moneyIn.length;
	}
	return { lines, skipped };
}

/** An entry may collect several payments, each with an amount of its own. */
function linesOfEntry(entry: XmlElement): BankFileLine[] {
	const details = allAt(entry, 'NtryDtls', 'TxDtls');
	const isCollected = details.length > 1;
	const bookedOn = dayOf((textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10));
	return (isCollected ? details : [details[0] ?? entry]).map((detail) => {
		const amount = isCollected
			? (allAt(detail, 'Amt')[0] ?? allAt(detail, 'AmtDtls', 'TxAmt', 'Amt')[0])
			: allAt(entry, 'Amt')[0];
		const currency = amount?.attributes.Ccy ?? '';
		const amountMinor = amount && /^[A-Z]{3}$/.test(currency) ? minorOf(amount.text.trim(), currency) : null;
		if (amountMinor === null)
			throw new BankFileProblem(message`An entry of this statement has no amount that can be read.`);
		if (bookedOn === null)
			throw new BankFileProblem(message`An entry of this statement has no date that can be read.`);
		const texts = [
			...allAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
			...allAt(detail, 'RmtInf', 'Ustrd'),
			...allAt(detail, 'AddtlTxInf'),
		].map(({ text }) => text);
		const endToEnd = textAt(detail, 'Refs', 'EndToEndId');
		return {
			bookedOn,
			amountMinor,
			currency,
			payer: limited(
				textAt(detail, 'RltdPties', 'Dbtr', 'Nm') || textAt(detail, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
				140,
			),
			text: limited([...texts, endToEnd === 'NOTPROVIDED' ? '' : endToEnd].join(' '), 1_000),
			bankReference: textAt(detail, 'Refs', 'AcctSvcrRef') || textAt(entry, 'AcctSvcrRef'),
		};
	});
}

/** Names of columns in the files of banks, as they begin, without accents and in lower case. */
const columnNames = {
	date: [
		'booking date',
		'buchungstag',
		'buchungsdatum',
		'buchung',
		'date',
		'datum',
		'fecha',
		'data',
		'completed',
		'valuta',
		'value date',
	],
	amount: [
		'amount',
		'betrag',
		'montant',
		'importe',
		'importo',
		'bedrag',
		'kwota',
		'credit',
		'haben',
		'umsatz',
	],
	currency: ['currency', 'wahrung', 'devise', 'moneda', 'valuta code', 'waluta', 'divisa'],
	payer: [
		'payer',
		'name',
		'auftraggeber',
		'zahlungspflichtiger',
		'beguenstigter',
		'begunstigter',
		'counterparty',
		'partner',
		'debtor',
		'sender',
		'from',
	],
	text: [
		'verwendungszweck',
		'reference',
		'remittance',
		'description',
		'purpose',
		'details',
		'payment',
		'libelle',
		'concepto',
		'omschrijving',
		'text',
		'notes',
		'memo',
	],
} as const;
type Column = keyof typeof columnNames;

const folded = (name: string) =>
	name
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z]+/g, ' ')
		.trim();

const isOf = (column: Column, name: string) =>
	columnNames[column].some((known) => folded(name).startsWith(known));
const isKnown = (name: string) => (Object.keys(columnNames) as Column[]).some((column) => isOf(column, name));

async function readStatementTable(bytes: Uint8Array, currency: string): Promise<BankFile> {
	let table: Awaited<ReturnType<typeof readTable>>;
	try {
		table = await readTable(bytes, { isKnownColumnName: isKnown });
	} catch (error) {
		if (error instanceof TableProblem) throw new BankFileProblem(error.sentence);
		throw error;
	}
	const place = (column: Column) => {
		// In the order of the known names, so that “booking date” comes before “value date”.
		for (const known of columnNames[column]) {
			const at = table.columns.findIndex((name) => folded(name).startsWith(known));
			if (at >= 0) return at;
		}
		return -1;
	};
	const places = { date: place('date'), amount: place('amount'), text: place('text') };
	if (Object.values(places).includes(-1))
		throw new BankFileProblem(
			message`The columns for date, amount and reference were not found. Name them “Date”, “Amount” and “Reference”.`,
		);
	const [currencyAt, payerAt] = [place('currency'), place('payer')];
	const dates = dateReader(table.rows.map(({ cells }) => cells[places.date] ?? ''));
	const amounts = amountReader(table.rows.map(({ cells }) => cells[places.amount] ?? ''));
	const lines: BankFileLine[] = [];
	let skipped = 0;
	for (const { row, cells } of table.rows) {
		const named = (cells[currencyAt] ?? '').trim().toUpperCase();
		const own = /^[A-Z]{3}$/.test(named) ? named : currency;
		const bookedOn = dates(cells[places.date] ?? '');
		const amountMinor = minorOf(amounts(cells[places.amount] ?? ''), own);
		if (bookedOn === null) throw new BankFileProblem(message`Row ${row} has no date that can be read.`);
		if (amountMinor === null) throw new BankFileProblem(message`Row ${row} has no amount that can be read.`);
		if (amountMinor <= 0) {
			skipped += 1;
			continue;
		}
		lines.push({
			...{ bookedOn, amountMinor, currency: own, bankReference: '' },
			payer: limited(cells[payerAt] ?? '', 140),
			text: limited(cells[places.text] ?? '', 1_000),
		});
	}
	return { lines, skipped };
}

/** How the days of a file are written: the day comes first unless a day of the file says otherwise. */
function dateReader(all: readonly string[]): (text: string) => string | null {
	const parts = (text: string) => /^(\d{1,2})[./-](\d{1,2})[./-](\d{2}|\d{4})\b/.exec(text.trim());
	const isMonthFirst = all.some((text) => Number(parts(text)?.[2] ?? 0) > 12);
	const valid = (year: string, month: string, day: string) =>
		dayOf(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
	return (text) => {
		const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim());
		if (iso) return valid(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
		const [, first = '', second = '', year = ''] = parts(text) ?? [];
		return isMonthFirst ? valid(year, first, second) : valid(year, second, first);
	};
}

/** How the amounts of a file are written: `1.234,56` where one of them has a comma with two digits behind it at its end, else `1,234.56`. */
function amountReader(all: readonly string[]): (text: string) => string {
	const isComma = all.some((text) => /,\d{1,2}\D*$/.test(text));
	return (text) => {
		const plain = text.replaceAll(/[\s'’\u00a0A-Za-z€$£+]/g, '').replace('−', '-');
		return isComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '');
	};
}
