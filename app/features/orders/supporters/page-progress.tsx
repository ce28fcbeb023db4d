import { Plural, useLingui } from '@lingui/react/macro';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import { RaisedOfGoal } from '../components/raised-of-goal.tsx';

/** The progress of a page or team towards its own goal. */
export function PageProgress({ page, currency }: { page: SupporterPageCard; currency: string }) {
	const { t } = useLingui();
	const { raisedMinor, goalMinor, donors } = page;
	return (
		<div className="flex flex-col gap-1.5">
			<RaisedOfGoal
				{...{ raisedMinor, goalMinor, currency }}
				label={t`Raised by ${page.name}`}
				className="text-xl font-semibold"
			/>
			<p className="text-compact text-muted tabular-nums">
				<Plural value={donors} one="# donation" other="# donations" />
			</p>
		</div>
	);
}
