import { useLingui } from '@lingui/react/macro';
import { useOneDate, useSeries } from '#app/features/events/series-api.ts';
import { readError } from '#app/lib/read-error.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { PageWaiting, RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { notFound } from '#shared/errors/app-error.ts';
import type { Route } from './+types/series-messages';

const MessagesPage = lazyPart(
	() => import('#app/features/messages/components/messages-page.tsx').then((module) => module.MessagesPage),
	<RouteSkeleton />,
);

/** Times of sending are wall times of the series. */
export const clientLoader = ensureTemporal;

/** /series/:series/messages: messages to the guests of all dates of a series; below it one of them, or `new`. */
export default function SeriesMessagesPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const read = useSeries(params.series);
	const date = useOneDate(params.series);
	const error = readError(read) ?? date.error;
	if (error) return <ErrorScreen error={error} />;
	if (!read.data || date.isPending) return <PageWaiting />;
	if (!date.event) return <ErrorScreen error={notFound('Series')} />;
	const { title } = read.data;
	return (
		<PageFrame
			breadcrumb={
				<Breadcrumb
					items={[
						{ label: t`All events`, to: '/dashboard/events' },
						{ label: title, to: `/series/${params.series}` },
					]}
				/>
			}
			title={t`Messages`}
			documentTitle={`${t`Messages`} · ${title}`}
			description={t`To the guests of all dates`}
		>
			<MessagesPage
				place={{ kind: 'series', id: params.series }}
				event={date.event}
				base={`/series/${params.series}/messages`}
				message={params.message}
			/>
		</PageFrame>
	);
}
