import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { QrCode } from '#app/ui/qr-code.tsx';
import type { LiveTotal } from '#shared/contracts/fundraiser-live.ts';
import { useLiveTotal, useScreenOn } from './use-live-total.ts';

/** As large as a line of so many characters can be in the width and height of the screen; a figure is about 0.6 of its size wide. */
const sizeOf = (characters: number, { width, height }: { width: number; height: number }) =>
	`min(${(width / (0.62 * Math.max(1, characters))).toFixed(1)}vw, ${height}vh)`;

/** The total of a fundraiser for a big screen: figures as large as it allows, the newest donors, and the way to give. */
export function LiveScreen({ first }: { first: LiveTotal }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { appUrl } = useSite();
	const { total, isLost } = useLiveTotal(first);
	useScreenOn();
	// Without APP_URL only the browser knows where it is.
	const [origin, setOrigin] = useState(appUrl);
	useEffect(() => setOrigin((known) => known || window.location.origin), []);
	const { event, raisedMinor, goalMinor, currency, donors } = total;
	const raised = formats.money(raisedMinor, currency);
	const goal = formats.money(goalMinor, currency);
	const percent = Math.floor((raisedMinor / goalMinor) * 100);
	const link = `${origin}/register/${event.slug}`;
	const isReached = raisedMinor >= goalMinor;
	return (
		<div
			data-big-screen
			className="event-theme flex h-dvh flex-col gap-[3vh] overflow-hidden bg-linear-to-b from-event-wash to-paper p-[3vmin]"
			style={{ '--event-hue': event.themeHue }}
		>
			<h1
				tabIndex={-1}
				className="line-clamp-2 flex-none font-semibold leading-tight [overflow-wrap:anywhere]"
				style={{ fontSize: event.title.length > 38 ? 'min(3vw, 4.4vh)' : 'min(4.5vw, 7vh)' }}
				dir="auto"
			>
				{event.title}
			</h1>
			<div className="flex flex-none flex-col gap-[3vh]">
				<p
					className="whitespace-nowrap font-semibold leading-none tabular-nums"
					style={{ fontSize: sizeOf(raised.length, { width: 94, height: 30 }) }}
				>
					{raised}
				</p>
				<div
					role="progressbar"
					aria-label={t`Raised of the goal`}
					aria-valuemin={0}
					aria-valuemax={100}
					aria-valuenow={Math.min(100, percent)}
					className="h-[5vh] overflow-hidden rounded-full bg-ink/10"
				>
					<div
						className="h-full rounded-full bg-event transition-[width] duration-700 motion-reduce:transition-none"
						style={{ width: `${Math.min(100, percent)}%` }}
					/>
				</div>
			</div>
			<div className="flex min-h-0 flex-1 items-stretch gap-[4vw]">
				<div className="big-screen-side flex min-w-0 flex-1 flex-col gap-[2vh]">
					<p
						role="status"
						className="flex flex-none flex-wrap justify-between gap-x-[4vw] leading-tight tabular-nums"
						style={{ fontSize: 'max(0.875rem, min(3.6vw, 6vh))' }}
					>
						<span>
							{isReached ? (
								<Trans>Goal of {goal} reached. Thank you!</Trans>
							) : (
								<Trans>
									{formats.number(percent)}% of {goal}
								</Trans>
							)}
						</span>
						<span>
							<Plural value={donors} one="# donation" other="# donations" />
						</span>
					</p>
					{/* A row without room wraps into a column that is out of sight: none is cut in half. */}
					<ul
						aria-label={t`Newest donations`}
						className="flex min-h-0 flex-1 flex-col flex-wrap gap-[1vh] overflow-hidden"
						style={{ fontSize: 'max(0.875rem, min(3vw, 5vh))' }}
					>
						{total.latest.map(({ id, name, amountMinor }) => (
							<li key={id} className="flex w-full flex-none justify-between gap-[2vw] leading-tight">
								<bdi className="min-w-0 truncate">{name ?? t`Anonymous`}</bdi>
								{amountMinor === null ? null : (
									<span className="flex-none font-semibold tabular-nums">
										{formats.money(amountMinor, currency)}
									</span>
								)}
							</li>
						))}
					</ul>
					{isLost ? (
						<p
							role="alert"
							className="flex-none text-muted"
							style={{ fontSize: 'max(0.75rem, min(2vw, 3vh))' }}
						>
							<Trans>
								No connection. The total may be out of date; it updates once the connection is back.
							</Trans>
						</p>
					) : null}
				</div>
				{total.isOpen ? (
					<div className="flex flex-none flex-col items-center gap-[1vh]">
						<div style={{ width: 'min(30vw, 34vh)' }}>
							<QrCode value={link} label={t`QR code to donate`} className="w-full" />
						</div>
						<p className="font-semibold leading-none" style={{ fontSize: 'max(0.75rem, min(2.6vw, 4vh))' }}>
							<Trans>Scan to donate</Trans>
						</p>
					</div>
				) : null}
			</div>
		</div>
	);
}
