import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import { useHydrated } from './hydrated.ts';

/** The formats of the language that the page is shown in. */
export function useFormats(): Formats {
	const { i18n } = useLingui();
	return useMemo(() => formatsFor(i18n.locale), [i18n.locale]);
}

/** The visitor's own zone; null on the server and in the first render, which are the same for everybody. */
export function useViewerTimeZone(): string | null {
	return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}
