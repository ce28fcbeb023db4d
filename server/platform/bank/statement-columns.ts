import { isCurrency } from '#shared/lib/currency-list.ts';
import type { Table, TableRow } from '../table/read-table.ts';
import { createDayReader } from './statement-days.ts';
import {
	type Column,
	columnOf,
	directionOf,
	directionOfKind,
	isBeside,
	rankOf,
	stateOf,
	stateOfSwitch,
} from './statement-vocabulary.ts';

/** A column of words has a few of them. */
const mostWords = 64;
/** A cell of a few words, such as a state. */
export const longestWord = 40;

/** The day of a cell by itself, to find out which cells are days. */
export const anyDay = createDayReader([], '');

export const cellOf = (row: TableRow, at: number) => (row.cells[at] ?? '').trim();
export const isNumberAt = (row: TableRow, at: number) => row.numbers?.includes(at) ?? false;

/** The columns of a statement, by what they hold. */
export function placeColumns(table: Table) {
	const { columns, rows } = table;
	const kinds = columns.map((name) => columnOf(name));
	const values = columns.map((_, at) => rows.map((row) => cellOf(row, at)).filter((cell) => cell !== ''));
	const valuesAt = (at: number) => values[at] ?? [];
	const ranked = (column: Column) =>
		columns
			.map((name, at) => ({ at, rank: rankOf(column, name) }))
			.filter((one): one is { at: number; rank: number } => one.rank !== null && kinds[one.at] === column)
			.sort((a, b) => a.rank - b.rank)
			.map(({ at }) => at);
	const codes = columns
		.map((_, at) => at)
		.filter((at) => {
			const all = valuesAt(at);
			return (
				all.length > 0 &&
				all.every(
					(value) => /^\p{Sc}$/u.test(value) || (value.length === 3 && isCurrency(value.toUpperCase())),
				)
			);
		});
	const dates = ranked('date').filter((at) => !codes.includes(at));
	// Where the bank has booked nothing, the day of booking is empty, and another day says nothing of it.
	const isAnyBooked = valuesAt(dates[0] ?? -1).length > 0;
	const readable = dates.find((at) => valuesAt(at).some((cell) => anyDay(cell) !== null));
	const date = (isAnyBooked ? readable : undefined) ?? dates[0] ?? -1;
	const [credit = -1, debit = -1, amount = -1] = [
		ranked('credit')[0],
		ranked('debit')[0],
		ranked('amount').find((at) => valuesAt(at).length > 0) ?? ranked('amount')[0],
	];
	// Where money that came in and money that went out have columns of their own, another amount is that of something else.
	const isSplit = credit >= 0 && (debit >= 0 || amount < 0);
	const money = isSplit ? { credit, debit, amount: -1 } : { credit: -1, debit: -1, amount };
	const first = isSplit ? credit : amount;
	const currencies = [...ranked('currency'), ...codes.filter((at) => !isBeside(columns[at] ?? ''))];
	return {
		...{ kinds, valuesAt, date, codes, ...money },
		/** Beside the amount, or with the best name. */
		currencies: [
			...new Set([...[first + 1, first - 1].filter((at) => currencies.includes(at)), ...currencies]),
		],
		payers: ranked('payer'),
		texts: kinds.flatMap((kind, at) => (kind === 'text' ? [at] : [])),
		id: ranked('id')[0] ?? -1,
	};
}
export type Places = ReturnType<typeof placeColumns>;

export const isMoneyAt = ({ amount, credit, debit }: Places, at: number) =>
	at === amount || at === credit || at === debit;

/** Columns that only count the rows say nothing of a line. */
export function isCounter(values: readonly string[]): boolean {
	return (
		values.every((value) => /^\d{1,6}$/.test(value)) &&
		values.every((value, at) => at === 0 || Math.abs(Number(value) - Number(values[at - 1])) === 1) &&
		Math.min(Number(values[0]), Number(values.at(-1))) <= 1
	);
}

/** What a row says beside its amount; `unknown`: a word that is not understood where one decides. */
type RowWord = { skip: 'outgoing' | 'pending' | 'reversed' } | { unknown: string; at: number } | null;

/** Reads the columns of direction and state of a row. */
export function createWordReader(
	table: Table,
	places: Places,
	amounts: { hasSigns: boolean; isPositive: (row: TableRow) => boolean },
): (row: TableRow) => RowWord {
	const { columns } = table;
	const { hasSigns, isPositive } = amounts;
	const { kinds, valuesAt } = places;
	const open = columns
		.map((_, at) => at)
		.filter((at) => {
			const kind = kinds[at];
			return (kind === null || kind === 'type') && !isMoneyAt(places, at) && !places.codes.includes(at);
		});
	const isShort = (word: string) => word.length <= longestWord && word.split(/\s+/).length <= 3;
	const words = open.filter(
		(at) =>
			kinds[at] === 'type' ||
			(valuesAt(at).every((value) => value.length <= longestWord) && new Set(valuesAt(at)).size <= mostWords),
	);
	const isWhole = (at: number) =>
		valuesAt(at).every((value) => directionOf(value) !== null || stateOf(value) !== null);
	/** Columns that hold directions though their names do not say so. Single letters are none unless all are understood. */
	const directions = words.filter(
		(at) =>
			valuesAt(at).some((value) => directionOf(value) !== null && value.length > 1) ||
			(valuesAt(at).length > 0 && isWhole(at)),
	);
	const named = kinds.flatMap((kind, at) => (kind === 'direction' ? [at] : []));
	// Where a column says that a positive amount went out, amounts have no sign after all.
	const areUnsigned = table.rows.some(
		(row) => directions.some((at) => directionOf(cellOf(row, at)) === 'out') && isPositive(row),
	);
	const isKnown =
		(hasSigns && !areUnsigned) ||
		named.length > 0 ||
		directions.some((at) => isWhole(at) && valuesAt(at).length === table.rows.length);
	/** Columns in which every word has to be understood. */
	const strict = new Set([
		...named,
		...(isKnown ? [] : [...directions, ...words.filter((at) => kinds[at] === 'type')]),
	]);
	const states = new Set([
		...kinds.flatMap((kind, at) => (kind === 'state' ? [at] : [])),
		...words.filter(
			(at) =>
				kinds[at] === null &&
				!directions.includes(at) &&
				valuesAt(at).some((value) => stateOf(value) === 'booked'),
		),
	]);
	const reads = [...new Set([...named, ...states, ...words])];
	return (row) => {
		let skip: RowWord = null;
		for (const at of reads) {
			const word = cellOf(row, at);
			if (word === '') {
				if (named.includes(at) && !hasSigns) return skip ?? { unknown: word, at };
				continue;
			}
			const isExact = strict.has(at) || states.has(at);
			const state =
				isExact || isShort(word) ? (stateOfSwitch(columns[at] ?? '', word) ?? stateOf(word)) : null;
			const direction =
				directions.includes(at) || strict.has(at) || kinds[at] === 'type'
					? isKnown || named.includes(at)
						? directionOf(word)
						: directionOfKind(word)
					: null;
			if (direction === 'out') skip ??= { skip: 'outgoing' };
			else if (direction === null && (state === 'pending' || state === 'reversed')) skip = { skip: state };
			else if (direction === null && state === null && isExact) return { unknown: word, at };
		}
		return skip;
	};
}
