import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { EventStatus } from '#app/shell/event-workspace.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { SeriesDate } from '#shared/contracts/series.ts';
import { useDateTexts } from './use-date-texts.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

/** A date of a series: when it is, how many places are taken, its state, and what it has of its own. */
export function DateRow({ date, onRemove }: { date: SeriesDate; onRemove?: (() => void) | undefined }) {
	const { t } = useLingui();
	const { dateText } = useRepeatTexts();
	const { pathText } = useDateTexts(date);
	const when = dateText(date.startsAtLocal);
	const own = [...new Set((date.own ?? []).map(pathText))].join(', ');
	const { figures } = date;
	return (
		<li className="flex min-h-14 items-center gap-3 py-2 text-sm">
			<div className="min-w-0 flex-1">
				<Link
					to={`/events/${date.id}/overview`}
					className="link inline-flex min-h-8 items-center font-medium"
				>
					{when}
				</Link>
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-compact text-muted">
					{figures ? (
						<span className="tabular-nums">
							{figures.capacity === null ? (
								<Trans>{figures.confirmed} sold</Trans>
							) : (
								<Trans>
									{figures.confirmed} of {figures.capacity} sold
								</Trans>
							)}
						</span>
					) : null}
					{date.isSoldOut ? <Badge>{t`Sold out`}</Badge> : null}
					{own ? <span className="[overflow-wrap:anywhere]">{t`Differs: ${own}`}</span> : null}
				</div>
			</div>
			{date.status === 'published' ? null : <EventStatus status={date.status} />}
			{onRemove ? <IconButton icon={Trash2} label={t`Remove ${when}`} tip="none" onClick={onRemove} /> : null}
		</li>
	);
}
