import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';
import { calendarLinks } from '#shared/rules/calendar-links.ts';
import { calendarEntry, placeLine } from '../calendar-entry.ts';

/** When, where and how to get in, for a guest. */
export function OrderFacts(props: { order: ManagedOrder; manageToken: string; when: ReactNode }) {
	const { t } = useLingui();
	const { order, manageToken, when } = props;
	const { event } = order;
	return (
		<section aria-label={t`When and where`} className="flex flex-col gap-5">
			{when}
			<Place event={event} />
			{event.onlineUrl && order.status === 'confirmed' ? (
				<div className="flex items-start gap-4">
					<FactIcon icon={Video} />
					<div className="min-w-0">
						<p className="text-lg font-medium">
							<Trans>Online</Trans>
						</p>
						<a
							href={event.onlineUrl}
							target="_blank"
							rel="noreferrer"
							className="link [overflow-wrap:anywhere]"
						>
							{event.onlineUrl}
						</a>
						<p className="text-sm text-muted">
							<Trans>This link is private. Please don’t share it.</Trans>
						</p>
					</div>
				</div>
			) : null}
			{order.status === 'confirmed' && event.status === 'published' ? (
				<CalendarLinks order={order} manageToken={manageToken} />
			) : null}
		</section>
	);
}

function FactIcon({ icon }: { icon: typeof MapPin }) {
	return (
		<span className="grid size-16 flex-none place-items-center rounded-lg border border-edge bg-surface">
			<Icon icon={icon} size={20} />
		</span>
	);
}

function Place({ event }: { event: ManagedOrder['event'] }) {
	const formats = useFormats();
	const country = event.countryCode ? formats.country(event.countryCode) : '';
	const lines = [event.address, [event.city, country].filter(Boolean).join(', ')].filter(Boolean);
	const name = event.venueName || lines[0];
	if (event.format === 'online' || !name) return null;
	const wanted = encodeURIComponent([placeLine(event), country].filter(Boolean).join(', '));
	const maps = [
		{ label: 'OpenStreetMap', url: `https://www.openstreetmap.org/search?query=${wanted}` },
		{ label: 'Google Maps', url: `https://www.google.com/maps/search/?api=1&query=${wanted}` },
		{ label: 'Apple Maps', url: `https://maps.apple.com/?q=${wanted}` },
	];
	return (
		<div className="flex items-start gap-4">
			<FactIcon icon={MapPin} />
			<div className="min-w-0">
				<p className="text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
					{name}
				</p>
				{(event.venueName ? lines : lines.slice(1)).map((line) => (
					<p key={line} className="text-muted [overflow-wrap:anywhere]" dir="auto">
						{line}
					</p>
				))}
				<p className="mt-1 flex flex-wrap gap-x-3 text-sm print:hidden">
					{maps.map((map) => (
						<a key={map.label} href={map.url} className="link" target="_blank" rel="noreferrer">
							{map.label}
						</a>
					))}
				</p>
			</div>
		</div>
	);
}

/** The event into a calendar: three by link, all others by the order's own file, which later changes update. */
function CalendarLinks({ order, manageToken }: { order: ManagedOrder; manageToken: string }) {
	const { t } = useLingui();
	const { event } = order;
	const links = calendarLinks(calendarEntry(event, t`Registration ${order.code}`));
	const targets = [
		{ label: 'Google', url: links.google },
		{ label: 'Outlook.com', url: links.outlook },
		{ label: 'Office 365', url: links.office365 },
	];
	return (
		<div className="flex flex-col gap-2 print:hidden">
			<h2 className="text-sm font-medium">
				<Trans>Add to calendar</Trans>
			</h2>
			<div className="flex flex-wrap gap-2">
				{targets.map((target) => (
					<ButtonLink
						key={target.label}
						to={target.url}
						isExternal
						target="_blank"
						rel="noreferrer"
						variant="outline"
					>
						{target.label}
					</ButtonLink>
				))}
				<ButtonLink
					to={`/api/orders/${encodeURIComponent(manageToken)}/calendar.ics`}
					isExternal
					variant="outline"
				>
					{t`Apple Calendar or other (.ics)`}
				</ButtonLink>
			</div>
		</div>
	);
}
