import type { Table } from '#server/platform/table/read-table.ts';
import { type ImportField, importFields } from '#shared/contracts/guest-import.ts';
import { rankColumnName } from './column-names.ts';
import { holdsPart, readCount, readEmail } from './guest-cells.ts';

/** Column numbers (from 0) by field. */
export type GuestMapping = Partial<Record<ImportField, number>>;

export interface GuessedMapping {
	mapping: GuestMapping;
	/** `name`: the column's name says it. `content`: its cells look like it. */
	reasons: Partial<Record<ImportField, 'name' | 'content'>>;
}

/** How many rows are read to guess what a column holds. */
const SAMPLE = 100;

/** Guesses which column holds what, from the names of the columns, and where those say nothing from what is in them. */
export function guessColumns(table: Table): GuessedMapping {
	const mapping: GuestMapping = {};
	const reasons: GuessedMapping['reasons'] = {};
	const take = (field: ImportField, column: number | undefined, reason: 'name' | 'content') => {
		if (column === undefined) return;
		mapping[field] = column;
		reasons[field] = reason;
	};

	if (table.hasHeader) {
		for (const field of importFields) take(field, bestNamed(table, field), 'name');
		settleNames(table, mapping, reasons);
		settleEmails(table, mapping, reasons);
		dropUnlikely(table, mapping, reasons);
	}
	if (mapping.email === undefined) take('email', columnOfEmails(table), 'content');
	if (mapping.name === undefined && mapping.firstName === undefined && mapping.lastName === undefined) {
		const [first, second] = columnsOfNames(table, new Set(Object.values(mapping)));
		take(second === undefined ? 'name' : 'firstName', first, 'content');
		take('lastName', second, 'content');
	}
	return { mapping, reasons };
}

function bestNamed(table: Table, field: ImportField): number | undefined {
	let best: { column: number; rank: number } | undefined;
	for (const [column, name] of table.columns.entries()) {
		const rank = rankColumnName(field, name);
		if (rank !== null && (!best || rank < best.rank)) best = { column, rank };
	}
	return best?.column;
}

/**
 * "Name" beside a column for one part of the name is the other part ("Vorname; Name", "Name; Surname"), unless its cells hold
 * both. A part alone is the whole name ("Nombre", "Nom").
 */
function settleNames(table: Table, mapping: GuestMapping, reasons: GuessedMapping['reasons']): void {
	const move = (from: ImportField, to: ImportField) => {
		mapping[to] = mapping[from];
		reasons[to] = reasons[from];
		delete mapping[from];
		delete reasons[from];
	};
	const parts = (['firstName', 'lastName'] as const).filter((part) => mapping[part] !== undefined);
	const [part] = parts;
	if (parts.length !== 1 || part === undefined) return;
	if (mapping.name === undefined) move(part, 'name');
	else if (!isMostlyWhole(table, mapping.name, mapping[part]))
		move('name', part === 'firstName' ? 'lastName' : 'firstName');
}

/** Whether the names of a column hold what another column says, in most rows that fill both. */
function isMostlyWhole(table: Table, names: number, part: number | undefined): boolean {
	const filled = table.rows
		.map(({ cells }) => ({ name: cells[names] ?? '', part: cells[part ?? -1] ?? '' }))
		.filter((row) => row.name.trim() !== '' && row.part.trim() !== '')
		.slice(0, SAMPLE);
	return filled.filter((row) => holdsPart(row.name, row.part)).length > filled.length / 2;
}

/** In a list with an address of the guest and another of the order, the plain "Email" is the buyer's. */
function settleEmails(table: Table, mapping: GuestMapping, reasons: GuessedMapping['reasons']): void {
	if (mapping.email === undefined || mapping.buyerEmail !== undefined) return;
	if (!/attendee|guest|participant|ticket/i.test(table.columns[mapping.email] ?? '')) return;
	const plain = table.columns.findIndex((name) => /^\s*e-?mail( address)?\s*$/i.test(name));
	if (plain < 0) return;
	mapping.buyerEmail = plain;
	reasons.buyerEmail = 'name';
}

/** A column whose name fits but whose cells cannot be it: a "Status" full of dates, a "Code" that is the same for many. */
function dropUnlikely(table: Table, mapping: GuestMapping, reasons: GuessedMapping['reasons']): void {
	const drop = (field: ImportField) => {
		delete mapping[field];
		delete reasons[field];
	};
	const filled = (field: ImportField) =>
		table.rows
			.slice(0, SAMPLE)
			.map(({ cells }) => (cells[mapping[field] ?? -1] ?? '').trim())
			.filter((cell) => cell !== '');
	if (filled('status').some((cell) => /\d/.test(cell))) drop('status');
	for (const field of ['quantity', 'plusOnes'] as const) {
		if (!filled(field).some((cell) => readCount(cell) !== null)) drop(field);
	}
	const emails = filled('email');
	if (emails.length > 0 && !emails.some((cell) => readEmail(cell).email !== '')) drop('email');
}

function columnOfEmails(table: Table): number | undefined {
	return bestColumn(table, (cell) => readEmail(cell).email !== '', 0.5);
}

/** The first one or two columns of words: people begin lists with names. */
function columnsOfNames(table: Table, taken: Set<number>): (number | undefined)[] {
	const isName = (cell: string) => /\p{L}/u.test(cell) && !/[@/]|\d{3}/.test(cell) && cell.length <= 80;
	const columns = table.columns.map((_, column) => column).filter((column) => !taken.has(column));
	const good = columns.filter((column) => shareOf(table, column, isName) >= 0.7);
	const [first, second] = good;
	return second !== undefined && first !== undefined && second === first + 1 ? [first, second] : [first];
}

function bestColumn(table: Table, fits: (cell: string) => boolean, least: number): number | undefined {
	const shares = table.columns.map((_, column) => shareOf(table, column, fits));
	const best = Math.max(...shares);
	return best >= least ? shares.indexOf(best) : undefined;
}

/** Of the filled cells of a column, the share that fits; a column filled for less than half of the rows does not count. */
function shareOf(table: Table, column: number, fits: (cell: string) => boolean): number {
	const rows = table.rows.slice(0, SAMPLE);
	const filled = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
	return filled.length < rows.length / 2 ? 0 : filled.filter(fits).length / filled.length;
}
