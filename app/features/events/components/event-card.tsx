import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import type { EventCard as Card } from '#shared/contracts/events.ts';
import { priceRange } from '#shared/rules/price-range.ts';

/** An event in a list: its cover, when, where, by whom, from how much. The whole card is one link. */
export function EventCard({ event, isEager = false }: { event: Card; isEager?: boolean }) {
	const formats = useFormats();
	const when = formats.when(event);
	return (
		<article
			className="group relative flex flex-col gap-3 event-theme"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="relative aspect-16/9 overflow-hidden rounded-xl bg-event-wash">
				<img
					src={event.cover.url}
					alt={event.cover.isGenerated ? '' : event.cover.alt}
					loading={isEager ? 'eager' : 'lazy'}
					decoding="async"
					width={640}
					height={360}
					className="size-full object-cover transition-transform duration-(--duration-open) group-hover:scale-[1.02]"
					style={{ viewTransitionName: `cover-${event.id}` }}
				/>
				<span className="absolute start-3 top-3">
					<DateTile date={event.startsAt} timeZone={event.timeZone} />
				</span>
				<CardBadge event={event} />
			</div>
			<div className="flex min-w-0 flex-col gap-1">
				<h2 className="line-clamp-2 text-lg leading-snug font-medium [overflow-wrap:anywhere]" dir="auto">
					<Link
						to={`/events/${event.slug}`}
						viewTransition
						className="after:absolute after:inset-0 after:rounded-xl"
					>
						{event.title}
					</Link>
				</h2>
				<p className="text-sm text-event-ink">
					{event.series?.moreDates ? (
						<>
							{formats.shortDate(event.startsAt, event.timeZone)}{' '}
							<Plural value={event.series.moreDates} one="and # more date" other="and # more dates" />
						</>
					) : (
						[when.date, when.time].filter(Boolean).join(' · ')
					)}
				</p>
				<CardPlace event={event} />
			</div>
		</article>
	);
}

function CardPlace({ event }: { event: Card }) {
	const { t } = useLingui();
	const formats = useFormats();
	const country = event.countryCode ? formats.country(event.countryCode) : '';
	const place = [event.city || event.venueName, country].filter(Boolean).join(', ');
	const where =
		event.format === 'online'
			? t`Online`
			: event.format === 'hybrid' && place
				? t`${place} and online`
				: place;
	return (
		<p className="truncate text-sm text-muted" dir="auto">
			{[where, event.organiser.name].filter(Boolean).join(' · ')}
		</p>
	);
}

/** The one thing to know before opening the card. */
function CardBadge({ event }: { event: Card }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { minPriceMinor, maxPriceMinor, currency } = event;
	let word = '';
	if (event.status === 'cancelled') word = t`Cancelled`;
	else if (event.status === 'postponed') word = t`Postponed`;
	else if (event.isSoldOut) word = t`Sold out`;
	else if (minPriceMinor !== null && maxPriceMinor !== null)
		word = priceRange({ minPriceMinor, maxPriceMinor, currency }, formats, t`Free`);
	if (word === '') return null;
	const isOff = event.status === 'cancelled' || event.status === 'postponed';
	return (
		<Badge variant={isOff ? 'destructive' : 'outline'} className="absolute end-3 top-3 bg-surface">
			{word}
		</Badge>
	);
}

/** A grid of cards; the first row's covers are loaded at once, unless the grid begins below the first screen. */
export function EventGrid({ events, isBelow = false }: { events: Card[]; isBelow?: boolean }) {
	return (
		<ul className="grid gap-x-6 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
			{events.map((event, index) => (
				<li key={event.id} className="min-w-0">
					<EventCard event={event} isEager={!isBelow && index < 3} />
				</li>
			))}
		</ul>
	);
}
