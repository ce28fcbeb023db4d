/** A figure with its unit: requests a second, milliseconds, bytes. Medians of the rounds. */
export interface Figure {
	value: number;
	/** As it stands behind the number: `/s`, `ms`, `kB`, `MB`. */
	unit: string;
	/** Smallest and greatest of the rounds. */
	spread?: [least: number, most: number];
}

/** What a figure is held to. */
export interface Bars {
	/** `ratio` judges subject / reference, `subject` the figure itself. */
	on: 'ratio' | 'subject';
	/** `atLeast`: more is better; `atMost`: less is. */
	must: 'atLeast' | 'atMost';
	reach: number;
	excellent: number;
}

/** One line of the table. */
export interface BenchRow {
	what: string;
	subject: Figure;
	/** Measured in the same run, between the rounds of the subject. */
	reference?: Figure & { name: string };
	/** Without bars the line is printed, not judged. */
	bars?: Bars;
	/** Shown under the table when the line does not reach its bar: why not, and what would change it. */
	ifUnmet?: string;
	/** Shown under the table in any case: what a reader must know to read the figure right. */
	note?: string;
}

export interface BenchOptions {
	/** How often subject and reference take turns; the median counts. */
	rounds: number;
	/** How long one of them runs in a round. */
	seconds: number;
	/** Tells people what is going on. */
	say(line: string): void;
}

/** A benchmark: a file `bench/<name>.ts` that exports one of these as `bench`. It runs in a process of its own. */
export interface Bench {
	run(options: BenchOptions): Promise<BenchRow[]>;
}

export type Verdict = 'excellent' | 'reached' | 'not reached' | 'printed';

/** Subject divided by reference; null without a reference. */
export function ratioOf({ subject, reference }: BenchRow): number | null {
	return reference ? subject.value / reference.value : null;
}

export function verdictOf(row: BenchRow): Verdict {
	const { bars } = row;
	if (!bars) return 'printed';
	const value = bars.on === 'ratio' ? (ratioOf(row) ?? Number.NaN) : row.subject.value;
	const meets = (bar: number) => (bars.must === 'atLeast' ? value >= bar : value <= bar);
	if (meets(bars.excellent)) return 'excellent';
	return meets(bars.reach) ? 'reached' : 'not reached';
}
