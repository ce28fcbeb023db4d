import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import type { EventCard } from '#shared/contracts/events.ts';

/** Where the next event, the one after it and so on stand: the soonest in the middle, which is the highest. */
const PLACES = [
	{ hue: 35, order: 'lg:order-3', height: 'h-72 lg:h-76 xl:h-92' },
	{ hue: 150, order: 'lg:order-2', height: 'h-72 lg:h-66 xl:h-80' },
	{ hue: 320, order: 'lg:order-4', height: 'h-72 lg:h-66 xl:h-80' },
	{ hue: 265, order: 'lg:order-1', height: 'h-72 lg:h-58 xl:h-72' },
	{ hue: 85, order: 'lg:order-5', height: 'h-72 lg:h-58 xl:h-72' },
];

/**
 * The product's picture: a row of doors, one of them open. Behind each stands an event that really is on; where there
 * are fewer than five, the rest are painted.
 */
export function Arcade({ events }: { events: EventCard[] }) {
	return (
		<div className="relative overflow-hidden">
			<div
				aria-hidden="true"
				className="absolute inset-x-0 bottom-0 h-2/3 bg-[radial-gradient(60%_100%_at_50%_100%,color-mix(in_oklab,var(--accent)_30%,transparent),transparent)]"
			/>
			<ul className="relative flex snap-x items-end gap-3 overflow-x-auto px-(--gutter) [scrollbar-width:none] md:gap-5 lg:justify-center-safe">
				{PLACES.map(({ hue, order, height }, index) => {
					const event = events[index];
					return (
						<li
							key={order}
							className={clsx('shrink-0 snap-center', order, !event && index > 2 && 'max-sm:hidden')}
						>
							{event ? (
								<EventDoor event={event} height={height} isFirst={index === 0} />
							) : (
								<PaintedDoor hue={hue} height={height} isOpen={index === 0} />
							)}
						</li>
					);
				})}
			</ul>
			<div aria-hidden="true" className="relative h-px bg-edge" />
		</div>
	);
}

function Arch({ height, hue, children }: { height: string; hue: number; children: ReactNode }) {
	return (
		<div
			style={{ '--event-hue': hue }}
			className={clsx(
				'event-theme relative aspect-2/3 overflow-hidden rounded-t-full border border-b-0 border-edge bg-event-wash p-1.5 pb-0 shadow-lift transition-transform duration-(--duration-open) group-hover:-translate-y-1.5',
				height,
			)}
		>
			<div className="relative size-full overflow-hidden rounded-t-full">{children}</div>
		</div>
	);
}

function EventDoor(props: { event: EventCard; height: string; isFirst: boolean }) {
	const { event, height, isFirst } = props;
	const formats = useFormats();
	const city = event.format === 'online' ? '' : event.city;
	return (
		<Link to={`/events/${event.slug}`} className="group block rounded-t-full">
			<Arch height={height} hue={event.themeHue}>
				<img
					src={event.cover.url}
					alt=""
					loading={isFirst ? 'eager' : 'lazy'}
					decoding="async"
					className="size-full object-cover"
				/>
				<div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-code-ink/85 via-code-ink/60 to-transparent p-3 pt-16 text-code-ground md:p-4 md:pt-20">
					<p className="text-xs font-medium opacity-90">
						{formats.shortDate(event.startsAt, event.timeZone)}
						{city ? ` · ${city}` : ''}
					</p>
					<p dir="auto" className="line-clamp-3 text-sm font-semibold leading-snug md:text-base">
						{event.title}
					</p>
				</div>
			</Arch>
		</Link>
	);
}

function PaintedDoor({ hue, height, isOpen }: { hue: number; height: string; isOpen: boolean }) {
	return (
		<div aria-hidden="true">
			<Arch height={height} hue={hue}>
				<div className="size-full bg-linear-to-b from-event-wash to-event-edge" />
				{[0.82, 0.62, 0.42].map((scale) => (
					<div
						key={scale}
						style={{ inlineSize: `${scale * 100}%`, blockSize: `${scale * 100}%` }}
						className="absolute inset-x-0 bottom-0 mx-auto rounded-t-full bg-event/12"
					/>
				))}
				{isOpen ? (
					<div className="absolute inset-x-0 bottom-0 mx-auto h-2/5 w-2/5 rounded-t-full bg-linear-to-b from-accent/80 to-accent" />
				) : null}
			</Arch>
		</div>
	);
}
