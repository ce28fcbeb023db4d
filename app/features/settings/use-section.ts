import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { typedSince } from '#app/lib/typed-since.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import type { Saved } from './api.ts';

const SHOWN_MS = 4_000;

/**
 * One part of the settings, saved by itself with the version that it was read from. Only what was touched is sent; what was typed
 * stays, whatever fails, until it is saved or discarded.
 */
export function useSection<T extends { version: number }, K extends keyof T>(
	saved: Saved<T, Partial<Pick<T, K>>>,
	names: readonly K[],
) {
	type Values = Pick<T, K>;
	const errorText = useErrorText();
	const [touched, setTouched] = useState<Partial<Values>>({});
	const [error, setError] = useState<unknown>(null);
	const [isSaving, setIsSaving] = useState(false);
	const [savedAt, setSavedAt] = useState(0);
	const values = {
		...(Object.fromEntries(names.map((name) => [name, saved.data[name]])) as unknown as Values),
		...touched,
	};
	const changed = names.filter((name) => name in touched && touched[name] !== saved.data[name]);
	const isDirty = changed.length > 0;
	useEffect(() => {
		if (savedAt === 0) return;
		const timer = setTimeout(() => setSavedAt(0), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [savedAt]);
	useEffect(() => {
		if (!isDirty) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener('beforeunload', ask);
		return () => removeEventListener('beforeunload', ask);
	}, [isDirty]);

	async function run(work: () => Promise<unknown>, left: (before: Partial<Values>) => Partial<Values>) {
		setIsSaving(true);
		try {
			await work();
			setTouched(left);
			setError(null);
		} catch (cause) {
			setError(cause);
		} finally {
			setIsSaving(false);
		}
	}
	const write = (version: number) => {
		const changes = Object.fromEntries(changed.map((name) => [name, touched[name]])) as Partial<Values>;
		return run(
			async () => {
				await saved.save(changes, version);
				setSavedAt(Date.now());
			},
			(before) => typedSince(before, touched),
		);
	};

	const isConflict = isVersionConflict(error);
	const errors = isConflict || !error ? [] : toErrors(error, names as readonly string[], errorText);
	return {
		values,
		set: (part: Partial<Values>) => {
			setTouched((before) => ({ ...before, ...part }));
			setSavedAt(0);
		},
		problem: (name: K) => errors.find((one) => one.name === name)?.message,
		errors,
		isDirty,
		isSaving,
		isSaved: savedAt > 0 && !isDirty,
		isConflict,
		save: () => write(saved.data.version),
		reset: () => {
			setTouched({});
			setError(null);
		},
		/** After a conflict: their version, and what was typed here is gone; or what was typed here over theirs. */
		takeTheirs: () => run(saved.reload, () => ({})),
		saveMine: async () => {
			try {
				await write((await saved.reload()).version);
			} catch (cause) {
				setError(cause);
			}
		},
	};
}

function toErrors(
	error: unknown,
	names: readonly string[],
	errorText: (error: unknown) => string,
): FormError[] {
	const details = error instanceof AppError ? error.details : [];
	if (details.length === 0) return [{ message: errorText(error) }];
	return details.map(({ field, message }) =>
		names.includes(field) ? { name: field, message } : { message: `${field}: ${message}` },
	);
}
