import type { FormError } from '#app/ui/error-summary.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { sendForm } from './send-form.ts';

/** The result of a form's action: done, or the refused fields with the typed values. */
export type FormAnswer =
	| { isSent: true }
	| { isSent: false; errors: FormError[]; values: Record<string, string> };

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

/** The form’s result when its request got no response, with the typed values. */
export const unsentForm = (values: Record<string, string>): FormAnswer & { isSent: false } => ({
	...{ isSent: false, values, errors: [{ message: new AppError('NETWORK_ERROR').userMessage }] },
});

/** `clientAction` of a route whose action answers a `FormAnswer`. */
export const sendSimpleForm = <Answer>(args: { request: Request; serverAction: () => Promise<Answer> }) =>
	sendForm(args, unsentForm);
