import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';

/** What a page or team has raised of its own goal. */
export function PageProgress({ page, currency }: { page: SupporterPageCard; currency: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { raisedMinor, goalMinor, donors } = page;
	const goal = formats.money(goalMinor, currency);
	return (
		<div className="flex flex-col gap-1.5">
			<p className="flex flex-wrap items-baseline gap-x-2">
				<Money className="text-xl font-semibold">{formats.money(raisedMinor, currency)}</Money>
				<span className="text-muted">
					<Trans>raised of {goal}</Trans>
				</span>
			</p>
			<ProgressBar
				label={t`Raised by ${page.name}`}
				isLabelHidden
				tone="event"
				value={Math.min(raisedMinor, goalMinor)}
				max={goalMinor}
			/>
			<p className="text-compact text-muted tabular-nums">
				<Plural value={donors} one="# donation" other="# donations" />
			</p>
		</div>
	);
}
