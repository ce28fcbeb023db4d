import { useLingui } from '@lingui/react/macro';
import { useDoorPlaces, useStaffLinks } from '#app/features/staff/api.ts';
import { StaffPoster } from '#app/features/staff/components/staff-poster.tsx';
import { useFormats } from '#app/lib/format.ts';
import { useOwnEvent } from '#app/shell/event-workspace.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageWaiting, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { notFound } from '#shared/errors/app-error.ts';
import type { Route } from './+types/event-door-poster';

export const handle = { shape: 'hero' } satisfies ShapedPage;

/** A staff link on one sheet. */
export default function EventDoorPosterPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const event = useOwnEvent(params.event);
	const links = useStaffLinks(params.event);
	const places = useDoorPlaces(params.event);
	const error = event.error ?? links.error;
	if (error) return <ErrorScreen error={error} />;
	if (!event.data || !links.data || places.isPending) {
		return <PageWaiting />;
	}
	const link = links.data.data.find((one) => one.id === params.staffLink);
	if (!link || link.revokedAt || link.seriesLinkId) return <ErrorScreen error={notFound('Staff link')} />;
	const gate = places.gates.find((one) => one.id === link.gateId)?.name;
	return (
		<>
			<PageTitle title={`${t`Poster`} · ${link.label} · ${event.data.title}`} />
			<StaffPoster
				title={event.data.title}
				lines={[
					formats.dateTime(event.data.startsAt, event.data.timeZone),
					[link.label, gate].filter(Boolean).join(' · '),
				]}
				link={link}
				back={{ to: `/events/${event.data.id}/door`, label: t`Back to check-in` }}
			/>
		</>
	);
}
