import type { ReactNode, SubmitEvent } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ErrorCallout } from './error-callout.tsx';
import type { FormError } from './error-summary.tsx';
import { Form } from './form.tsx';
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx';

/** A dialog that is one form, with the buttons that close it and submit it. */
export function FormDialog(
	props: Omit<DialogProps, 'isOpen' | 'isDismissable' | 'footer'> &
		FormButtonsProps & {
			/** Open unless this says otherwise. */
			isOpen?: boolean;
			onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
			/** What was refused, of `useFormCall`: listed above the fields, with links to them. */
			errors?: readonly FormError[];
			/** Why the whole was refused, shown above the fields. */
			error?: unknown;
			/** The browser checks the fields before it submits them. */
			isValidated?: boolean;
			autoComplete?: 'off' | undefined;
			className?: string;
			/** Below the form: what is not part of it. */
			after?: ReactNode;
		},
) {
	const { onSubmit, errors, error, className = 'flex flex-col gap-5', after, ...others } = props;
	const { isOpen = true, isValidated = false, autoComplete, ...rest } = others;
	const { form, isPending, label, closeLabel, tone, staysOpen = false, children, ...dialog } = rest;
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		void onSubmit(event);
	};
	return (
		<Dialog
			{...dialog}
			isOpen={isOpen}
			isDismissable={!(staysOpen && isPending)}
			footer={
				<FormButtons {...{ form, isPending, label, closeLabel, tone, staysOpen }} onClose={dialog.onClose} />
			}
		>
			{errors ? (
				<Form id={form} method="post" errors={errors} onSubmit={submit} autoComplete={autoComplete}>
					{children}
				</Form>
			) : (
				<form id={form} noValidate={!isValidated} className={className} onSubmit={submit}>
					<ErrorCallout error={error} />
					{children}
				</form>
			)}
			{after}
		</Dialog>
	);
}
