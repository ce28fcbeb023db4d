import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { linePath, niceScale, round } from './scale.ts';

export interface SeriesPoint {
	/** Of the axis: `24 Nov`. */
	label: string;
	/** Null: not yet known. */
	value: number | null;
	/** The same place of what it is compared with; null where that had none. */
	compared?: readonly (number | null)[] | undefined;
}

/** Dashes that distinguish lines of comparison without colour, in the order of `compared`. */
export const dashes = ['4 3', '1 3', '9 3', '9 3 1 3', '2 5', '5 1'] as const;

/**
 * Values one after the other, as bars or a line; each that they are compared with is a dashed line. One place is chosen with the pointer or
 * the arrow keys, and said in words above the chart.
 */
export function SeriesChart<Point extends SeriesPoint>(props: {
	/** What is drawn; read aloud. */
	label: string;
	kind: 'bars' | 'line';
	points: readonly Point[];
	/** The chosen place in words: `24 Nov: 12, before: 9`. */
	describe: (point: Point) => string;
	/** Of the axis. */
	formatValue: (value: number) => string;
	className?: string;
}) {
	const { label, kind, points, describe, formatValue, className } = props;
	const [chosen, setChosen] = useState<number | null>(null);
	const scale = niceScale(
		Math.max(
			0,
			...points.flatMap(({ value, compared = [] }) => [value ?? 0, ...compared.map((one) => one ?? 0)]),
		),
	);
	const { top, steps } = scale;
	const last = points.length - 1;
	const at = Math.min(chosen ?? last, last);
	const point = points[at];
	if (!point) return null;
	function onKeyDown(event: KeyboardEvent) {
		const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
		const to = moves[event.key];
		if (to === undefined) return;
		event.preventDefault();
		setChosen(Math.max(0, Math.min(last, to)));
	}
	function onPointerMove(event: PointerEvent<HTMLElement>) {
		const { left, width } = event.currentTarget.getBoundingClientRect();
		const share = (event.clientX - left) / Math.max(width, 1);
		const place = kind === 'bars' ? Math.floor(share * points.length) : Math.round(share * last);
		setChosen(Math.max(0, Math.min(last, place)));
	}
	return (
		<figure className={clsx('flex flex-col gap-2', className)}>
			<p aria-hidden="true" className="min-h-5 text-compact text-muted tabular-nums" dir="auto">
				{chosen === null ? '' : describe(point)}
			</p>
			<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2" dir="ltr">
				<div aria-hidden="true" className="relative h-44 min-w-6 text-end text-xs text-muted tabular-nums">
					{/* Gives the column its width. */}
					<span className="invisible">{formatValue(top)}</span>
					{steps.map((step) => (
						<span
							key={step}
							className="absolute inset-e-0 -translate-y-1/2"
							style={{ insetBlockStart: `${100 - (step / top) * 100}%` }}
						>
							{formatValue(step)}
						</span>
					))}
				</div>
				<div
					role="slider"
					tabIndex={0}
					aria-label={label}
					aria-valuemin={1}
					aria-valuemax={points.length}
					aria-valuenow={at + 1}
					aria-valuetext={describe(point)}
					onKeyDown={onKeyDown}
					onFocus={() => setChosen((before) => before ?? last)}
					onPointerMove={onPointerMove}
					onPointerLeave={() => setChosen(null)}
					className="relative h-44 cursor-crosshair rounded-sm"
				>
					<Plot kind={kind} points={points} scale={scale} chosen={chosen === null ? null : at} />
					{kind === 'line' && chosen !== null && point.value !== null ? (
						<span
							aria-hidden="true"
							className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
							style={{
								insetInlineStart: `${(at / Math.max(last, 1)) * 100}%`,
								insetBlockStart: `${100 - (point.value / top) * 100}%`,
							}}
						/>
					) : null}
				</div>
				<div
					aria-hidden="true"
					className="col-start-2 mt-1.5 flex justify-between gap-2 text-xs whitespace-nowrap text-muted"
				>
					<span>{points[0]?.label}</span>
					{last > 1 ? <span className="max-sm:hidden">{points[Math.round(last / 2)]?.label}</span> : null}
					{last > 0 ? <span>{points[last]?.label}</span> : null}
				</div>
			</div>
		</figure>
	);
}

/** Lines of the scale, and the values in a square of 100 by 100 that is stretched. */
function Plot(props: {
	kind: 'bars' | 'line';
	points: readonly SeriesPoint[];
	scale: ReturnType<typeof niceScale>;
	chosen: number | null;
}) {
	const { kind, points, chosen } = props;
	const { top, steps } = props.scale;
	const lines = points[0]?.compared?.length ?? 0;
	return (
		<svg
			aria-hidden="true"
			viewBox="0 0 100 100"
			preserveAspectRatio="none"
			className="absolute inset-0 size-full overflow-visible"
		>
			{steps.map((step) => (
				<line
					key={step}
					x1="0"
					x2="100"
					y1={100 - (step / top) * 100}
					y2={100 - (step / top) * 100}
					className="stroke-hairline"
					vectorEffect="non-scaling-stroke"
				/>
			))}
			{kind === 'bars' ? (
				<Bars points={points} top={top} chosen={chosen} />
			) : (
				<path
					d={linePath(
						points.map(({ value }) => value),
						top,
					)}
					className="fill-none stroke-accent stroke-2"
					vectorEffect="non-scaling-stroke"
				/>
			)}
			{dashes.slice(0, lines).map((dash, line) => (
				<path
					key={dash}
					d={linePath(
						points.map(({ compared }) => compared?.[line] ?? null),
						top,
					)}
					className="fill-none stroke-muted"
					strokeWidth="1.5"
					strokeDasharray={dash}
					vectorEffect="non-scaling-stroke"
				/>
			))}
		</svg>
	);
}

function Bars(props: { points: readonly SeriesPoint[]; top: number; chosen: number | null }) {
	const { points, top, chosen } = props;
	const width = 100 / points.length;
	return points.map(({ label, value }, at) => {
		const height = round(((value ?? 0) / top) * 100);
		return (
			<rect
				key={`${label} ${at}`}
				x={round(at * width + width * 0.15)}
				width={round(width * 0.7)}
				y={100 - height}
				height={height}
				className={chosen === null || chosen === at ? 'fill-accent' : 'fill-accent/50'}
			/>
		);
	});
}
