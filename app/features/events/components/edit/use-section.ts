import { useEffect, useId, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { typedSince } from '#app/lib/typed-since.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { type EventChanges, useReloadEvent, useSaveEvent } from '../../api.ts';
import { formErrors, messageFor } from '../../form-errors.ts';
import { useUnsaved } from './unsaved.tsx';

export interface Section<V extends object> {
	/** What is saved, with what was typed since over it. */
	values: V;
	set: (part: Partial<V>) => void;
	/** What is wrong with a field. */
	problem: (name: string) => string | undefined;
	errors: FormError[];
	isDirty: boolean;
	isSaving: boolean;
	/** True for some seconds after a save. */
	isSaved: boolean;
	/** A colleague saved since: nothing was written. */
	isConflict: boolean;
	warnings: string[];
	save: () => Promise<void>;
	/** Throws away what was typed. */
	reset: () => void;
	/** After a conflict: the colleague's version, and what was typed here is gone; or what was typed here over theirs. */
	takeTheirs: () => Promise<void>;
	saveMine: () => Promise<void>;
}

/**
 * One part of the edit page, saved by itself. Only the fields that were touched are sent, with the version that they were
 * read from; a save of another section moves that version along.
 * @param saved the section's values as they stand in the event
 * @param toChanges what to send for the touched values
 */
export function useSection<V extends object>(
	event: PublicEvent,
	saved: V,
	toChanges: (touched: Partial<V>, all: V) => EventChanges,
): Section<V> {
	const id = useId();
	const errorText = useErrorText();
	const { mutateAsync, isPending } = useSaveEvent(event);
	const reload = useReloadEvent(event);
	const [touched, setTouched] = useState<Partial<V>>({});
	const [error, setError] = useState<unknown>(null);
	const [savedAt, setSavedAt] = useState(0);
	const [warnings, setWarnings] = useState<string[]>([]);

	const values = { ...saved, ...touched };
	const changed = (Object.keys(touched) as (keyof V)[]).filter((name) => !isSame(touched[name], saved[name]));
	const isDirty = changed.length > 0;
	useUnsaved(id, isDirty);
	useEffect(() => {
		if (savedAt === 0) return;
		const timer = setTimeout(() => setSavedAt(0), 4_000);
		return () => clearTimeout(timer);
	}, [savedAt]);

	async function write(version: number) {
		const part = Object.fromEntries(changed.map((name) => [name, touched[name]])) as Partial<V>;
		try {
			const answer = await mutateAsync({ changes: toChanges(part, values), version });
			setTouched((before) => typedSince(before, touched));
			setError(null);
			setSavedAt(Date.now());
			setWarnings((answer.warnings ?? []).map(({ message }) => message));
		} catch (cause) {
			setError(cause);
		}
	}

	const isConflict = isVersionConflict(error);
	const errors = isConflict ? [] : formErrors(error, Object.keys(saved), errorText);
	return {
		values,
		set: (part) => {
			setTouched((before) => ({ ...before, ...part }));
			setSavedAt(0);
		},
		problem: (name) => messageFor(errors, name),
		errors,
		isDirty,
		isSaving: isPending,
		isSaved: savedAt > 0 && !isDirty,
		isConflict,
		warnings,
		save: () => write(event.version),
		reset: () => {
			setTouched({});
			setError(null);
		},
		takeTheirs: async () => {
			try {
				await reload();
				setTouched({});
				setError(null);
			} catch (cause) {
				setError(cause);
			}
		},
		saveMine: async () => {
			try {
				await write((await reload()).version);
			} catch (cause) {
				setError(cause);
			}
		},
	};
}

function isSame(a: unknown, b: unknown): boolean {
	return Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b;
}
