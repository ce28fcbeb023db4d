import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin, Video } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** Where: the place with ways to a map, or online; the link itself is for registered guests only. */
export function EventWhere({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { venue } = event;
	const country = venue.countryCode ? formats.country(venue.countryCode) : '';
	const lines = [venue.address, [venue.city, venue.region].filter(Boolean).join(', '), country].filter(
		Boolean,
	);
	const hasPlace = event.format !== 'online' && (venue.name !== '' || lines.length > 0);
	const wanted = encodeURIComponent([venue.name, ...lines].filter(Boolean).join(', '));
	const at =
		venue.latitude !== null && venue.longitude !== null ? `${venue.latitude},${venue.longitude}` : null;
	const maps = [
		{
			label: 'OpenStreetMap',
			url: at
				? `https://www.openstreetmap.org/?mlat=${venue.latitude}&mlon=${venue.longitude}#map=16/${venue.latitude}/${venue.longitude}`
				: `https://www.openstreetmap.org/search?query=${wanted}`,
		},
		{ label: 'Google Maps', url: `https://www.google.com/maps/search/?api=1&query=${at ?? wanted}` },
		{ label: 'Apple Maps', url: `https://maps.apple.com/?q=${wanted}${at ? `&ll=${at}` : ''}` },
	];
	return (
		<div className="flex flex-col gap-4">
			{hasPlace ? (
				<div className="flex items-start gap-4">
					<span className="grid size-16 flex-none place-items-center rounded-lg border border-edge bg-surface">
						<Icon icon={MapPin} size={20} />
					</span>
					<div className="min-w-0">
						<p className="text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
							{venue.name || lines[0]}
						</p>
						{(venue.name ? lines : lines.slice(1)).map((line) => (
							<p key={line} className="text-muted [overflow-wrap:anywhere]" dir="auto">
								{line}
							</p>
						))}
						<p className="mt-1 flex flex-wrap gap-x-3 text-sm">
							{maps.map((map) => (
								<a key={map.label} href={map.url} className="link" target="_blank" rel="noreferrer">
									{map.label}
								</a>
							))}
						</p>
					</div>
				</div>
			) : null}
			{event.format === 'in_person' ? null : (
				<div className="flex items-start gap-4">
					<span className="grid size-16 flex-none place-items-center rounded-lg border border-edge bg-surface">
						<Icon icon={Video} size={20} />
					</span>
					<div>
						<p className="text-lg font-medium">{event.format === 'hybrid' ? t`Also online` : t`Online`}</p>
						<p className="text-muted">
							<Trans>The link comes with your ticket.</Trans>
						</p>
					</div>
				</div>
			)}
		</div>
	);
}
