import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import {
	useLatestSeriesChange,
	useNotifySeriesNow,
	useUndoSeriesChange,
} from '#app/features/events/series-api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { UNDO_MINUTES } from '#shared/rules/periods.ts';
import { UndoButton } from '../undo-button.tsx';

const UNDO_MS = UNDO_MINUTES * 60_000;

/** The newest change of several dates while it can be undone: Undo, and when guests are emailed about it. */
export function SeriesChangeCallout(props: {
	event: { timeZone: string; isSandbox: boolean };
	series: string;
}) {
	const { event, series } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? event.timeZone;
	const attempt = useAttempt();
	const mailNote = useMailNote(event);
	const { data, refetch } = useLatestSeriesChange(series);
	const undo = useUndoSeriesChange(series);
	const notifyNow = useNotifySeriesNow(series);
	const [now, setNow] = useState(0);
	const change = data?.data[0];
	const endsAt = change ? Date.parse(change.createdAt) + UNDO_MS : 0;
	useEffect(() => {
		setNow(Date.now());
		const left = endsAt - Date.now();
		if (left <= 0) return;
		// The server's clock may be a little behind ours.
		const timer = setTimeout(() => {
			setNow(Date.now());
			void refetch();
		}, left + 3_000);
		return () => clearTimeout(timer);
	}, [endsAt, refetch]);
	if (!change || change.kind === 'undo' || change.state !== 'applied' || now === 0 || now >= endsAt)
		return null;
	const isWaiting = change.notify && change.notifiedAt === null && change.guests > 0;
	const time = change.notifyAt ? formats.time(change.notifyAt, zone) : '';
	return (
		<Callout
			tone="success"
			action={
				<div className="flex flex-wrap gap-2">
					<UndoButton change={change} undo={undo} />
					{isWaiting && !mailNote ? (
						<Button
							size="sm"
							isLoading={notifyNow.isPending}
							onClick={() => void attempt(notifyNow.mutateAsync(change.id), t`Guests are being emailed`)}
						>
							{t`Email them now`}
						</Button>
					) : null}
				</div>
			}
		>
			<span role="status">
				{change.kind === 'cancel' ? (
					<Plural value={change.dates} one="# date cancelled." other="# dates cancelled." />
				) : (
					<Plural value={change.dates} one="# date changed." other="# dates changed." />
				)}{' '}
				{!isWaiting ? null : mailNote ? (
					mailNote
				) : time ? (
					<Trans>Guests are emailed at {time}.</Trans>
				) : (
					<Trans>Guests are being emailed.</Trans>
				)}
			</span>
		</Callout>
	);
}
