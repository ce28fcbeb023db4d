import type { ReactNode } from 'react';

export interface BarRow {
	key: string;
	label: ReactNode;
	value: number;
	/** At the end of the line: the number, and what it says beside the others. */
	text: ReactNode;
}

/** Amounts under each other as bars, each with its name and number: steps of a funnel, shares of a whole. */
export function BarList({
	label,
	rows,
	isOrdered,
}: {
	label: string;
	rows: readonly BarRow[];
	isOrdered?: boolean;
}) {
	const most = Math.max(1, ...rows.map(({ value }) => value));
	const List = isOrdered ? 'ol' : 'ul';
	return (
		<List aria-label={label} className="flex flex-col gap-3 text-sm">
			{rows.map(({ key, label: name, value, text }) => (
				<li key={key} className="flex flex-col gap-1.5">
					<span className="flex flex-wrap justify-between gap-x-4">
						<span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
							{name}
						</span>
						<span className="text-muted tabular-nums">{text}</span>
					</span>
					<span aria-hidden="true" className="h-2 rounded-full bg-ink/7">
						<span
							className="keep-colours block h-full rounded-full bg-accent"
							style={{ inlineSize: `${(value / most) * 100}%` }}
						/>
					</span>
				</li>
			))}
		</List>
	);
}
