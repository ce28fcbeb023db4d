import { type ReactNode, useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import { showErrorsAgain } from '#app/ui/field.tsx';
import { isNetworkError } from '#shared/errors/network-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { formErrors, messageFor } from './form-errors.ts';

const SAVED_SHOWN_MS = 4_000;

/** Thrown by `write` when its author thought better of it: nothing was written, and nothing is wrong. */
export class SaveCancelled extends Error {}

/** The fields whose value is text. */
type TextNames<V> = { [K in string & keyof V]: V[K] extends string ? K : never }[string & keyof V];

interface TextFieldState {
	name: string;
	value: string;
	onChange: (change: { target: { value: string } }) => void;
	error: string | undefined;
}

export interface Section<V extends object> {
	/** What is saved, with what was typed since over it. */
	values: V;
	set: (part: Partial<V>) => void;
	/** The error of a field. */
	problem: (name: string) => string | undefined;
	/** Name, value and error of a field that holds text, for its control. */
	field: (name: TextNames<V>) => TextFieldState;
	errors: FormError[];
	isDirty: boolean;
	isSaving: boolean;
	/** True for some seconds after a save. */
	isSaved: boolean;
	/** A colleague saved since: nothing was written. */
	isConflict: boolean;
	/** The server was not reached. */
	isOffline: boolean;
	/** It saves itself after typing, and has no Save button. */
	isAutosaved?: boolean;
	/** What the colleague changed, where the source of the section knows. */
	conflictDetails?: ReactNode;
	warnings: readonly string[];
	save: () => Promise<void>;
	/** Changed fields that `save` leaves alone: they are published together with those of other sections. */
	held: Partial<V>;
	/** Takes part in a save of the held fields: shows what it says of them, and lets go of what it saved. */
	publish: (work: Promise<unknown>) => Promise<void>;
	/** Throws away the held fields. */
	discardHeld: () => void;
	/** Throws away what was typed. */
	reset: () => void;
	/** After a conflict: the colleague's version, and what was typed here is gone; or what was typed here over theirs. */
	takeTheirs: () => Promise<void>;
	saveMine: () => Promise<void>;
}

/**
 * One part of a page, saved by itself. Only the fields that were touched are sent, with the version that they were read from; a save
 * of another section moves that version along. What was typed stays, whatever fails, until it is saved or discarded.
 */
export function useSection<V extends object>(source: {
	/** The section's values as they are saved. */
	saved: V;
	version: number;
	/** Writes what was touched over a version; what it answers is shown as warnings. */
	write: (touched: Partial<V>, all: V, version: number) => Promise<readonly string[] | undefined>;
	/** Fields whose value is a list of rows, each with errors of its own: `amounts.2`. */
	rows?: readonly (string & keyof V)[];
	/** Whether a field waits until it is published with others; left out: none does. */
	isHeld?: ((name: string & keyof V) => boolean) | undefined;
	/** Reads the values anew. */
	reload: () => Promise<{ version: number }>;
}): Section<V> {
	const { saved, version, reload } = source;
	const errorText = useErrorText();
	const [touched, setTouched] = useState<Partial<V>>({});
	const [error, setError] = useState<unknown>(null);
	/** What was typed when it failed: a field that was changed since has no error of then. */
	const [failed, setFailed] = useState<Partial<V>>({});
	const [isSaving, setIsSaving] = useState(false);
	const [savedAt, setSavedAt] = useState(0);
	const [warnings, setWarnings] = useState<readonly string[]>([]);

	const values = { ...saved, ...touched };
	const isHeld = (name: string) => source.isHeld?.(name as string & keyof V) ?? false;
	const differing = (Object.keys(touched) as (string & keyof V)[]).filter(
		(name) => !isSame(touched[name], saved[name]),
	);
	const changed = differing.filter((name) => !isHeld(name));
	const held = pick(touched, (name) => isHeld(name) && differing.includes(name as string & keyof V));
	const isDirty = changed.length > 0;
	useEffect(() => {
		if (savedAt === 0) return;
		const timer = setTimeout(() => setSavedAt(0), SAVED_SHOWN_MS);
		return () => clearTimeout(timer);
	}, [savedAt]);
	useEffect(() => {
		if (!isDirty) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener('beforeunload', ask);
		return () => removeEventListener('beforeunload', ask);
	}, [isDirty]);

	/** @param left what of the touched values is still to be saved afterwards */
	async function run(work: () => Promise<unknown>, left: (before: Partial<V>) => Partial<V>) {
		setIsSaving(true);
		try {
			await work();
			setTouched(left);
			setError(null);
		} catch (cause) {
			if (cause instanceof SaveCancelled) return;
			setError(cause);
			setFailed(touched);
			showErrorsAgain();
		} finally {
			setIsSaving(false);
		}
	}
	async function write(to: number) {
		const part = Object.fromEntries(changed.map((name) => [name, touched[name]])) as Partial<V>;
		setWarnings((await source.write(part, values, to)) ?? []);
		setSavedAt(Date.now());
	}
	// With what the server takes away, since somebody may be about to type behind it.
	const sinceSent = (before: Partial<V>): Partial<V> => ({
		...pick(before, (name, value) => isHeld(name) || hasOuterBlank(value)),
		...typedSince(before, touched),
	});
	async function publish(work: Promise<unknown>) {
		const named = work.catch((cause: unknown) => {
			// What it says of no field of this section is said by whoever publishes.
			const isOurs = formErrors(cause, names, errorText).some(({ name }) => name !== undefined);
			throw isOurs ? cause : new SaveCancelled();
		});
		await run(
			() => named,
			(before) => ({ ...pick(before, (name) => !isHeld(name)), ...typedSince(before, touched) }),
		);
	}

	const isConflict = isVersionConflict(error);
	const names = [...Object.keys(saved), ...(source.rows ?? []).flatMap((name) => rowNames(values, name))];
	const errors = (isConflict ? [] : formErrors(error, names, errorText)).filter(
		({ name }) => !name || valueAt(touched, name) === valueAt(failed, name),
	);
	const set = (part: Partial<V>) => {
		setTouched((before) => ({ ...before, ...part }));
		setSavedAt(0);
	};
	const problem = (name: string) => messageFor(errors, name);
	return {
		...{ values, set, problem },
		field: (name) => ({
			...{ name, value: values[name] as string, error: problem(name) },
			onChange: ({ target }) => set({ [name]: target.value } as Partial<V>),
		}),
		errors,
		isDirty,
		isSaving,
		isSaved: savedAt > 0 && !isDirty,
		isConflict,
		isOffline: isNetworkError(error),
		warnings,
		save: () => run(() => write(version), sinceSent),
		held,
		publish,
		discardHeld: () => {
			setTouched((before) => pick(before, (name) => !isHeld(name)));
			setError(null);
		},
		reset: () => {
			setTouched({});
			setError(null);
		},
		takeTheirs: () => run(reload, () => ({})),
		saveMine: () => run(async () => write((await reload()).version), sinceSent),
	};
}

const pick = <V extends object>(values: Partial<V>, test: (name: string, value: unknown) => boolean) =>
	Object.fromEntries(Object.entries(values).filter(([name, value]) => test(name, value))) as Partial<V>;

const rowNames = <V extends object>(values: V, name: string & keyof V): string[] =>
	(values[name] as unknown[]).map((_, row) => `${name}.${row}`);

/** Of a field, or of one row of it. */
function valueAt(values: object, name: string): unknown {
	const [field = '', row] = name.split('.');
	const value = (values as Record<string, unknown>)[field];
	return row === undefined ? value : (value as unknown[] | undefined)?.[Number(row)];
}

const hasOuterBlank = (value: unknown) => typeof value === 'string' && value !== value.trim();

/** Whether two values of a field are saved as the same. */
export function isSame(a: unknown, b: unknown): boolean {
	if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim();
	return Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b;
}

/** What somebody typed into a form while what they had typed before was being saved: it is not saved yet, and stays. */
export function typedSince<V extends object>(now: V, sent: V): V {
	const names = Object.keys(now) as (keyof V)[];
	return Object.fromEntries(
		names.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]]),
	) as V;
}
