import clsx from 'clsx';
import { type KeyboardEvent, useState } from 'react';

export interface HeatRow {
	label: string;
	values: readonly number[];
}

/** Darkness in five steps, so that two neighbours can be distinguished. */
const shades = ['bg-ink/5', 'bg-accent/25', 'bg-accent/50', 'bg-accent/75', 'bg-accent'] as const;

/**
 * How much there was at each crossing of a row and a column, by darkness. One place is chosen with the pointer or the arrow keys, and
 * said in words above.
 */
export function HeatMap(props: {
	/** What is drawn; read aloud. */
	label: string;
	rows: readonly HeatRow[];
	/** Of every column; the first of each group of `columnStep` is written. */
	columns: readonly string[];
	columnStep: number;
	/** The chosen place in words. */
	describe: (row: number, column: number) => string;
}) {
	const { label, rows, columns, columnStep, describe } = props;
	const most = Math.max(1, ...rows.flatMap(({ values }) => values));
	const [chosen, setChosen] = useState<[row: number, column: number] | null>(null);
	const [row, column] = chosen ?? [0, 0];
	function onKeyDown(event: KeyboardEvent) {
		const moves: Record<string, [number, number]> = {
			ArrowLeft: [row, column - 1],
			ArrowRight: [row, column + 1],
			ArrowUp: [row - 1, column],
			ArrowDown: [row + 1, column],
			Home: [row, 0],
			End: [row, columns.length - 1],
		};
		const to = moves[event.key];
		if (!to) return;
		event.preventDefault();
		const within = (at: number, length: number) => Math.max(0, Math.min(length - 1, at));
		setChosen([within(to[0], rows.length), within(to[1], columns.length)]);
	}
	return (
		<figure className="flex flex-col gap-2">
			<p aria-hidden="true" className="min-h-5 text-compact text-muted tabular-nums" dir="auto">
				{chosen ? describe(row, column) : ''}
			</p>
			<div
				role="slider"
				tabIndex={0}
				aria-label={label}
				aria-valuemin={1}
				aria-valuemax={rows.length * columns.length}
				aria-valuenow={row * columns.length + column + 1}
				aria-valuetext={describe(row, column)}
				onKeyDown={onKeyDown}
				onFocus={() => setChosen((before) => before ?? [0, 0])}
				onPointerLeave={() => setChosen(null)}
				className="flex cursor-crosshair flex-col gap-0.5 rounded-sm"
				dir="ltr"
			>
				{rows.map(({ label: name, values }, at) => (
					<div key={name} className="flex items-center gap-2">
						<span aria-hidden="true" className="w-9 shrink-0 text-end text-xs text-muted">
							{name}
						</span>
						<span aria-hidden="true" className="flex h-6 min-w-0 flex-1 gap-0.5">
							{columns.map((hour, place) => {
								const value = values[place] ?? 0;
								return (
									<span
										key={hour}
										onPointerEnter={() => setChosen([at, place])}
										className={clsx(
											'keep-colours min-w-0 flex-1 rounded-xs',
											shades[value === 0 ? 0 : Math.max(1, Math.round((value / most) * 4))],
											chosen && row === at && column === place && 'outline-2 outline-ink',
										)}
									/>
								);
							})}
						</span>
					</div>
				))}
				<div aria-hidden="true" className="mt-1 flex gap-2 text-xs text-muted">
					<span className="w-9 shrink-0" />
					<span className="flex min-w-0 flex-1">
						{columns
							.filter((_, place) => place % columnStep === 0)
							.map((hour) => (
								<span key={hour} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
									{hour}
								</span>
							))}
					</span>
				</div>
			</div>
		</figure>
	);
}
