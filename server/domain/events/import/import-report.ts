import { type ImportItem, type WarningCode, warningTexts } from './draft.ts';

export interface ImportReport {
	/** Rows that held an event or a fault. */
	readonly rows: number;
	readonly added: number;
	readonly hasEvents: boolean;
	read(item: ImportItem): void;
	stored(result: { added: number; known: number }): void;
	/** The result for a person: what came in, why the rest did not, what was assumed. */
	lines(options: { isDry: boolean }): string[];
}

/** The summary of many rows whose reasons differ in a number or a word. */
const commonReasons: Record<string, string> = {
	'bad-date': 'A date that does not exist.',
	'bad-field': 'A field that cannot be read.',
	cancellation: 'A message that cancels an event, not an event.',
	correspondence: 'A message about an event (REPLY, COUNTER …), not an event.',
	'date-out-of-range': 'A date before 1900 or after 2200.',
	'older-version': 'An older version of another event of the file, or the same again.',
};

/** So many rows are named of each reason. */
const NAMED_ROWS = 5;

/** Counts what happens during an import and reports it in a few lines, however long the file is. */
export function createImportReport(): ImportReport {
	const takenRows = new Set<number>();
	const refusedRows = new Set<number>();
	const reasons = new Map<string, { message: string; rows: number[] }>();
	const warnings = new Map<WarningCode, Set<number>>();
	const remarks: string[] = [];
	const notes: string[] = [];
	const totals = { drafts: 0, added: 0, known: 0 };

	return {
		get rows() {
			return takenRows.size + refusedRows.size;
		},
		get added() {
			return totals.added;
		},
		get hasEvents() {
			return totals.drafts > 0;
		},
		read(item) {
			if ('draft' in item) {
				totals.drafts += 1;
				takenRows.add(item.row);
				// A repeating event says the same of each of its dates.
				for (const { code } of item.draft.warnings) {
					warnings.set(code, (warnings.get(code) ?? new Set()).add(item.row));
				}
				return;
			}
			if ('note' in item) {
				notes.push(item.note);
				return;
			}
			const { code, message } = item.problem;
			if (item.row === 0) {
				remarks.push(message);
				return;
			}
			refusedRows.add(item.row);
			const reason = reasons.get(code) ?? { message, rows: [] };
			reason.rows.push(item.row);
			reasons.set(code, reason);
		},
		stored({ added, known }) {
			totals.added += added;
			totals.known += known;
		},
		lines({ isDry }) {
			const lines = [...notes, ...remarks];
			if (totals.drafts > 0) {
				const from = takenRows.size === totals.drafts ? '' : ` from ${count(takenRows.size, 'entry')}`;
				lines.push(
					isDry
						? `${count(totals.drafts, 'event')}${from} would come in.`
						: `${count(totals.added, 'event')} came in${from}.`,
				);
				if (totals.known > 0)
					lines.push(`${count(totals.known, 'event')} were there already and stay as they are.`);
			} else if (remarks.length === 0) {
				lines.push('No event came in.');
			}
			if (refusedRows.size > 0) lines.push(`${count(refusedRows.size, 'entry')} did not come in:`);
			for (const [code, { message, rows }] of byCount(reasons)) {
				const reason = rows.length > 1 ? (commonReasons[code] ?? message) : message;
				lines.push(`  ${rows.length} × ${reason} (${linesOf(rows)})`);
			}
			if (warnings.size > 0) lines.push('What was assumed or left out:');
			for (const [code, { size }] of [...warnings].sort(([, a], [, b]) => b.size - a.size)) {
				lines.push(`  ${size} × ${warningTexts[code]}`);
			}
			return lines;
		},
	};
}

function byCount(reasons: Map<string, { message: string; rows: number[] }>) {
	return [...reasons].sort(([, a], [, b]) => b.rows.length - a.rows.length);
}

function linesOf(rows: number[]): string {
	const named = rows.slice(0, NAMED_ROWS).join(', ');
	const word = rows.length === 1 ? 'line' : 'lines';
	return `${word} ${named}${rows.length > NAMED_ROWS ? ', …' : ''}`;
}

function count(number: number, noun: 'event' | 'entry'): string {
	if (number === 1) return `1 ${noun}`;
	return `${number.toLocaleString('en')} ${noun === 'entry' ? 'entries' : 'events'}`;
}
