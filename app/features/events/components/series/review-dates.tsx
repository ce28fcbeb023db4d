import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePlannedDates } from '#app/features/events/series-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { Summary } from './planned-list.tsx';
import { lengthOf } from './repeat-fields.tsx';
import { useRepeatTexts } from './use-repeat-texts.ts';

/** How many dates publishing a draft makes, with each of them folded away. */
export function ReviewDates(props: {
	repeat: Repeat;
	event: { startsAtLocal: string; endsAtLocal: string; timeZone: string };
}) {
	const { repeat, event } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const { dateText } = useRepeatTexts();
	const startsAtLocal = event.startsAtLocal.slice(0, 16);
	const lengthMinutes = lengthOf({ startsAtLocal, endsAtLocal: event.endsAtLocal.slice(0, 16) });
	const { data, error } = usePlannedDates(repeat, { startsAtLocal, timeZone: event.timeZone, lengthMinutes });
	const dates = data?.dates.filter(({ isSkipped }) => !isSkipped) ?? [];
	return (
		<Card title={t`Dates`}>
			{error ? (
				<Callout tone="danger">{errorText(error)}</Callout>
			) : !data ? (
				<Skeleton className="h-16 w-full" />
			) : (
				<div className="flex flex-col gap-3 text-sm">
					<p>
						{t`${plural(dates.length, { one: 'Publishing creates # date.', other: 'Publishing creates # dates.' })}`}
					</p>
					<p className="text-muted">
						<Summary planned={data} rule={repeat.rule} />
					</p>
					<details>
						<summary className="flex min-h-11 cursor-pointer items-center font-medium">
							<Trans>Show the dates</Trans>
						</summary>
						<ol className="flex flex-col gap-1">
							{dates.map(({ key, startsAtLocal: local }) => (
								<li key={key}>{dateText(local)}</li>
							))}
						</ol>
					</details>
				</div>
			)}
		</Card>
	);
}
