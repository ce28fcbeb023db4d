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

// A browser that is too busy to start a worker reads the data while React renders.
const LONGEST_PREPARATION_MS = 1_000;
let prepared: Promise<void> | undefined;

/**
 * Call where a page's file is run, if the page shows dates or numbers: the first use of each reads the browser's data, which would
 * hold a phone up for 100 ms. All threads of a page share what was read, so a worker reads it.
 */
export function prepareFormats(): void {
	if (import.meta.env.SSR) return;
	prepared ??= new Promise((resolve) => {
		const name = document.documentElement.lang;
		const worker = new Worker(new URL('./formats.worker.ts', import.meta.url), { type: 'module', name });
		worker.onmessage = () => resolve();
		worker.onerror = () => resolve();
		setTimeout(resolve, LONGEST_PREPARATION_MS);
	});
}

/** Settles when the page can be rendered without waiting for formats; at once where nothing was prepared. */
export async function formatsPrepared(): Promise<void> {
	await prepared;
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
