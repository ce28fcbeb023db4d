import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';
import { useBrowserValue } from '#app/lib/hydrated.ts';

const isOnApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** A place with its address as one link, which opens in the map of the device. */
export function PlaceLink(props: {
	/** Name of the place, or the first line of its address where it has none. */
	name: string;
	lines: string[];
	/** Latitude and longitude, where they are known. */
	at?: readonly [number, number] | null;
	/** In the size of the text around it. */
	isSmall?: boolean;
}) {
	const { name, lines, at, isSmall } = props;
	// Known in the browser only: the page of the server is the same for everybody.
	const isApple = useBrowserValue(isOnApple);
	const address = encodeURIComponent([name, ...lines].join(', '));
	const point = at ? at.join(',') : null;
	const url = isApple
		? `https://maps.apple.com/?q=${address}${point ? `&ll=${point}` : ''}`
		: `https://www.google.com/maps/search/?api=1&query=${point ?? address}`;
	return (
		<a
			href={url}
			target="_blank"
			rel="noreferrer"
			className="group block min-w-0 rounded-sm [overflow-wrap:anywhere]"
		>
			<span className={clsx('block font-medium group-hover:underline', !isSmall && 'text-lg')} dir="auto">
				{name}
			</span>
			{lines.map((line) => (
				<span key={line} className="block text-muted" dir="auto">
					{line}
				</span>
			))}
			<span className="link text-sm print:hidden">
				<Trans>View map</Trans>
			</span>
		</a>
	);
}
