import clsx from 'clsx';

/** Numbers as bars, the greatest as high as the box. They stand beside it as text too: screen readers skip the bars. */
export function Bars(props: {
	rows: readonly { key: string; label: string; value: number }[];
	/** Height of the box, where its bars begin, and the gap between them. */
	className: string;
	bar: string;
}) {
	const most = Math.max(1, ...props.rows.map(({ value }) => value));
	return (
		<div className={clsx('flex', props.className)} aria-hidden="true">
			{props.rows.map(({ key, label, value }) => (
				<div
					key={key}
					className={clsx('flex-1', props.bar)}
					style={{ blockSize: `${(value / most) * 100}%` }}
					title={`${label}: ${value}`}
				/>
			))}
		</div>
	);
}
