import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageWaiting } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/series';

const SeriesScreen = lazyPart(
	() =>
		import('#app/features/events/components/series/series-screen.tsx').then((module) => module.SeriesScreen),
	<PageWaiting />,
);

const SeriesStaffLinks = lazyPart(
	() =>
		import('#app/features/staff/components/series-staff-links.tsx').then((module) => module.SeriesStaffLinks),
	<div className="min-h-80" />,
);

/** /series/:series: a series as its organiser sees it. */
export default function SeriesPage({ params }: Route.ComponentProps) {
	return (
		<SeriesScreen
			key={params.series}
			series={params.series}
			staffLinks={<SeriesStaffLinks seriesId={params.series} />}
		/>
	);
}
