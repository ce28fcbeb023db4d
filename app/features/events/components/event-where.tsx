import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin, Video } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { PlaceLink } from '#app/ui/place-link.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** Where: the place, which opens on a map, or online; the link itself is for registered guests only. */
export function EventWhere({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { venue } = event;
	const country = venue.countryCode ? formats.country(venue.countryCode) : '';
	const lines = [venue.address, [venue.city, venue.region].filter(Boolean).join(', '), country].filter(
		Boolean,
	);
	const hasPlace = event.format !== 'online' && (venue.name !== '' || lines.length > 0);
	return (
		<div className="flex flex-col gap-4">
			{hasPlace ? (
				<div className="flex items-start gap-4">
					<span className="grid size-16 flex-none place-items-center rounded-lg border border-edge bg-surface">
						<Icon icon={MapPin} size={20} />
					</span>
					<PlaceLink
						name={venue.name || (lines[0] ?? '')}
						lines={venue.name ? lines : lines.slice(1)}
						at={
							venue.latitude !== null && venue.longitude !== null ? [venue.latitude, venue.longitude] : null
						}
					/>
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
							<Trans>You’ll get the link with your ticket.</Trans>
						</p>
					</div>
				</div>
			)}
		</div>
	);
}
