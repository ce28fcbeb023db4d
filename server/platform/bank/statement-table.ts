import { createHash } from 'node:crypto';
import { message } from '#shared/errors/translatable-message.ts';
import { isCurrency } from '#shared/lib/currency-list.ts';
import { readTable, type Table, TableProblem, type TableRow } from '../table/read-table.ts';
import {
	type BankFile,
	type BankFileLine,
	BankFileProblem,
	createSkipCounter,
	limited,
} from './bank-file.ts';
import { amountStyleOf, currencyOf, readAmount, type StatementAmount } from './statement-amounts.ts';
import {
	anyDay,
	cellOf,
	createWordReader,
	isCounter,
	isMoneyAt,
	isNumberAt,
	longestWord,
	type Places,
	placeColumns,
} from './statement-columns.ts';
import { createDayReader } from './statement-days.ts';
import { type Column, columnOf, directionOf, isBalanceText, stateOf } from './statement-vocabulary.ts';

/** Where a file of a bank has more columns, none of them is looked at. */
const mostNamedColumns = 120;

const looksLikeValue = (cell: string) =>
	anyDay(cell) !== null || /^[(+−-]?\s?\d[\d.,\s]*\)?$/.test(cell.trim());

/** How well a row names the columns of a statement; 0 without a date and an amount. */
function scoreHeader(cells: string[]): number {
	const some = cells.slice(0, mostNamedColumns);
	if (some.some((cell) => cell.length < longestWord && looksLikeValue(cell))) return 0;
	const named = some.map((cell) => columnOf(cell));
	const has = (column: Column) => named.includes(column);
	if (!has('date') || !(has('amount') || has('credit'))) return 0;
	return named.filter((column) => column !== null).length;
}

/**
 * Reads the rows of a table whose columns are found by their names and contents. Every column that speaks of direction, state or currency is
 * obeyed: money came in where nothing says otherwise and all words are understood.
 * @param currency of a file that names none
 * @throws BankFileProblem with the word that was not understood
 */
export async function readStatementTable(bytes: Uint8Array, currency: string): Promise<BankFile> {
	let table: Table;
	try {
		table = await readTable(bytes, { isKnownColumnName: (name) => columnOf(name) !== null, scoreHeader });
	} catch (error) {
		if (error instanceof TableProblem) throw new BankFileProblem(error.sentence);
		throw error;
	}
	if (table.columns.length > mostNamedColumns)
		throw new BankFileProblem(
			message`This file has ${table.columns.length} columns; statements have at most ${mostNamedColumns}.`,
		);
	if (scoreHeader(table.columns) === 0)
		throw new BankFileProblem(
			message`The columns for date, amount and reference were not found. Name them “Date”, “Amount” and “Reference”.`,
		);
	return readRows(table, currency);
}

/** The currency that the name of a column ends with: `Amount (EUR)`. @throws BankFileProblem for a sign that could be several */
function currencyOfName(name: string, expected: string): string | null {
	const end = /(?:^|[\s([_/])(\p{L}{2,5}|\p{L}{0,2}\p{Sc})[)\]]?\s*$/u.exec(name.trim())?.[1];
	const code = end ? currencyOf(end, expected) : null;
	if (end && code === null && /\p{Sc}/u.test(end))
		throw new BankFileProblem(
			message`The currency of the column “${limited(name, 60)}” is not known. Write its code, such as EUR.`,
		);
	return code;
}

