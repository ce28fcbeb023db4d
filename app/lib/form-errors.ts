import type { FormError } from '#app/ui/error-summary.tsx';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Errors by form field. Errors of fields that the form doesn't have are shown at the top.
 * @param errorText the message of an error that concerns no field
 */
export function formErrors(
	error: unknown,
	fields: readonly string[],
	errorText: (error: unknown) => string,
): FormError[] {
	if (error === null || error === undefined) return [];
	const details = error instanceof AppError ? error.details : [];
	if (details.length === 0) return [{ message: errorText(error) }];
	return details.map(({ field, message }) => {
		const name = fieldOf(field, fields);
		return name ? { name, message } : { message: `${field}: ${message}` };
	});
}

/** A row with a field of its own, or the field; an instant and its wall time are one field on the screen. */
function fieldOf(field: string, fields: readonly string[]): string | undefined {
	const [first = ''] = field.split('.');
	return [field, first, `${first}Local`, first.replace(/Local$/, '')].find((name) => fields.includes(name));
}

export function messageFor(errors: readonly FormError[], name: string): string | undefined {
	return errors.find((error) => error.name === name)?.message;
}

/** A refusal taken apart for a form that shows each message at its field. */
export function refusedFields(error: unknown) {
	const refusal = error instanceof AppError ? error : null;
	return {
		/** The refusal, if no message of it belongs to a field. */
		whole: refusal?.details.length === 0 ? refusal : null,
		errorOf: (field: string) => refusal?.details.find((detail) => detail.field === field)?.message,
	};
}
