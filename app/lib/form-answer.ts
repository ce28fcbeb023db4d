import type { FormError } from '#app/ui/error-summary.tsx';
import { AppError } from '#shared/errors/app-error.ts';

/** What a form's action answers: done, or what was refused beside what was typed. */
export type FormAnswer =
	| { isSent: true }
	| { isSent: false; errors: FormError[]; values: Record<string, string> };

export function textsOf(form: FormData): Record<string, string> {
	return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

/** Runs the call of an action; what the API refuses is shown in the form, with all that was typed. */
export async function answerForm(
	values: Record<string, string>,
	send: () => Promise<unknown>,
): Promise<FormAnswer> {
	try {
		await send();
		return { isSent: true };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const details: FormError[] = error.details.map(({ field, message }) =>
			field in values ? { name: field, message } : { message },
		);
		return { isSent: false, values, errors: details.length > 0 ? details : [{ message: error.userMessage }] };
	}
}
