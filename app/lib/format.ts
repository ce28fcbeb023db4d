import { useLingui } from '@lingui/react';
import { createContext, use, useMemo } from 'react';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import { useHydrated } from './hydrated.ts';

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

/** The visitor's own zone; null on the server and in the first render, which are the same for everybody. */
export function useViewerTimeZone(): string | null {
	return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}
