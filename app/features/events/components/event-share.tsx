import { useLingui } from '@lingui/react/macro';
import { CalendarPlus, Share2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { calendarLinks } from '#shared/rules/calendar-links.ts';

/** Ways to save the date: three calendars by link, all others by file. The browser's own popover, so it works without script. */
export function AddToCalendar({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const id = useId();
	const { venue } = event;
	const links = calendarLinks({
		title: event.title,
		details: event.summary,
		location:
			event.format === 'online' ? '' : [venue.name, venue.address, venue.city].filter(Boolean).join(', '),
		startsAt: event.startsAt,
		endsAt: event.endsAt,
		startsAtLocal: event.startsAtLocal,
		endsAtLocal: event.endsAtLocal,
		timeZone: event.timeZone,
		isAllDay: event.isAllDay,
	});
	const targets = [
		{ label: 'Google Calendar', url: links.google },
		{ label: 'Outlook.com', url: links.outlook },
		{ label: 'Office 365', url: links.office365 },
		{ label: t`Apple Calendar or other (.ics)`, url: `/api/events/${event.slug}/calendar.ics` },
	];
	return (
		<div>
			<Button variant="outline" icon={CalendarPlus} className="min-h-11" popoverTarget={id}>
				{t`Add to calendar`}
			</Button>
			<ul id={id} popover="auto" className="popover anchored floating min-w-56 p-1.5">
				{targets.map((target) => (
					<li key={target.label}>
						<a
							href={target.url}
							className="flex min-h-11 items-center rounded-md px-3 text-sm hover:bg-sunken"
							{...(target.url.startsWith('/') ? {} : { target: '_blank', rel: 'noreferrer' })}
						>
							{target.label}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}

/** The device's own share sheet where there is one, else the address on the clipboard. */
export function ShareEvent({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	async function share() {
		const url = `${location.origin}/events/${event.slug}`;
		try {
			if (navigator.share) return await navigator.share({ title: event.title, url });
			await navigator.clipboard.writeText(url);
			toast({ variant: 'success', description: t`Link copied` });
		} catch (error) {
			if ((error as Error).name !== 'AbortError') toast({ description: url });
		}
	}
	return (
		<Button variant="outline" icon={Share2} className="min-h-11" onClick={() => void share()}>
			{t`Share`}
		</Button>
	);
}
