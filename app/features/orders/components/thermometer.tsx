import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';

const DAY_MS = 86_400_000;

/** What was raised of the goal, from how many, and how long there is still. */
export function Thermometer(props: { fundraiser: Fundraiser; endsAt: string; now: string }) {
	const { fundraiser } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { raisedMinor, offlineMinor, goalMinor, currency, donors } = fundraiser;
	const percent = formats.number(Math.floor((raisedMinor / goalMinor) * 100));
	const goal = formats.money(goalMinor, currency);
	const days = Math.ceil((Date.parse(props.endsAt) - Date.parse(props.now)) / DAY_MS);
	return (
		<div className="flex flex-col gap-2">
			<p className="flex flex-wrap items-baseline gap-x-2">
				<Money className="text-2xl font-semibold">{formats.money(raisedMinor, currency)}</Money>
				<span className="text-muted">
					<Trans>raised of {goal}</Trans>
				</span>
			</p>
			<ProgressBar
				label={t`Raised`}
				isLabelHidden
				tone="event"
				value={Math.min(raisedMinor, goalMinor)}
				max={goalMinor}
			/>
			{offlineMinor > 0 ? (
				<p className="flex flex-wrap gap-x-3 text-compact text-muted tabular-nums">
					<span>{t`Online ${formats.money(raisedMinor - offlineMinor, currency)}`}</span>
					<span>{t`Offline ${formats.money(offlineMinor, currency)}`}</span>
				</p>
			) : null}
			<p className="flex flex-wrap gap-x-3 text-compact text-muted tabular-nums">
				<span>{t`${percent}% of the goal`}</span>
				<span>
					<Plural value={donors} one="# donation" other="# donations" />
				</span>
				{days > 0 ? (
					<span>
						<Plural value={days} one="# day left" other="# days left" />
					</span>
				) : null}
			</p>
		</div>
	);
}
