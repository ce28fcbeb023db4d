import type { ReactNode } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';

/** A moment as shown by the page's formats. `exact` appears on hover: the full date with seconds and zone. */
export function Time(props: { dateTime: string; exact?: string; className?: string; children: ReactNode }) {
	const { dateTime, exact, className, children } = props;
	return (
		<time dateTime={dateTime} title={exact} className={className}>
			{children}
		</time>
	);
}

/** How long ago a moment was; the full date in the time zone of the reader appears on hover. */
export function RelativeTime({ at }: { at: string }) {
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	return (
		<Time dateTime={at} exact={formats.dateTime(at, zone)}>
			{formats.relative(at)}
		</Time>
	);
}
