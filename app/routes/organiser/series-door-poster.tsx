import { useLingui } from '@lingui/react/macro';
import { useSeriesStaffLinks, useSeriesTitle } from '#app/features/staff/api.ts';
import { StaffPoster } from '#app/features/staff/components/staff-poster.tsx';
import { isSeriesLinkOver } from '#app/features/staff/link-state.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageWaiting, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { notFound } from '#shared/errors/app-error.ts';
import type { Route } from './+types/series-door-poster';

export const handle = { shape: 'hero' } satisfies ShapedPage;

/** A staff link of a series on one sheet: it hangs there all season. */
export default function SeriesDoorPosterPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const series = useSeriesTitle(params.series);
	const links = useSeriesStaffLinks(params.series);
	const error = series.error ?? links.error;
	if (error) return <ErrorScreen error={error} />;
	if (!series.data || !links.data) return <PageWaiting />;
	const link = links.data.data.find((one) => one.id === params.staffLink);
	if (!link || link.shortCode === '' || isSeriesLinkOver(link, Date.now()))
		return <ErrorScreen error={notFound('Staff link')} />;
	const { title } = series.data;
	return (
		<>
			<PageTitle title={`${t`Poster`} · ${link.label} · ${title}`} />
			<StaffPoster
				title={title}
				lines={[t`All dates`, link.label]}
				link={link}
				back={{ to: `/series/${params.series}`, label: t`Back to the series` }}
			/>
		</>
	);
}
