import { Trans } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';

/** The amount raised of a goal, as text and as a bar. Amounts are in minor units. */
export function RaisedOfGoal(props: {
	raisedMinor: number;
	goalMinor: number;
	currency: string;
	/** Names the bar for screen readers. */
	label: string;
	/** Of the amount. */
	className: string;
}) {
	const { raisedMinor, goalMinor, currency, label, className } = props;
	const formats = useFormats();
	const goal = formats.money(goalMinor, currency);
	return (
		<>
			<p className="flex flex-wrap items-baseline gap-x-2">
				<Money className={className}>{formats.money(raisedMinor, currency)}</Money>
				<span className="text-muted">
					<Trans>raised of {goal}</Trans>
				</span>
			</p>
			<ProgressBar
				label={label}
				isLabelHidden
				tone="event"
				value={Math.min(raisedMinor, goalMinor)}
				max={goalMinor}
			/>
		</>
	);
}
