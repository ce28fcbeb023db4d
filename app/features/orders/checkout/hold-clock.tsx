import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import { clock, useCountdown } from '../use-countdown.ts';
import type { Checkout } from './use-checkout.ts';

const WARN_MINUTES = 2;
const WARN_MS = WARN_MINUTES * 60_000;
/** Before that there is time, and nothing to decide. */
const EXTEND_MS = 3 * 60_000;
/** What is held for longer, since its organiser requested the difference or approved it, has a date. */
const COUNTED_MS = 60 * 60_000;

/** How long the tickets are still held, said aloud once when little is left, and extended once. */
export function HoldClock({ checkout }: { checkout: Checkout }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone();
	const { order, reload } = checkout;
	const expiresAt = order.change?.expiresAt ?? order.expiresAt;
	const leftMs = useCountdown(expiresAt);
	const isOver = leftMs === 0;
	useEffect(() => {
		if (isOver) void reload().catch(() => {});
	}, [isOver, reload]);
	const isShort = leftMs !== null && leftMs <= WARN_MS;
	const at = zone ?? order.event.timeZone;
	const date = expiresAt ? formats.dateTime(expiresAt, at) : '';
	const until = expiresAt && !order.isApproved ? formats.time(expiresAt, at) : date;
	return (
		<div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
			<p role="timer" className={isShort ? 'text-warning' : 'text-muted'}>
				{order.attendees.length === 0 ? null : leftMs !== null && order.change ? (
					leftMs > COUNTED_MS ? (
						<Trans>Your new tickets are held until {date}</Trans>
					) : (
						<Trans>Your new tickets are held for {clock(leftMs)}</Trans>
					)
				) : leftMs === null || leftMs > COUNTED_MS ? (
					<Trans>Your tickets are held until {until}</Trans>
				) : (
					<Trans>Your tickets are held for {clock(leftMs)}</Trans>
				)}
			</p>
			<p role="status" className="sr-only">
				{isShort ? t`Less than ${WARN_MINUTES} minutes left.` : ''}
			</p>
			{order.canExtend && leftMs !== null && leftMs <= EXTEND_MS ? (
				<Button
					variant="ghost"
					size="sm"
					className="needs-script"
					onClick={() => void checkout.extend().catch(checkout.setError)}
				>
					{t`Extend by ${HOLD_MINUTES} minutes`}
				</Button>
			) : null}
		</div>
	);
}
