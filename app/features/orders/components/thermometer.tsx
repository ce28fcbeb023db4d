import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { useLiveFundraiser } from '../use-live-fundraiser.ts';
import { RaisedOfGoal } from './raised-of-goal.tsx';

const DAY_MS = 86_400_000;

/** The amount raised of the goal, the number of donors, and the time left. */
export function Thermometer(props: { fundraiser: Fundraiser; endsAt: string; now: string }) {
	const fundraiser = useLiveFundraiser(props.fundraiser);
	const { t } = useLingui();
	const formats = useFormats();
	const { raisedMinor, offlineMinor, matchedMinor, matchReceivedMinor, goalMinor, currency, donors } =
		fundraiser;
	const percent = formats.number(Math.floor((raisedMinor / goalMinor) * 100));
	const days = Math.ceil((Date.parse(props.endsAt) - Date.parse(props.now)) / DAY_MS);
	return (
		<div className="flex flex-col gap-2">
			<RaisedOfGoal
				{...{ raisedMinor, goalMinor, currency }}
				label={t`Raised`}
				className="text-2xl font-semibold"
			/>
			{offlineMinor > 0 || matchedMinor > 0 ? (
				<p className="flex flex-wrap gap-x-3 text-compact text-muted tabular-nums">
					<span>{t`Online ${formats.money(raisedMinor - offlineMinor - matchReceivedMinor, currency)}`}</span>
					{offlineMinor > 0 ? <span>{t`Offline ${formats.money(offlineMinor, currency)}`}</span> : null}
					{matchedMinor > 0 ? <span>{t`Matched ${formats.money(matchedMinor, currency)}`}</span> : null}
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
			{fundraiser.matches.map((match) => (
				<MatchNotice key={`${match.sponsor} ${match.leftMinor}`} match={match} currency={currency} />
			))}
		</div>
	);
}

/** A sponsor who adds to what is given now. */
function MatchNotice({ match, currency }: { match: Fundraiser['matches'][number]; currency: string }) {
	const formats = useFormats();
	const { sponsor, ratioBasisPoints } = match;
	const left = formats.money(match.leftMinor, currency);
	const percent = formats.number(ratioBasisPoints / 100);
	return (
		<p className="rounded-lg bg-event-wash px-3 py-2 text-sm [overflow-wrap:anywhere]" dir="auto">
			{ratioBasisPoints === 10_000 ? (
				<Trans>
					{sponsor} doubles every donation: {left} left.
				</Trans>
			) : (
				<Trans>
					{sponsor} adds {percent}% to every donation: {left} left.
				</Trans>
			)}
		</p>
	);
}
