import { type FormEvent, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { isPlanLimit, useErrorToast, useWayOut } from '#app/lib/plan-limit.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import { AppError } from '#shared/errors/app-error.ts';

export type FieldChecks = Record<string, (value: string) => string | undefined>;

/**
 * A form that calls the API: checks its fields first, then sends, and shows what was refused under the field it belongs to and in
 * the summary. What was typed stays, whatever happens.
 */
export function useFormCall(options: {
	/** Labels of the fields by name, for the error summary. */
	labels: Record<string, string>;
	/** By the name of the field; a text is what is wrong. */
	checks: FieldChecks;
	send: (values: Record<string, string>) => Promise<void>;
}) {
	const errorText = useErrorText();
	const wayOut = useWayOut();
	const showError = useErrorToast();
	const [refusals, setErrors] = useState<FormError[]>([]);
	/** What the checks looked at; null when it was the server that refused. */
	const [checked, setChecked] = useState<Record<string, string> | null>(null);
	const [isPending, setIsPending] = useState(false);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isPending) return;
		const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
		const found = Object.entries(options.checks).flatMap(([name, check]) => {
			const message = check(values[name] ?? '');
			return message ? [{ name, message }] : [];
		});
		// A new list each time, so that the same mistake made twice is read out twice.
		setErrors(found);
		setChecked(found.length > 0 ? values : null);
		if (found.length > 0) return;
		setIsPending(true);
		try {
			await options.send(values);
		} catch (error) {
			const link = wayOut(error);
			if (isPlanLimit(error)) showError(error);
			if (link) setErrors([{ message: errorText(error), link }]);
			else setErrors(toFormErrors(error, values, errorText));
		} finally {
			setIsPending(false);
		}
	}

	// A check may look at what is no text of the form, such as events that were chosen since.
	const errors = refusals.filter(({ name }) => {
		const check = checked && name !== undefined ? options.checks[name] : undefined;
		return !check || check(checked?.[name as string] ?? '') !== undefined;
	});

	const onSubmit = (event: FormEvent<HTMLFormElement>) => void submit(event);
	const summary = errors.map(({ name, message, link }) => {
		const label = name && options.labels[name];
		return {
			...(name && { name }),
			...(link && { link }),
			message: label ? `${label}: ${message}` : message,
		};
	});
	return {
		submit: onSubmit,
		errors,
		summary,
		isPending,
		errorOf: (name: string) => errors.find((error) => error.name === name)?.message,
		/** Its props for a `FormDialog`. */
		dialog: { isPending, errors: summary, onSubmit },
	};
}

function toFormErrors(
	error: unknown,
	values: Record<string, string>,
	errorText: (error: unknown) => string,
): FormError[] {
	const details = error instanceof AppError ? error.details : [];
	if (details.length === 0) return [{ message: errorText(error) }];
	return details.map(({ field, message }) => (field in values ? { name: field, message } : { message }));
}
