import { useLingui } from '@lingui/react';
import { createContext, use, useMemo } from 'react';
import { type Formats, formatsFor, isOtherClock } from '#shared/lib/formats.ts';
import { useBrowserValue } from './hydrated.ts';

/**
 * How dates, times and numbers are written, as the server chose it for the reader's region: the browser takes it from the document,
 * so that both render the same. Absent: as the language of the texts.
 */
export const FormatLocale = createContext<string | null>(null);

export function useFormatLocale(): string {
	const { i18n } = useLingui();
	return use(FormatLocale) ?? i18n.locale;
}

/** The formats of the language and region that the page is shown in. */
export function useFormats(): Formats {
	const locale = useFormatLocale();
	return useMemo(() => formatsFor(locale), [locale]);
}

/**
 * Call where a page's file is run, if the page shows dates: the first use of numbers and of dates reads the browser's data, which
 * holds a phone up. So each is done in a task of its own, before React renders.
 */
export function prepareFormats(): void {
	if (import.meta.env.SSR) return;
	const formats = formatsFor(document.documentElement.lang);
	setTimeout(() => formats.number(0));
	setTimeout(() => formats.time(0, 'UTC'));
}

const viewerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The visitor's own zone; null on the server and in the first render, which are the same for everybody. */
export function useViewerTimeZone(): string | null {
	return useBrowserValue(viewerTimeZone);
}

/** When an event starts by the visitor's own clock, with the day where that differs too; empty where the clocks agree. */
export function useViewerStart(event: { startsAt: string; timeZone: string; isAllDay: boolean }): string {
	const formats = useFormats();
	const zone = useViewerTimeZone();
	const { startsAt, timeZone } = event;
	if (event.isAllDay || zone === null || !isOtherClock(startsAt, timeZone, zone)) return '';
	const isSameDay = formats.date(startsAt, zone) === formats.date(startsAt, timeZone);
	return (isSameDay ? formats.time : formats.dateTime)(startsAt, zone);
}
