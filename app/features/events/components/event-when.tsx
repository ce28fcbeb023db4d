import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats, useViewerStart } from '#app/lib/format.ts';
import { DateTile } from '#app/ui/date-tile.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** When, at the event's place; and by the visitor's own clock beside it where that differs. */
export function EventWhen({
	event,
}: {
	event: Pick<PublicEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'isAllDay'>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const when = formats.when(event);
	const viewer = useViewerStart(event);
	return (
		<div className="flex items-start gap-4">
			<DateTile date={event.startsAt} timeZone={event.timeZone} size="lg" />
			<div className="min-w-0">
				<p className="text-lg font-medium">
					<time dateTime={event.startsAt}>{when.date}</time>
				</p>
				{event.isAllDay ? (
					<p className="text-muted">{t`All day`}</p>
				) : (
					<p className="text-muted">
						{[when.time, formats.zone(event.startsAt, event.timeZone)].filter(Boolean).join(' ')}
					</p>
				)}
				{/* Reserved from the start, so that nothing moves when it is filled in. */}
				<p className="min-h-5 text-sm text-muted">{viewer ? <Trans>{viewer} your time</Trans> : null}</p>
			</div>
		</div>
	);
}
