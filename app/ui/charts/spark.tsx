import { linePath } from './scale.ts';

/** The course of a number in one line, beside the number itself: nothing to read aloud. */
export function Spark({ values }: { values: readonly number[] }) {
	if (values.length < 2) return null;
	return (
		<svg
			aria-hidden="true"
			viewBox="0 -4 100 108"
			preserveAspectRatio="none"
			className="mt-1 h-8 w-full overflow-visible"
		>
			<path
				d={linePath(values, Math.max(1, ...values))}
				className="fill-none stroke-accent"
				strokeWidth="1.5"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}