/** The currency that the lines above a table name; null: none, or several. */
function currencyAbove(above: readonly string[][]): string | null {
	const found = above.flat().flatMap((cell) => {
		const [, before, behind] =
			/(?:^|\d\s?)([A-Z]{3})$|^([A-Z]{3})\s?[\d(-]/.exec(cell.slice(0, 200).trim()) ?? [];
		const said = /^(.{3,30}?)[:=]\s*([A-Z]{3})$/.exec(cell.slice(0, 60).trim());
		const named = said && columnOf(said[1] ?? '') === 'currency' ? said[2] : undefined;
		return [before, behind, named].filter((code): code is string => code !== undefined && isCurrency(code));
	});
	const [only] = new Set(found);
	return new Set(found).size === 1 ? (only ?? null) : null;
}

/** Reads what a row says of money, and what the rows have in common. */
function createMoneyReader(table: Table, places: Places, fallback: string) {
	const { columns, rows } = table;
	const { amount, credit, debit } = places;
	const moneyAt = [amount, credit, debit].filter((at) => at >= 0);
	const nameCurrency = moneyAt
		.map((at) => currencyOfName(columns[at] ?? '', fallback))
		.find((code) => code !== null);
	const main = nameCurrency ?? currencyAbove(table.above) ?? fallback;
	const written = (at: number) => rows.filter((row) => !isNumberAt(row, at)).map((row) => cellOf(row, at));
	const style = amountStyleOf(moneyAt.flatMap(written));
	const amountAt = (row: TableRow, at: number, currency: string) =>
		readAmount(cellOf(row, at), currency, style, isNumberAt(row, at));
	const hasSigns =
		debit >= 0 ||
		credit >= 0 ||
		rows.some((row) => readAmount(cellOf(row, amount), main, style)?.isMarked ?? false);
	const isPositive = (row: TableRow) => {
		const read = amount < 0 ? null : amountAt(row, amount, main);
		return read !== null && !read.isOut && read.minor > 0;
	};
	/** The currency of a row: a column that names another one than the file is believed. */
	const currencyFor = (row: TableRow): string => {
		const said = places.currencies.flatMap((at) => {
			const cell = cellOf(row, at);
			if (cell === '') return [];
			const code = currencyOf(cell, main);
			if (code === null)
				throw new BankFileProblem(
					message`Row ${row.row} says “${limited(cell, 60)}” under “${columns[at] ?? ''}”, which is no currency that is known.`,
				);
			return [code];
		});
		const [first = main] = said;
		return said.find((code) => code !== first && code !== main) ?? first;
	};

	const figuresOf = (row: TableRow) => moneyAt.map((at) => cellOf(row, at)).filter((cell) => cell !== '');
	/** Money that came in, or why the row is none. */
	function readMoney(of: TableRow): StatementAmount | 'outgoing' | 'no-amount' {
		const currency = currencyFor(of);
		const at = credit >= 0 ? credit : amount;
		const out = debit >= 0 ? amountAt(of, debit, currency) : null;
		const hasOut = debit >= 0 && cellOf(of, debit) !== '' && out?.minor !== 0;
		if (cellOf(of, at) === '' || cellOf(of, at) === '-') {
			return hasOut ? 'outgoing' : 'no-amount';
		}
		const came = amountAt(of, at, currency);
		if (came === null || (hasOut && came.minor !== 0))
			throw new BankFileProblem(
				message`Row ${of.row} has no amount that can be read: “${limited(figuresOf(of).join(' '), 60)}”.`,
			);
		if (!hasOut && !came.isOut && came.minor > 0) return came;
		return hasOut || came.isOut ? 'outgoing' : 'no-amount';
	}
	return { main, hasSigns, isPositive, figuresOf, readMoney };
}

function readRows(table: Table, fallback: string): BankFile {
	const { columns, rows } = table;
	const places = placeColumns(table);
	const { date } = places;
	const money = createMoneyReader(table, places, fallback);
	const dayAt = createDayReader(
		rows.filter((row) => !isNumberAt(row, date)).map((row) => cellOf(row, date)),
		money.main,
	);
	const skipped = createSkipCounter();
	const wordsOf = createWordReader(table, places, money);
	const identifying = columns.map((_, at) => at).filter((at) => !isCounter(places.valuesAt(at)));
	const ids = places.id < 0 ? [] : rows.map((row) => cellOf(row, places.id));
	const isUnique = new Set(ids.filter(Boolean)).size === ids.filter(Boolean).length;
	const source = `${table.encoding === null ? 'xlsx' : 'csv'}:${createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 16)}`;
	/** A text that is neither amount nor day, with the name of its column. */
	const textsOf = (row: TableRow) =>
		columns
			.map((_, at) => at)
			.filter((at) => at !== date && !isMoneyAt(places, at) && places.kinds[at] !== 'balance')
			.map((at) => ({ at, cell: cellOf(row, at) }))
			.filter(({ cell }) => cell !== '');

	skipped.add('note', table.above.filter((cells) => cells.some((cell) => cell.trim() !== '')).length);
	const lines: BankFileLine[] = [];
	for (const [index, row] of rows.entries()) {
		const filled = row.cells.filter((cell) => cell.trim() !== '');
		if (filled.length === 0) continue;
		const day = cellOf(row, date);
		const figures = money.figuresOf(row);
		if (filled.length === 1 || row.cells.every((cell, at) => cell.trim() === columns[at])) {
			skipped.add('note');
			continue;
		}
		const texts = textsOf(row);
		if (isBalanceRow([day, ...texts.map(({ cell }) => cell)])) {
			skipped.add('balance');
			continue;
		}
		const bookedOn = dayAt(day, isNumberAt(row, date));
		const word =
			bookedOn === null && stateOf(day) === 'pending' ? ({ skip: 'pending' } as const) : wordsOf(row);
		if (word && 'skip' in word) {
			skipped.add(word.skip);
			continue;
		}
		if (figures.length === 0) {
			skipped.add(day === '' ? 'note' : 'no-amount');
			continue;
		}
		if (day === '') {
			skipped.add('no-date');
			continue;
		}
		if (bookedOn === null)
			throw new BankFileProblem(message`Row ${row.row} has no date that can be read: “${limited(day, 60)}”.`);
		if (word)
			throw new BankFileProblem(
				message`Row ${row.row} says “${limited(word.unknown, 60)}” under “${columns[word.at] ?? ''}”. It is not clear whether this money came in. Export CAMT.053 from your bank, or write “credit”, “debit” or “pending” there.`,
			);
		const read = money.readMoney(row);
		if (typeof read === 'string') {
			skipped.add(read);
			continue;
		}
		lines.push({
			...{ bookedOn, amountMinor: read.minor, currency: read.currency, source, part: '' },
			payer: limited(places.payers.map((at) => cellOf(row, at)).find(isPayerName) ?? '', 140),
			text: limited(lineText(texts), 1_000),
			texts: texts.map(({ cell }) => cell),
			identity: JSON.stringify(
				identifying.map((at) => (at === date ? bookedOn : limited(cellOf(row, at), 2_000))),
			),
			isCertain: isUnique && /^(?=.*\d).{6,}$/.test(ids[index] ?? ''),
		});
	}
	return { lines, skipped: skipped.counts };

	/** The readable columns of a line: those of text, and others that hold a reference. */
	function lineText(texts: readonly { at: number; cell: string }[]): string {
		const main = texts.filter(
			({ at, cell }) =>
				places.texts.includes(at) || (!places.payers.includes(at) && /\bRF\s?\d\d/i.test(cell)),
		);
		const shown = main.length > 0 ? main : texts.filter(({ at }) => places.kinds[at] === null);
		return [...new Set(shown.map(({ cell }) => cell))].join(' ');
	}
}

/** Columns of counterparties also hold their accounts. */
const isPayerName = (cell: string) => /\p{L}/u.test(cell) && !/^[A-Z]{2}\d\d[A-Z\d ]*$/.test(cell);

/** Balances and totals have words for what they are, and no others. */
function isBalanceRow(cells: readonly string[]): boolean {
	const worded = cells.filter((cell) => /\p{L}/u.test(cell));
	/** An account, a code, an amount with its currency. */
	const isName = (cell: string) =>
		/^(?!RF\d\d)(?:[A-Z]{2}\d\d[A-Z\d ]*|[A-Z]{1,3}|[-+]?[\d.,'’\s]{1,20}[A-Z]{3})$/.test(cell);
	return (
		worded.some((cell) => isBalanceText(cell)) &&
		worded.every(
			(cell) => isBalanceText(cell) || isName(cell) || directionOf(cell) !== null || anyDay(cell) !== null,
		)
	);
}
