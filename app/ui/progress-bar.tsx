import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/** How much of something is done or taken. Without `value` it is under way for an unknown time. */
export function ProgressBar(props: {
	label: ReactNode;
	value?: number;
	max?: number;
	/** At the end of the label line: `42 of 120`. */
	detail?: ReactNode;
	tone?: 'accent' | 'success' | 'warning' | 'event';
	isLabelHidden?: boolean;
	className?: string;
}) {
	const { label, value, max = 100, detail, tone = 'accent', isLabelHidden = false, className } = props;
	const id = useId();
	const share = value === undefined || max <= 0 ? 0 : Math.max(0, Math.min(1, value / max));
	return (
		<div className={clsx('flex flex-col gap-1.5', className)}>
			<div className={clsx('flex justify-between gap-4 text-compact', isLabelHidden && !detail && 'sr-only')}>
				<span id={id} className={isLabelHidden ? 'sr-only' : undefined}>
					{label}
				</span>
				{detail ? <span className="text-muted tabular-nums">{detail}</span> : null}
			</div>
			<div
				role="progressbar"
				aria-labelledby={id}
				aria-valuemin={0}
				aria-valuemax={max}
				aria-valuenow={value}
				className="h-1.5 overflow-hidden rounded-full bg-ink/10"
			>
				<div
					className={clsx(
						'keep-colours h-full rounded-full transition-[width] duration-(--duration-sheet)',
						{ accent: 'bg-accent', success: 'bg-success', warning: 'bg-warning', event: 'bg-event' }[tone],
						value === undefined && 'progress-unknown w-2/5',
					)}
					style={value === undefined ? undefined : { width: `${share * 100}%` }}
				/>
			</div>
		</div>
	);
}
