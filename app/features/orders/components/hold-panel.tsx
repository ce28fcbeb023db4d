import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import { clock, useCountdown } from '../use-countdown.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { ReleaseDialog } from './order-dialogs.tsx';

/** From here on the clock is read aloud, once. */
const WARN_MINUTES = 2;
const WARN_MS = WARN_MINUTES * 60_000;

/** A held order: the remaining time, and the three actions for it. */
export function HoldPanel({ actions }: { actions: ManagedOrderActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const viewerZone = useViewerTimeZone();
	const errorText = useErrorText();
	const { order } = actions;
	const [pending, setPending] = useState<'confirm' | 'extend' | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [isReleasing, setReleasing] = useState(false);
	const leftMs = useCountdown(order.expiresAt);
	const isOver = order.status === 'expired' || leftMs === 0;
	const { reload } = actions;
	useEffect(() => {
		if (isOver && order.status === 'pending') void reload().catch(() => {});
	}, [isOver, order.status, reload]);

	async function act(kind: 'confirm' | 'extend', work: () => Promise<unknown>) {
		if (pending) return;
		setPending(kind);
		setError(null);
		try {
			await work();
		} catch (failed) {
			setError(failed);
		} finally {
			setPending(null);
		}
	}

	const until = order.expiresAt ? formats.time(order.expiresAt, viewerZone ?? order.event.timeZone) : '';
	const places = order.attendees.filter((attendee) => attendee.status === 'held').length;
	return (
		<section
			aria-labelledby="hold-title"
			className="flex max-w-100 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
		>
			<h2 id="hold-title" className="text-lg font-semibold">
				{isOver ? (
					<Trans>Time’s up</Trans>
				) : (
					<Plural
						value={places}
						one="We’re holding # ticket for you"
						other="We’re holding # tickets for you"
					/>
				)}
			</h2>
			{isOver ? (
				<p className="text-muted">
					<Trans>Your hold expired. If tickets are left, you can still register.</Trans>
				</p>
			) : (
				<>
					<p role="timer" className="text-3xl font-semibold tabular-nums">
						{leftMs === null ? until : clock(leftMs)}
					</p>
					<p role="status" className={leftMs !== null && leftMs <= WARN_MS ? 'text-warning' : 'sr-only'}>
						{leftMs !== null && leftMs <= WARN_MS ? t`Less than ${WARN_MINUTES} minutes left.` : ''}
					</p>
					<p className="text-sm text-muted">
						<Trans>Held until {until}</Trans>
					</p>
				</>
			)}
			{error ? (
				<Callout tone="danger" isUrgent>
					{errorText(error)}
				</Callout>
			) : null}
			<div className="needs-script flex flex-col gap-2">
				<Button
					size="lg"
					tone="event"
					isLoading={pending === 'confirm'}
					onClick={() => void act('confirm', actions.confirm)}
				>
					{isOver ? t`Try again` : t`Confirm registration`}
				</Button>
				{isOver ? (
					<ButtonLink to={`/events/${order.event.slug}`} variant="outline">
						{t`View event`}
					</ButtonLink>
				) : (
					<>
						<Button
							variant="outline"
							isLoading={pending === 'extend'}
							onClick={() => void act('extend', actions.extend)}
						>
							{t`Extend by ${HOLD_MINUTES} minutes`}
						</Button>
						<Button variant="ghost" tone="destructive" onClick={() => setReleasing(true)}>
							{t`Release tickets`}
						</Button>
					</>
				)}
			</div>
			{isReleasing ? <ReleaseDialog onRelease={actions.release} onClose={() => setReleasing(false)} /> : null}
		</section>
	);
}
