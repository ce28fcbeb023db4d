import { useId } from 'react';
import { type Section, useSection } from '#app/lib/use-section.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type EventChanges, useReloadEvent, useSaveEvent } from '../../api.ts';
import { useUnsaved } from './unsaved.tsx';

/**
 * A section of the edit page.
 * @param saved the section's values as they are in the event
 * @param toChanges what to send for the touched values
 */
export function useEventSection<V extends object>(
	event: PublicEvent,
	saved: V,
	toChanges: (touched: Partial<V>, all: V) => EventChanges,
): Section<V> {
	const { mutateAsync } = useSaveEvent(event);
	const reload = useReloadEvent(event);
	const section = useSection({
		saved,
		version: event.version,
		reload,
		async write(touched, all, version) {
			const { warnings } = await mutateAsync({ changes: toChanges(touched, all), version });
			return warnings?.map(({ message }) => message);
		},
	});
	useUnsaved(useId(), section.isDirty);
	return section;
}
