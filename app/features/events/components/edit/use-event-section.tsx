import { useId } from 'react';
import { type EventChanges, useReloadEvent, useSaveEvent } from '#app/features/events/api.ts';
import { type Section, useSection } from '#app/lib/use-section.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatesScope } from '../series/scope.tsx';
import { useAutosave } from './autosave.tsx';
import { ChangesSince } from './changes-since.tsx';
import { useHeldChanges } from './held-changes.tsx';
import { isSavedAsTyped } from './saved-as-typed.ts';
import { useUnsaved } from './unsaved.tsx';

/**
 * A section of the edit page, which saves itself after typing. Of a published event, fields of which guests may have to be notified wait
 * until they are published together.
 * @param saved the section's values as they are in the event
 * @param toChanges what to send for the touched values
 */
export function useEventSection<V extends object>(
	event: PublicEvent,
	saved: V,
	toChanges: (touched: Partial<V>, all: V) => EventChanges,
	/** The field in which what was typed cannot be sent, with what is wrong. */
	findIncomplete: (values: V) => { field: string & keyof V; message: string } | undefined = () => undefined,
): Section<V> {
	const { mutateAsync: save } = useSaveEvent(event);
	const reload = useReloadEvent(event);
	const isShown = event.publishedAt !== null;
	// What several dates are to have waits until it was seen what it does to each.
	const isForOthers = useDatesScope().scope !== 'this';

	const refuse = (values: V): AppError | undefined => {
		const found = findIncomplete(values);
		return found && new AppError('VALIDATION_FAILED', { details: [{ ...found, code: 'VALIDATION_FAILED' }] });
	};

	const section = useSection({
		saved,
		version: event.version,
		reload,
		isHeld: isForOthers ? () => true : isShown ? (name) => !isSavedAsTyped(name) : undefined,
		async write(touched, all, version) {
			const refusal = refuse(all);
			if (refusal) throw refusal;
			const { warnings } = await save({ changes: toChanges(touched, all), version });
			return warnings?.map(({ message }) => message);
		},
	});
	// The device stores what waits to be published, except a password.
	useUnsaved(useId(), section.isDirty || 'password' in section.held);
	const heldNames = Object.keys(section.held);
	useHeldChanges({
		count: heldNames.length,
		changes: heldNames.length === 0 ? {} : toChanges(section.held, section.values),
		refusal: refuse(section.values),
		publish: section.publish,
		discard: section.discardHeld,
	});
	return {
		...useAutosave(section, saved),
		conflictDetails: section.isConflict ? <ChangesSince event={event} /> : undefined,
	};
}
