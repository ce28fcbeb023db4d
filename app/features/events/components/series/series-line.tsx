import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSeries } from '#app/features/events/series-api.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** The series of a date, with the way to it. */
export default function SeriesLine({ event }: { event: PublicEvent }) {
	const { data } = useSeries(event.series?.id ?? '');
	const title = data?.title ?? event.title;
	return (
		<p className="text-sm text-muted">
			<Trans>
				A date of the series{' '}
				<Link to={`/series/${event.series?.id}`} className="link">
					{title}
				</Link>
			</Trans>
		</p>
	);
}
