import { useFormats, useViewerTimeZone } from './format.ts';

/** Writes an instant as date and time by the visitor's own clock, UTC before it is known. */
export function useViewerTime(): (instant: string) => string {
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	return (instant) => formats.dateTime(instant, zone);
}
